import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import type { Answer } from '../testing/https-client.js';
import { createOwner } from '../testing/owner-client.js';

const run = promisify(execFile);
const EMPTY_LIST = envelope(
  '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
);

/** A separate small disk that can be filled; undefined if this user may not mount one. */
async function mountDisk(directory: string): Promise<boolean> {
  await mkdir(directory);
  return run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', directory]).then(
    () => true,
    () => false,
  );
}

const place = await mkdtemp(join(tmpdir(), 'soapstone-disk-'));
const disk = join(place, 'disk');
const mounted = await mountDisk(disk);
if (!mounted) process.stderr.write('Only root may mount a small disk: the test of a full disk is skipped\n');
afterAll(async () => {
  if (mounted) await run('umount', [disk]);
  await rm(place, { recursive: true, force: true });
});

describe.skipIf(!mounted)('a full disk under the embedded database', { timeout: 240_000 }, () => {
  let under: GatewayUnderTest;
  let upstream: HostileUpstream;
  let account: Account;
  let key: string;
  beforeAll(async () => {
    upstream = await startHostileUpstream();
    upstream.answer = (_request, response) => response.end(EMPTY_LIST);
    under = await startUnderTest({ DATA_DIR: join(disk, 'data') });
    account = await under.createAccount({ plan: 'Pro' });
    ({ key } = await under.createKey(account.id));
    const soap = await startUserDirectory();
    await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      settings: { endpoint: upstream.address },
    });
    await soap.stop();
  });
  afterAll(async () => {
    await under?.stop();
    await upstream?.stop();
  });

  const call = (): Promise<Answer> =>
    under.send(`/api/v1/${account.id}/users/ListUsers`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{}',
    });

  test('calls continue, and changes are rejected until there is room again', async () => {
    const owner = await createOwner(under);
    expect((await call()).status).toBe(200);
    const filler = join(disk, 'filler');
    for (let size = 4 * 1024 * 1024; size >= 1024; size /= 2) {
      // Fill it in pieces, until not one more kilobyte fits.
      for (let piece = 0; ; piece += 1) {
        const written = await writeFile(`${filler}-${size}-${piece}`, Buffer.alloc(size)).then(
          () => true,
          () => false,
        );
        if (!written) {
          await rm(`${filler}-${size}-${piece}`, { force: true });
          break;
        }
      }
    }

    const statuses: number[] = [];
    // Wait longer than keys and services are cached, and longer than the intervals at which the ledger and the call log are written.
    const until = Date.now() + 7_000;
    while (Date.now() < until) {
      statuses.push((await call()).status);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let refused = 0;
    for (let count = 0; count < 5; count += 1) {
      const answer = await owner.send('POST', '/api/manage/keys', { name: 'x'.repeat(100) });
      if (answer.status === 201) continue;
      refused += 1;
      expect([answer.status, answer.json().error.type, answer.json().error.code]).toEqual([
        503,
        'INTERNAL_ERROR',
        'STORAGE_FULL',
      ]);
      expect(answer.headers['retry-after']).toBe('30');
      expect(answer.text).not.toMatch(/SQLITE|disk/i);
    }
    expect((await under.send('/readyz')).status).toBe(503);
    expect((await under.send('/healthz')).status).toBe(200);
    process.stderr.write(
      `full disk: ${statuses.length} calls, ${statuses.filter((status) => status !== 200).length} failed; ` +
        `${refused} of 5 changes refused\n`,
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(refused).toBeGreaterThan(0);

    await run('sh', ['-c', `rm -f ${filler}-*`]);
    expect((await owner.send('POST', '/api/manage/keys', { name: 'after' })).status).toBe(201);
    expect((await under.send('/readyz')).status).toBe(200);
    // Quota usage that could not be written was kept in memory, and is written now.
    const now = new Date();
    const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    await expect
      .poll(
        async () => {
          const { billingAnchor } = account;
          const use = await under.gateway.store.ledger.read(account.id, billingAnchor ?? month);
          return use?.charged;
        },
        { timeout: 60_000 },
      )
      .toBe(statuses.length + 1);
  });
});
