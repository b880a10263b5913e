import { inspect } from 'node:util';
import type { KerberosProfile } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../../ws-security/src/testing/certificates.js';
import { suiteName } from '../../../../ws-security/src/testing/installed.js';
import { APACHE_PACKAGES, type Apache, hasApache, startApache } from '../../testing/apache.js';
import { hasKdc, KDC_PACKAGES, type Kdc, REALM, startKdc } from '../../testing/kdc.js';
import { failureOf, soapRequest, textOf } from '../../testing/messages.js';
import { createTransport, type Transport } from '../../transport.js';

const CALLS = 10_000;
const passwords = { ada: 'CANARY-pässword 1', bob: 'CANARY-2' };
const isThere = hasApache && hasKdc;

describe.skipIf(!isThere)(
  suiteName('Kerberos against Apache', isThere, `${APACHE_PACKAGES} ${KDC_PACKAGES}`),
  () => {
    let kdc: Kdc;
    let apache: Apache;
    let transport: Transport;
    const ada: KerberosProfile = { principal: `ada@${REALM}`, password: passwords.ada };
    const directives = (): string[] => [
      `GssapiCredStore keytab:${kdc.serviceKeytab}`,
      'GssapiAllowedMech krb5',
    ];
    beforeAll(async () => {
      kdc = await startKdc(passwords);
      process.env['KRB5_CONFIG'] = kdc.config;
      apache = await startApache({ directives: directives(), env: { KRB5_CONFIG: kdc.config } });
      transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
    });
    afterAll(async () => {
      await transport.close();
      await apache.close();
      await kdc.close();
    });

    const call = async (kerberos: KerberosProfile, account = 'acme'): Promise<number> => {
      const response = await transport.send(soapRequest(apache.url, { account, credentials: { kerberos } }));
      await textOf(response);
      return response.status;
    };

    test('each request carries its own proof, and none is sent twice; tickets are requested once', async () => {
      const before = kdc.requests();
      expect([await call(ada), await call(ada), await call(ada)]).toEqual([200, 200, 200]);
      await expect.poll(() => apache.log().length).toBe(3);
      const log = apache.log();
      expect(log.map(({ status, user }) => [status, user])).toEqual(
        Array.from({ length: 3 }, () => ['200', `ada@${REALM}`]),
      );
      expect(new Set(log.map(({ port }) => port)).size).toBe(1);
      expect(kdc.requests() - before).toBe(2);
    });

    test('a keytab in place of the password', async () => {
      expect(await call({ principal: `bob@${REALM}`, keytab: kdc.keytabOf('bob') })).toBe(200);
      await expect.poll(() => apache.log().at(-1)?.user).toBe(`bob@${REALM}`);
    });

    test.each<[string, () => KerberosProfile, RegExp]>([
      ['a wrong password', () => ({ ...ada, password: 'CANARY-wrong' }), /key is wrong|password is wrong/],
      ['an unknown user', () => ({ ...ada, principal: `CANARY@${REALM}` }), /principal is unknown/],
      [
        'the keytab of another user',
        () => ({ principal: ada.principal, keytab: kdc.keytabOf('bob') }),
        /keytab has no key of the principal/,
      ],
      ['an invalid keytab', () => ({ principal: ada.principal, keytab: 'BQIAAAAA' }), /no key/],
      [
        'an unknown service',
        () => ({ ...ada, servicePrincipal: 'HTTP/elsewhere' }),
        /service principal is unknown/,
      ],
      [
        'a realm that krb5.conf does not name',
        () => ({ ...ada, principal: 'ada@EVIL.EXAMPLE' }),
        /does not name the realm/,
      ],
      [
        'a service of such a realm',
        () => ({ ...ada, servicePrincipal: 'HTTP/localhost@EVIL.EXAMPLE' }),
        /does not name the realm/,
      ],
    ])('%s is a typed error without secrets', async (_name, profile, message) => {
      const error = await failureOf(() => call(profile()));
      expect(error).toMatchObject({ code: 'UPSTREAM_LOGIN_FAILED', sent: false });
      expect(error.message).toMatch(message);
      expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
      expect(transport.stats()).toMatchObject({ inFlight: 0 });
    });

    test('a KDC that is down is a typed error, and one that is silent does not outlast the call', async () => {
      const down = await failureOf(() => call({ ...ada, principal: 'ada@DOWN.EXAMPLE' }));
      expect(down.message).toMatch(/no KDC of the realm can be reached/);
      const credentials = { kerberos: { ...ada, principal: 'ada@SILENT.EXAMPLE' } };
      const silent = soapRequest(apache.url, { credentials, deadlineMs: 300 });
      expect(await failureOf(() => transport.send(silent))).toMatchObject({
        code: 'UPSTREAM_TIMEOUT',
        sent: false,
      });
      expect(transport.stats()).toMatchObject({ inFlight: 0 });
      expect(await call(ada)).toBe(200);
    });

    test('a wrong password is not tried again immediately', async () => {
      const wrong = { ...ada, password: 'CANARY-again' };
      const before = kdc.attempts();
      await failureOf(() => call(wrong, 'again'));
      await failureOf(() => call(wrong, 'again'));
      await expect.poll(() => kdc.attempts() - before).toBe(1);
    });

    test(`${CALLS} interleaved calls of two accounts do not share connections`, async () => {
      const before = apache.log().length;
      const bob = { principal: `bob@${REALM}`, password: passwords.bob };
      let next = 0;
      const worker = async (): Promise<void> => {
        while (next < CALLS) {
          next += 1;
          const turn = next % 2;
          expect(await call(turn === 0 ? ada : bob, turn === 0 ? 'one' : 'two')).toBe(200);
        }
      };
      await Promise.all(Array.from({ length: 12 }, worker));
      await expect.poll(() => apache.log().length - before).toBe(CALLS);
      const log = apache.log().slice(before);
      expect(log.map(({ status }) => status)).toEqual(Array.from({ length: CALLS }, () => '200'));
      const users = new Map<string, Set<string>>();
      for (const { port, user } of log) users.set(port, (users.get(port) ?? new Set()).add(user));
      expect([...users.values()].filter((names) => names.size !== 1)).toEqual([]);
      const counts = [`ada@${REALM}`, `bob@${REALM}`].map(
        (user) => log.filter((entry) => entry.user === user).length,
      );
      expect(counts).toEqual([CALLS / 2, CALLS / 2]);
    });

    test('over TLS, the certificate of the connection is part of the proof', async () => {
      const authority = await createAuthority('test authority');
      const identity = await createIdentity('localhost', { authority });
      const secure = await startApache({
        directives: directives(),
        env: { KRB5_CONFIG: kdc.config },
        identity,
      });
      const credentials = { kerberos: ada, ca: authority.certificate };
      for (let turn = 0; turn < 2; turn += 1) {
        const response = await transport.send(soapRequest(secure.url, { credentials }));
        expect(response.status).toBe(200);
        await textOf(response);
      }
      await expect.poll(() => secure.log().map(({ status }) => status)).toEqual(['401', '200', '200']);
      await secure.close();
    });

    test('a service without Kerberos', async () => {
      const ntlmOnly = await startApache({
        directives: ['GssapiAllowedMech ntlmssp', 'GssapiConnectionBound On'],
        env: { NTLM_USER_FILE: '/dev/null' },
      });
      const request = soapRequest(ntlmOnly.url, { credentials: { kerberos: ada } });
      expect(await failureOf(() => transport.send(request))).toMatchObject({ code: 'UPSTREAM_LOGIN_FAILED' });
      await ntlmOnly.close();
    });

    test('a ticket that the service rejects is replaced on the next call', async () => {
      expect(await call(ada, 'keys')).toBe(200);
      // The service gets another key: tickets for the old one are of no use.
      kdc.administer(
        `ktremove -k ${kdc.serviceKeytab} HTTP/localhost all`,
        `ktadd -k ${kdc.serviceKeytab} HTTP/localhost`,
      );
      expect(await failureOf(() => call(ada, 'keys'))).toMatchObject({
        code: 'UPSTREAM_LOGIN_FAILED',
        upstreamStatus: 401,
      });
      expect(await call(ada, 'keys')).toBe(200);
    });
  },
);
