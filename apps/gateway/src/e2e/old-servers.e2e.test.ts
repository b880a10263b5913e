import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../../../packages/ws-security/src/testing/certificates.js';
import { checkAnswers } from '../testing/check-answers.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope } from '../testing/hostile-upstream.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

const folder = new URL('../../../../examples/user-directory/', import.meta.url);
const FAULT = envelope(
  '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>unknown message</faultstring></soap:Fault>',
);

interface Proposal {
  readonly kind: string;
  readonly message: string;
  readonly settings: Record<string, unknown> | null;
}

let under: GatewayUnderTest;
let identity: Identity;
let files: { path: string; content: string }[];
let owner: OwnerClient;
let path: string;
const servers: Server[] = [];

beforeAll(async () => {
  [under, identity] = await Promise.all([startUnderTest(), createIdentity('localhost')]);
  files = await Promise.all(
    ['user-directory.wsdl', 'user-directory.xsd'].map(async (name) => ({
      path: name,
      content: (await readFile(new URL(name, folder))).toString('base64'),
    })),
  );
});
afterAll(async () => {
  await under?.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(async () => {
  owner = checkAnswers(await createOwner(under));
  const answer = await owner.send('POST', '/api/manage/services', {
    files,
    settings: { endpoint: 'http://127.0.0.1:9999/' },
  });
  path = `/api/manage/services/${answer.json<{ serviceId: string }>().serviceId}`;
});

/** Starts an upstream. Returns its address. */
async function upstream(answer: RequestListener, tls?: ServerOptions): Promise<string> {
  const own = { cert: identity.certificate, key: identity.privateKey, ...tls };
  const server = tls === undefined ? createHttp(answer) : createHttps(own, answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return tls === undefined ? `http://127.0.0.1:${port}/soap` : `https://127.0.0.1:${port}/soap`;
}

const fault = (_request: IncomingMessage, response: ServerResponse): void =>
  void response.writeHead(500, { 'content-type': 'text/xml' }).end(FAULT);
const change = async (settings: object) => await owner.send('PATCH', path, { settings });
const connect = async () =>
  (await owner.send('POST', `${path}/connection-test`, {})).json<{
    verdict: string;
    message: string;
    proposal: Proposal | null;
  }>();

/** The message of a call that fails, as its caller reads it. */
async function callMessage(): Promise<string> {
  const answer = await owner.send('POST', `${path}/operations/GetUser/try`, { input: '{"userId":1}' });
  const { body } = answer.json<{ body: string }>();
  return (JSON.parse(body) as { error: { message: string } }).error.message;
}

describe('compatibility', () => {
  test.each([
    [{ minimumTls: '1.2' }, '/settings/compatibility/minimumTls'],
    [{ weakCiphers: [] }, '/settings/compatibility/weakCiphers'],
    [{ weakCiphers: ['RC4'] }, '/settings/compatibility/weakCiphers/0'],
    [{}, '/settings/compatibility'],
    [{ chunked: false }, '/settings/compatibility'],
  ])('%j is refused', async (compatibility, at) => {
    const answer = await change({ compatibility });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json())).toContain(at);
  });

  test('a server of TLS 1.0: the call names the setting, the test proposes it, and with it the call passes', async () => {
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const seen: (string | undefined)[] = [];
    const endpoint = await upstream((request, response) => {
      seen.push(request.headers.authorization);
      fault(request, response);
    }, tls);
    await change({ endpoint });
    await owner.send('PUT', `${path}/credentials`, {
      ca: identity.certificate,
      basic: { username: 'u', password: 'canary-word' },
    });
    expect(await callMessage()).toMatch(
      /no TLS version that is accepted here .* \(the owner of the service can allow it with the setting "compatibility\.minimumTls"\)$/,
    );
    const { verdict, message, proposal } = await connect();
    expect(verdict).toBe('unreachable');
    expect(message).toContain('A switch under “Old servers” allows it, at the risk that someone on the path');
    expect(proposal).toEqual({
      kind: 'settings',
      message:
        'This service needs minimumTls "1.0", at the risk that someone on the path breaks the old version of TLS, and reads and changes messages.',
      settings: { compatibility: { minimumTls: '1.0' } },
    });
    // The trial had no secrets.
    expect(seen).toEqual([undefined]);
    await change(proposal?.settings ?? {});
    expect((await owner.send('GET', path)).json()).toMatchObject({
      settings: { compatibility: { minimumTls: '1.0' } },
    });
    expect(await callMessage()).toContain('unknown message');
    expect(await connect()).toMatchObject({ verdict: 'answers', proposal: null });
    await change({ compatibility: null });
    expect((await owner.send('GET', path)).json()).toMatchObject({ settings: { compatibility: null } });
    expect(await callMessage()).toContain('compatibility.minimumTls');
  });

  test('a device that wants several switches gets all of them proposed', async () => {
    const endpoint = await upstream((request, response) => {
      if (request.httpVersion !== '1.0') response.writeHead(505).end();
      else if (!request.rawHeaders.includes('SOAPAction')) response.writeHead(400).end('no SOAPAction');
      else fault(request, response);
    });
    await change({ endpoint });
    const { proposal } = await connect();
    expect(proposal?.settings).toEqual({ compatibility: { http: '1.0', headerNames: 'specification' } });
    await change(proposal?.settings ?? {});
    expect(await callMessage()).toContain('unknown message');
  });

  test.each<[what: string, refuse: (response: ServerResponse) => void]>([
    ['with a bare 400', (response) => void response.writeHead(400).end()],
    ['by closing the connection', (response) => void response.socket?.destroy()],
  ])('a device that refuses %s what it does not insist on', async (_what, refuse) => {
    const insist = async (wanted: (request: IncomingMessage) => boolean) => {
      const endpoint = await upstream((request, response) => {
        if (wanted(request)) fault(request, response);
        else refuse(response);
      });
      await change({ endpoint, compatibility: null });
      return (await connect()).proposal;
    };
    const isSpelled = ({ rawHeaders }: IncomingMessage) => rawHeaders.includes('SOAPAction');
    expect(await insist(isSpelled)).toEqual({
      kind: 'settings',
      message: 'This service needs headerNames "specification".',
      settings: { compatibility: { headerNames: 'specification' } },
    });
    const both = await insist((request) => request.httpVersion === '1.0' && isSpelled(request));
    expect(both).toMatchObject({
      message: expect.stringContaining('at the risk that a response without Content-Length'),
      settings: { compatibility: { http: '1.0', headerNames: 'specification' } },
    });
    expect(await insist(() => false)).toBeNull();
  });

  test('no switch is proposed that does not help', async () => {
    await change({ endpoint: await upstream((_request, response) => void response.writeHead(505).end()) });
    expect(await connect()).toMatchObject({ proposal: null });
  });
});

describe('the documents of an old server', () => {
  /** A server of TLS 1.0 and HTTP/1.0. Returns the address of its description. */
  const documents = async (): Promise<string> => {
    const [wsdl, schema] = files.map(({ content }) => Buffer.from(content, 'base64'));
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers } as const;
    const address = await upstream((request, response) => {
      if (request.httpVersion !== '1.0') return void response.writeHead(505).end();
      response.writeHead(200, { 'content-type': 'text/xml' });
      response.end(request.url?.includes('xsd') ? schema : wsdl);
    }, tls);
    return address.replace('/soap', '/user-directory.wsdl');
  };
  const compatibility = { minimumTls: '1.0', http: '1.0' };

  test('are imported with the profile in the settings of the registration, and with that of the service later', async () => {
    const url = await documents();
    const credentials = { ca: identity.certificate };
    const send = async (to: string, body: object) => {
      const answer = await owner.send('POST', to, body);
      return `${answer.status} ${JSON.stringify(answer.json())}`;
    };
    const at = '/api/manage/services';
    const hint = 'the setting \\"compatibility.minimumTls\\" of the service allows it with';
    expect(await send(at, { url, credentials })).toContain(hint);
    const half = { minimumTls: '1.0' };
    expect(await send(at, { url, credentials, settings: { compatibility: half } })).toMatch(
      /responded with 505 \(the setting \\"compatibility.http\\" of the service allows it/,
    );
    // No profile turns off the verification of certificates.
    expect(await send(at, { url, settings: { compatibility } })).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(await send(at, { url, credentials, settings: { compatibility } })).toMatch(/^201 /);
    expect(await send('/api/manage/drafts', { url, credentials, settings: { compatibility } })).toMatch(
      /^201 /,
    );
    expect(await send(`${path}/revisions`, { url, credentials })).toContain(hint);
    await change({ compatibility });
    expect(await send(`${path}/revisions`, { url, credentials })).toMatch(/^201 /);
  });
});

describe('the connection test discovers', () => {
  const asking = (...schemes: string[]): RequestListener => {
    return (_request, response) => void response.writeHead(401, { 'www-authenticate': schemes }).end();
  };

  test.each([
    [
      ['Digest realm="r", nonce="n", qop="auth"'],
      'This service asks for Digest. Add “User name and password (Digest)” to the credentials.',
    ],
    [['Basic realm="r"'], 'This service asks for Basic. Add “User name and password” to the credentials.'],
    [
      ['Negotiate', 'NTLM'],
      'This service asks for Negotiate or NTLM. Add “Windows account (Kerberos)” or “Windows account (NTLM)” to the credentials.',
    ],
    [['Hawk'], 'This service asks for Hawk, which is not supported.'],
  ])('the login of %j', async (schemes, message) => {
    await change({ endpoint: await upstream(asking(...schemes)) });
    expect((await connect()).proposal).toEqual({ kind: 'credentials', message, settings: null });
  });

  test('nothing, if such credentials were refused', async () => {
    await change({ endpoint: await upstream(asking('Basic realm="r"')) });
    await owner.send('PUT', `${path}/credentials`, { basic: { username: 'u', password: 'p' } });
    expect(await connect()).toMatchObject({ verdict: 'rejects-credentials', proposal: null });
  });

  test('a redirect, and calls pass at its target', async () => {
    const target = await upstream(fault);
    const moved = (status: number, location: string) =>
      upstream((_request, response) => void response.writeHead(status, { location }).end());
    await change({ endpoint: await moved(301, target) });
    const { proposal } = await connect();
    expect(proposal).toEqual({
      kind: 'endpoint',
      message: `This service has moved permanently to ${target}.`,
      settings: { endpoint: target },
    });
    await change(proposal?.settings ?? {});
    expect(await callMessage()).toContain('unknown message');

    await change({ endpoint: await moved(302, '/sso/login?next=1') });
    expect((await connect()).proposal).toMatchObject({ kind: 'credentials', settings: null });
    for (const location of ['https://u:p@example.com/', 'ftp://example.com/', 'javascript:1', 'http://[']) {
      await change({ endpoint: await moved(307, location) });
      expect((await connect()).proposal, location).toBeNull();
    }
  });

  test('a required client certificate, and an authority', async () => {
    const strict = { requestCert: true, rejectUnauthorized: true, ca: identity.certificate };
    await change({ endpoint: await upstream(fault, strict) });
    expect((await connect()).proposal).toMatchObject({ kind: 'authority', settings: null });
    await owner.send('PUT', `${path}/credentials`, { ca: identity.certificate });
    expect((await connect()).proposal).toEqual({
      kind: 'client-certificate',
      message: 'This service asks for a client certificate. Add one to the credentials.',
      settings: null,
    });
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a certificate that a server of %s asks for and misses later',
    async (version) => {
      const refused = `${FAULT.replace('unknown message', 'access denied')}`;
      const tls = { requestCert: true, rejectUnauthorized: false, minVersion: version, maxVersion: version };
      await owner.send('PUT', `${path}/credentials`, { ca: identity.certificate });
      const proposals: unknown[] = [];
      for (const [status, body] of [
        [403, ''],
        [500, refused],
        [500, FAULT],
      ] as const)
        for (const requestCert of [true, false]) {
          const answer: RequestListener = (_request, response) =>
            void response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
          await change({ endpoint: await upstream(answer, { ...tls, requestCert }) });
          proposals.push((await connect()).proposal?.kind);
        }
      const kind = 'client-certificate';
      expect(proposals).toEqual([kind, undefined, kind, undefined, undefined, undefined]);
    },
  );
});
