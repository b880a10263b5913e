/**
 * The whole gateway is killed (SIGKILL) at random moments while its owner works with it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { administer } from '../compose/administer.js';
import { createKey, hashKey, keyHint } from '../domain/accounts/api-key.js';
import { type Acknowledged, type OwnersPlace, workUntilItEnds } from '../testing/busy-owner.js';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import { send } from '../testing/https-client.js';
import { setUps } from '../testing/set-ups.js';

const KILLS = 3 * Number(process.env['SOAPSTONE_DEPTH']);
/**
 * After how many milliseconds the ledger contains what a process counts in memory, if nothing delays it: it is written every second. On a
 * busy machine, the delay grows by the duration of the slowest call of that time.
 */
const LEDGER = 2_000;
const folder = new URL('../../../../examples/user-directory/', import.meta.url);

describe.each(await setUps())('a gateway on $name that is killed', (setUp) => {
  const isShared = setUp.name.includes('Redis');
  let dataDir: string;
  let environment: Record<string, string>;
  let upstream: HostileUpstream;
  let accountId: string;
  let ca: string;
  let gateway: GatewayProcess | undefined;
  let place: OwnersPlace;
  /** The duration of the slowest call since the last kill, in milliseconds. */
  let slowest = 0;
  const acknowledged: Acknowledged = {
    keys: new Map(),
    services: new Set(),
    name: 'Test',
    sentNames: new Set(),
    calls: [],
    unexpected: [],
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-killed-'));
    upstream = await startHostileUpstream();
    upstream.answer = (_request, response) => {
      response.end(
        envelope(
          '<ListUsersResponse xmlns="urn:example:user-directory"><total>1</total></ListUsersResponse>',
        ),
      );
    };
    environment = { DATA_DIR: dataDir, REDIS_TIMEOUT_MS: '30000', ...(await setUp.start()) };
    const files = await Promise.all(
      ['user-directory.wsdl', 'user-directory.xsd'].map(async (path) => ({
        path,
        content: (await readFile(new URL(path, folder))).toString('base64'),
      })),
    );
    const under = await startUnderTest(environment);
    const account = await under.createAccount({ plan: 'Pro' });
    accountId = account.id;
    const service = await under.register(account, {
      source: {
        kind: 'files',
        files: new Map(files.map(({ path, content }) => [path, Buffer.from(content, 'base64')])),
      },
      settings: { endpoint: upstream.address },
    });
    const { key: liveKey } = await under.createKey(accountId);
    const managementKey = createKey('management');
    await under.gateway.store.apiKeys.create(
      {
        id: randomUUID(),
        accountId,
        purpose: 'management',
        name: 'x',
        hint: keyHint(managementKey),
        createdAt: Date.now(),
      },
      hashKey(managementKey, under.gateway.secrets.apiKeyPepper),
    );
    await under.stop();
    ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
    place = {
      async send(path, request = {}) {
        const sentAt = performance.now();
        const answer = await send(`${gateway!.baseUrl}${path}`, request, ca);
        if (path === place.callPath) slowest = Math.max(slowest, performance.now() - sentAt);
        return answer;
      },
      callPath: `/api/v1/${accountId}/${service.slug}/ListUsers`,
      liveKey,
      managementKey,
      files,
    };
  });
  afterAll(async () => {
    await gateway?.kill();
    await upstream?.stop();
    await setUp.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ask = async <Body>(path: string): Promise<Body> => {
    const answer = await place.send(`/api/manage/${path}`, { headers: { 'X-API-Key': place.managementKey } });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json<Body>();
  };

  /** Returns the items of every page of a list. */
  async function list<Name extends string, Item>(name: Name): Promise<Item[]> {
    const items: Item[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Record<Name, Item[]> & { next: string | null } = await ask(
        after === '' ? name : `${name}?after=${encodeURIComponent(after)}`,
      );
      items.push(...page[name]);
      after = page.next;
    }
    return items;
  }

  /** Returns everything that was acknowledged but is missing. */
  async function findLost(): Promise<string[]> {
    const [keys, services, { name }] = await Promise.all([
      list<'keys', { id: string; revokedAt: string | null }>('keys'),
      list<'services', { serviceId: string; operationCount: number }>('services'),
      ask<{ name: string }>('account'),
    ]);
    const revoked = new Map(keys.map(({ id, revokedAt }) => [id, revokedAt !== null]));
    const whole = new Set(services.filter((one) => one.operationCount > 0).map((one) => one.serviceId));
    const lost: string[] = [];
    for (const [id, state] of acknowledged.keys) {
      if (revoked.get(id) === undefined) lost.push(`key ${id}`);
      else if (state === 'revoked' && revoked.get(id) !== true) lost.push(`revocation of ${id}`);
    }
    for (const id of acknowledged.services) if (!whole.has(id)) lost.push(`service ${id}`);
    if (name !== acknowledged.name && !acknowledged.sentNames.has(name))
      lost.push(`name ${acknowledged.name}`);
    return lost;
  }

  /** Returns the used quota, with a call that costs nothing. */
  async function used(): Promise<number> {
    const { headers } = await place.send(`${place.callPath}None`, {
      headers: { 'X-API-Key': place.liveKey },
    });
    return Number(headers['x-ratelimit-limit']) - Number(headers['x-ratelimit-remaining']);
  }

  test(`${KILLS} kills while its owner works: nothing that was acknowledged is lost, and it serves again`, {
    timeout: KILLS * 60_000 + 300_000,
  }, async () => {
    const lost: string[] = [];
    const waits: number[] = [];
    const work: number[] = [];
    let forgotten = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      gateway = await startGatewayProcess(environment);
      const before = await used();
      const { length } = acknowledged.calls;
      slowest = 0;
      const working = workUntilItEnds(place, acknowledged);
      // The first round waits until even the slowest kind of work has succeeded once.
      if (kill === 0) {
        await vi.waitFor(() => expect(acknowledged.services.size).toBeGreaterThan(0), { timeout: 60_000 });
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * (kill % 4 === 0 ? 5_000 : 1_000)));
      await gateway.kill();
      const killedAt = performance.now();
      const written = killedAt - LEDGER - 2 * slowest;
      await working;
      const answered = acknowledged.calls.slice(length);

      gateway = await startGatewayProcess(environment);
      await used();
      waits.push(performance.now() - killedAt);
      work.push(await processorTime(gateway.pid));
      lost.push(...(await findLost()));
      const counted = (await used()) - before;
      forgotten += Math.max(0, answered.length - counted);
      // Redis has every count; a process without Redis may lose only its latest counts.
      const due = isShared ? answered : answered.filter((at) => at < written);
      expect(counted).toBeGreaterThanOrEqual(due.length);
      await gateway.kill();
    }
    expect({ lost, unexpected: acknowledged.unexpected }).toEqual({ lost: [], unexpected: [] });
    expect(acknowledged.keys.size).toBeGreaterThan(KILLS);
    expect(acknowledged.services.size).toBeGreaterThan(0);
    expect(acknowledged.calls.length).toBeGreaterThan(KILLS);
    process.stderr.write(
      `${setUp.name}: kills ${KILLS}, keys ${acknowledged.keys.size}, services ${acknowledged.services.size}, ` +
        `calls ${acknowledged.calls.length}, lost ${lost.length}, charges forgotten ${forgotten}, ` +
        `from kill to first answer: ${spread(waits)} ms, processor time of it: ${spread(work)} ms\n`,
    );
  });

  test('afterwards the database and the audit log are intact', async () => {
    const quiet = { out: () => {}, err: () => {}, readInput: async () => '' };
    expect(await administer(['audit', 'verify', accountId], environment, quiet)).toBe(0);
    if (environment['DATABASE_URL'] !== undefined) return;
    const database = new DatabaseSync(join(dataDir, 'soapstone.db'), { readOnly: true });
    expect(database.prepare('pragma integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    database.close();
  });
});

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((one, other) => one - other).map((value) => value.toFixed(0));
  return `median ${sorted[sorted.length >> 1]}, most ${sorted.at(-1)}`;
}

/** Returns the CPU time of a process in milliseconds (proc(5), in ticks of 10 ms); 0 if the system does not report it. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}
