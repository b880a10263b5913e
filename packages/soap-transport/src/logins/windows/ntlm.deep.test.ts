import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { NtlmProfile } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../../../ws-security/src/testing/installed.js';
import { APACHE_PACKAGES, type Apache, hasApache, startApache } from '../../testing/apache.js';
import { failureOf, soapRequest, textOf } from '../../testing/messages.js';
import { createTransport, type Transport } from '../../transport.js';

const ada: NtlmProfile = { domain: 'CORP', username: 'ada', password: 'CANARY-pässword 1' };
const bob: NtlmProfile = { domain: 'CORP', username: 'bob', password: 'CANARY-2' };
const CALLS = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'soapstone-ntlm-'));
const users = join(folder, 'users');
chmodSync(folder, 0o755);
writeFileSync(users, [ada, bob].map((u) => `${u.domain}:${u.username}:${u.password}\n`).join(''));
afterAll(() => rmSync(folder, { recursive: true }));

const env = { NTLM_USER_FILE: users };
const bound = ['GssapiAllowedMech ntlmssp', 'GssapiConnectionBound On'];

describe.skipIf(!hasApache)(suiteName('NTLMv2 against Apache', hasApache, APACHE_PACKAGES), () => {
  let apache: Apache;
  let transport: Transport;
  beforeAll(async () => {
    apache = await startApache({ directives: bound, env });
    transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
  });
  afterAll(async () => {
    await transport.close();
    await apache.close();
  });

  const call = async (ntlm: NtlmProfile, account = 'acme'): Promise<number> => {
    const response = await transport.send(soapRequest(apache.url, { account, credentials: { ntlm } }));
    await textOf(response);
    return response.status;
  };

  test('logs in once per connection, and sends the body with the proof', async () => {
    expect(await call(ada)).toBe(200);
    expect(await call(ada)).toBe(200);
    await expect.poll(() => apache.log().length).toBe(3);
    const log = apache.log();
    expect(log.map(({ status }) => status)).toEqual(['401', '200', '200']);
    expect(new Set(log.map(({ port }) => port)).size).toBe(1);
    expect(log.at(-1)?.user).toMatch(/ada/);
  });

  test('a wrong password and an unknown user are typed errors without secrets', async () => {
    for (const profile of [
      { ...ada, password: 'CANARY-wrong' },
      { ...ada, username: 'CANARY-eve' },
    ]) {
      const error = await failureOf(() => call(profile));
      expect(error).toMatchObject({ code: 'UPSTREAM_LOGIN_FAILED', upstreamStatus: 401, sent: true });
      expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
    }
  });

  test(`${CALLS} interleaved calls of two accounts do not share connections`, async () => {
    const before = apache.log().length;
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < CALLS) {
        next += 1;
        const turn = next % 4;
        // Two users, one of them in two accounts.
        expect(await call(turn % 2 === 0 ? ada : bob, turn < 2 ? 'one' : 'two')).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 12 }, worker));
    const served = () =>
      apache
        .log()
        .slice(before)
        .filter(({ status }) => status === '200').length;
    await expect.poll(served).toBe(CALLS);
    const log = apache.log().slice(before);
    const users = new Map<string, Set<string>>();
    for (const { port, user, status } of log) {
      if (status === '200') users.set(port, (users.get(port) ?? new Set()).add(user));
    }
    expect([...users.values()].filter((names) => names.size !== 1)).toEqual([]);
    expect(new Set([...users.values()].flatMap((names) => [...names])).size).toBe(2);
    expect(transport.stats().pools.filter(({ account }) => account !== 'acme')).toHaveLength(4);
  });
});

describe.skipIf(!hasApache)(suiteName('NTLMv2 over TLS', hasApache, APACHE_PACKAGES), () => {
  test('the channel binding of the connection is accepted', async () => {
    const authority = await createAuthority('test authority');
    const identity = await createIdentity('localhost', { authority });
    const apache = await startApache({ directives: bound, env, identity });
    const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
    const credentials = { ntlm: ada, ca: authority.certificate };
    const response = await transport.send(soapRequest(apache.url, { credentials }));
    expect(response.status).toBe(200);
    await textOf(response);
    await transport.close();
    await apache.close();
  });
});
