import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createClientAsync } from 'soap';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIdentity } from '../../../../packages/ws-security/src/testing/certificates.js';
import { directoryOf, runCommand, testTerminal } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';
import { startMock } from './mock.js';

const RULES = `GetUser:
  - when: { userId: 5 }
    fault: { reason: "no user {{input.userId}}" }
  - when: { userId: { $pattern: "^9" } }
    merge: { name: "User {{input.userId}}", id: "{{input.userId}}" }
  - when: { userId: 7 }
    sequence: [{ failure: reset }, { failure: html }, { failure: truncated }, { merge: { name: last } }]
  - when: { userId: 8 }
    status: 503
    fault: { reason: busy }
  - when: { userId: 10 }
    status: 202
  - when: { userId: 6 }
    result: { id: 1, name: "{{input.none}}" }
`;
const cwd = directoryOf({ 'users.wsdl': USERS_WSDL, 'mocks.yaml': RULES });
const { terminal, written } = testTerminal({ cwd });
let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  const options = { port: 0, rules: 'mocks.yaml', strict: true, seed: 1 };
  mock = await startMock('users.wsdl', options, { terminal, exitCode: 0 });
});
afterAll(async () => await mock.close());

/** Calls GetUser through the command line. */
async function getUser(
  userId: string,
): Promise<{ result?: Record<string, unknown>; error?: unknown; failure?: string }> {
  const argv = ['call', 'users.wsdl', 'GetUser', `{"userId":${userId}}`, '--endpoint', `${mock.url}/`];
  const { out, err } = await runCommand(argv, { cwd });
  return out.startsWith('{') ? (JSON.parse(out) as object) : { failure: err };
}

describe('soapstone mock', () => {
  test('answers with an example without a rule', async () => {
    expect((await getUser('1')).result).toMatchObject({ name: expect.any(String), role: expect.any(Array) });
  });

  test('node-soap reads its WSDL and calls it', async () => {
    const client = await createClientAsync(`${mock.url}/?wsdl`);
    const [result] = (await client['GetUserAsync']({ userId: '1' })) as [{ user: { name: string } }];
    expect(result.user.name).toEqual(expect.any(String));
  });

  test('fills in values of the request, with all of their digits', async () => {
    const { out } = await runCommand(
      ['call', 'users.wsdl', 'GetUser', '{"userId":9007199254740993}', '--endpoint', `${mock.url}/`],
      { cwd },
    );
    expect(out).toContain('"name": "User 9007199254740993"');
    expect(out).toContain('"id": 9007199254740993');
  });

  test('a fault', async () => {
    expect((await getUser('5')).error).toMatchObject({ message: 'no user 5', code: 'SOAP_FAULT' });
  });

  const envelope = (userId: number): string =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetUser xmlns="urn:users"><userId>${userId}</userId></GetUser></s:Body></s:Envelope>`;
  const post = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${mock.url}/`, {
      method: 'POST',
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: { 'content-type': 'text/xml', ...headers },
    });

  test('the HTTP status of a rule', async () => {
    const busy = await post(envelope(8));
    expect([busy.status, await busy.text()]).toEqual([503, expect.stringContaining('busy')]);
    const accepted = await post(envelope(10));
    expect([accepted.status, await accepted.text()]).toEqual([
      202,
      expect.stringContaining('GetUserResponse'),
    ]);
    const { calls } = (await (await fetch(`${mock.url}/__calls`)).json()) as { calls: { status: number }[] };
    expect(calls.slice(-2).map(({ status }) => status)).toEqual([503, 202]);
  });

  test('a request in gzip; one that is no gzip, and one that is too large when it is decompressed', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const read = await post(gzipSync(envelope(10)), gzip);
    expect([read.status, await read.text()]).toEqual([202, expect.stringContaining('GetUserResponse')]);
    expect((await post('<s:Envelope/>', gzip)).status).toBe(400);
    expect((await post(gzipSync(Buffer.alloc(11 * 1024 * 1024, 32)), gzip)).status).toBe(413);
    expect((await post(envelope(10), { 'content-encoding': 'br' })).status).toBe(415);
  });

  test('HTTPS with a certificate; without its key, and with one that is not readable', async () => {
    const { certificate, privateKey } = await createIdentity('localhost');
    const files = { 'users.wsdl': USERS_WSDL, 'a.pem': certificate, 'a.key': privateKey };
    const own = testTerminal({ cwd: directoryOf(files) });
    const context = { terminal: own.terminal, exitCode: 0 as const };
    const options = { port: 0, strict: true, seed: 1, tlsCert: 'a.pem' };
    const secure = await startMock('users.wsdl', { ...options, tlsKey: 'a.key' }, context);
    expect(secure.url).toMatch(/^https:/);
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { 'content-type': 'text/xml' };
      const target = { ca: certificate, method: 'POST', headers, servername: 'localhost' };
      const request = httpsRequest(
        secure.url,
        target,
        (response) => void text(response).then(resolve, reject),
      );
      request.once('error', reject);
      request.end(envelope(1));
    });
    expect(answer).toContain('GetUserResponse');
    await secure.close();
    await expect(startMock('users.wsdl', options, context)).rejects.toThrow('belong together: name both');
    await expect(startMock('users.wsdl', { ...options, tlsKey: 'users.wsdl' }, context)).rejects.toThrow(
      'cannot serve HTTPS',
    );
    const sealed = createPrivateKey(privateKey).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'CANARY-1',
    });
    writeFileSync(join(own.terminal.cwd, 'a.key'), sealed);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const passphrase of [undefined, 'another']) {
      vi.stubEnv('SOAPSTONE_PASSPHRASE', passphrase);
      await expect(startMock('users.wsdl', { ...options, tlsKey: 'a.key' }, context)).rejects.toThrow(
        'SOAPSTONE_PASSPHRASE does not open the key',
      );
    }
    vi.stubEnv('SOAPSTONE_PASSPHRASE', 'CANARY-1');
    const opened = await startMock('users.wsdl', { ...options, tlsKey: 'a.key' }, context);
    expect(opened.url).toMatch(/^https:/);
    await opened.close();
  });

  test('a sequence of failures, whose last response repeats', async () => {
    expect((await getUser('7')).failure).toContain('ECONNRESET');
    expect((await getUser('7')).failure).toContain('html');
    expect((await getUser('7')).failure).toContain('truncated');
    expect((await getUser('7')).result).toMatchObject({ name: 'last' });
    expect((await getUser('7')).result).toMatchObject({ name: 'last' });
  });

  test('a result that a template makes invalid is a Server fault, and is reported', async () => {
    expect((await getUser('6')).error).toMatchObject({ message: 'the service failed' });
    expect(written.err).toContain('GetUser: the response of the handler does not match the schema');
    expect(written.err).toContain('/name');
  });

  test('rules: every result and fault detail that the schema does not allow is reported before serving', async () => {
    const rules = `GetUser:
  - when: { userId: 1 }
    result: { id: one, name: Ada, more: true }
  - when: { userId: 2 }
    merge: { role: [{}], name: "User {{input.userId}}" }
  - when: { userId: 3 }
    fault:
      reason: gone
      detail: { UserNotFound: { userId: many, why: x } }
  - sequence:
      - result: { id: "{{input.userId}}", name: "{{input.userId}}" }
      - result: { id: "{{input.userId}}" }
      - fault: { reason: no, code: "a b" }
Ping:
  - fault: { reason: nobody reads it }
`;
    const folder = directoryOf({ 'users.wsdl': USERS_WSDL, 'bad.yaml': rules });
    const { out, err, exitCode } = await runCommand(
      ['mock', 'users.wsdl', '--rules', 'bad.yaml', '--port', '0'],
      { cwd: folder },
    );
    expect(exitCode).toBe(3);
    expect(out).toBe('');
    // The locations are derived by hand; the texts after the pointer are those of the mapper.
    const places = [...err.matchAll(/bad\.yaml:(\d+:\d+): (\/\S*): \S/g)].map(
      ([, at, path]) => `${at} ${path}`,
    );
    expect(places.toSorted()).toEqual(
      [
        '3:15 /result/id',
        '3:35 /result/more',
        '5:21 /merge/role/0',
        '9:33 /fault/detail/UserNotFound/userId',
        '9:47 /fault/detail/UserNotFound/why',
        '12:9 /result/name',
        '13:30 /fault/code',
        '15:5 /fault',
      ].toSorted(),
    );
  });

  test('received calls can be read over HTTP, and cleared', async () => {
    await fetch(`${mock.url}/__calls`, { method: 'DELETE' });
    await getUser('95');
    await fetch(`${mock.url}/`, { method: 'POST', body: '<nope/>', headers: { 'content-type': 'text/xml' } });
    const { calls } = (await (await fetch(`${mock.url}/__calls`)).json()) as { calls: object[] };
    expect(calls).toEqual([
      expect.objectContaining({ operation: 'GetUser', rule: 2, status: 200, input: { userId: 95 } }),
      expect.objectContaining({ status: 500, request: '<nope/>' }),
    ]);
    const page = await (await fetch(`${mock.url}/__mock`)).text();
    expect(page).toContain('rule 2');
    expect(page).toContain('&lt;nope/&gt;');
    // The sequence starts again.
    expect((await getUser('7')).failure).toContain('ECONNRESET');
  });

  test('a changed file is read again, and an invalid one changes nothing', async () => {
    writeFileSync(join(cwd, 'mocks.yaml'), 'GetUser:\n  - merge: { name: changed }\n');
    await expect.poll(async () => (await getUser('1')).result?.['name']).toBe('changed');
    writeFileSync(join(cwd, 'mocks.yaml'), 'GetUsr: []\n');
    await expect.poll(() => written.err).toContain('mocks.yaml:1:1: the service has no operation GetUsr');
    expect((await getUser('1')).result).toMatchObject({ name: 'changed' });
  });

  test('every problem of the rules is reported with its location', async () => {
    const rules =
      'GetUser:\n  - when: { userId: { $pattern: "(" } }\n    delay: soon\n  - falt: {}\nNope: []\n';
    const folder = directoryOf({ 'users.wsdl': USERS_WSDL, 'bad.yaml': rules });
    const { err, exitCode } = await runCommand(['mock', 'users.wsdl', '--rules', 'bad.yaml', '--port', '0'], {
      cwd: folder,
    });
    expect(exitCode).toBe(3);
    expect(err).toContain('bad.yaml:2:');
    expect(err).toContain('bad.yaml:3:');
    expect(err).toContain('bad.yaml:4:');
    expect(err).toContain('bad.yaml:5:1: the service has no operation Nope');
  });

  test.each([
    [
      'an alias that expands to too much',
      `a: &a [${Array(9).fill('x')}]\nb: &b [${Array(9).fill('*a')}]\nc: &c [${Array(9).fill('*b')}]\nd: [${Array(9).fill('*c')}]\n`,
      /bad\.yaml:1:1: Excessive alias count/,
    ],
    ['an alias within what it names', 'GetUser: &all [*all]\n', /bad\.yaml:1:1: An alias must not be inside/],
    ['an alias of nothing', 'GetUser: *nothing\n', /bad\.yaml:1:1: Unresolved alias/],
    ['a second document', '---\nGetUser: []\n---\nGetUser: []\n', /multiple documents, and must be one$/m],
    ['deep nesting', '['.repeat(20_000), /^ {2}bad\.yaml:1:\d+: must not nest so deep$/m],
  ])('%s is a problem of the file, not of this program', async (_, rules, message) => {
    const folder = directoryOf({ 'users.wsdl': USERS_WSDL, 'bad.yaml': rules });
    const { err, exitCode } = await runCommand(['mock', 'users.wsdl', '--rules', 'bad.yaml', '--port', '0'], {
      cwd: folder,
    });
    expect(err).toMatch(message);
    expect(exitCode).toBe(3);
  });

  test('--error-rate: errors at the requested rate, the same for the same seed', async () => {
    const outcomes = async (seed: number): Promise<string> => {
      const failing = await startMock(
        'users.wsdl',
        { port: 0, strict: true, seed, errorRate: 0.5 },
        { terminal, exitCode: 0 },
      );
      const statuses: number[] = [];
      const body =
        '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GetUser xmlns="urn:users"><userId>1</userId></GetUser></e:Body></e:Envelope>';
      for (let call = 0; call < 20; call++) {
        const { status } = await fetch(failing.url, {
          method: 'POST',
          body,
          headers: { 'content-type': 'text/xml' },
        });
        statuses.push(status);
      }
      await failing.close();
      return statuses.join(' ');
    };
    const first = await outcomes(7);
    expect(new Set(first.split(' '))).toEqual(new Set(['200', '500']));
    expect(await outcomes(7)).toBe(first);
    expect(await outcomes(8)).not.toBe(first);
  });

  test('rejects requests of pages from another origin', async () => {
    const { request } = await import('node:http');
    const ask = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        request(`${mock.url}/__calls`, { headers }, (response) => resolve(response.statusCode)).end();
      });
    expect(await ask({ host: 'evil.example' })).toBe(403);
    expect(await ask({ origin: 'https://evil.example' })).toBe(403);
    expect(await ask({ origin: 'http://127.0.0.1:3000' })).toBe(200);
  });

  test('rejects the method TRACE, which Fetch cannot express, and keeps running', async () => {
    const { request } = await import('node:http');
    const outcome = await new Promise((resolve) => {
      request(mock.url, { method: 'TRACE' }, (response) => resolve(response.statusCode))
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .end();
    });
    expect(outcome).toBe(405);
    expect((await fetch(`${mock.url}/__calls`)).status).toBe(200);
  });
});

describe('--host', () => {
  test.each([
    [undefined, 403],
    [true, 200],
  ])(
    'with --admin %s, the received calls are answered with %i, and the WSDL names the host that was asked',
    async (admin, status) => {
      const options = {
        port: 0,
        strict: true,
        seed: 1,
        host: '0.0.0.0',
        allowHost: ['mock-svc'],
        ...(admin && { admin }),
      };
      const exposed = await startMock('users.wsdl', options, { terminal, exitCode: 0 });
      try {
        for (const path of ['/__calls', '/__mock'])
          expect((await fetch(`${exposed.url}${path}`)).status).toBe(status);
        expect((await fetch(`${exposed.url}/?wsdl`)).status).toBe(200);
      } finally {
        await exposed.close();
      }
    },
  );
});
