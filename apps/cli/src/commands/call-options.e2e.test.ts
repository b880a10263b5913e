import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { selfSigned } from '../testing/self-signed.js';
import { USER, USERS_WSDL } from '../testing/users-wsdl.js';

/** The same service with a photo that travels as a MIME part, and a thumbnail that is base64. */
const PHOTOS_WSDL = USERS_WSDL.replace(
  'xmlns:t="urn:users"',
  'xmlns:t="urn:users" xmlns:r="http://ws-i.org/profiles/basic/1.1/xsd"',
).replace(
  '<xs:element name="userId" type="xs:long"/>',
  '$&<xs:element name="photo" type="r:swaRef" minOccurs="0"/><xs:element name="thumbnail" type="xs:base64Binary" minOccurs="0"/>',
);

const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'photos.wsdl': PHOTOS_WSDL,
  'photo.png': new Uint8Array([137, 80, 78, 71, 0, 255]),
  'login.txt': 'ada:from the file\n',
  'token.txt': 'secret token\n',
  'assertion.xml':
    '<?xml version="1.0"?>\n<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><Issuer>i</Issuer></Assertion>\n',
});
const { certificate, privateKey } = selfSigned(cwd);

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
});

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The subject of the client certificate. */
  readonly client: string | undefined;
}

async function userServer(secure = false): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const tls = {
    cert: certificate,
    key: privateKey,
    ca: certificate,
    requestCert: true,
    rejectUnauthorized: false,
  };
  const server = secure ? createHttpsServer(tls) : createHttpServer();
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('latin1');
    const client = secure ? (request.socket as TLSSocket).getPeerCertificate().subject?.CN : undefined;
    asked.push({ headers: request.headers, body, client: client?.toString() });
    response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(USER);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}/`, asked };
}

const call = (url: string, ...more: string[]) =>
  runCommand(['call', 'users.wsdl', 'GetUser', '{"userId": 1}', '--endpoint', url, '--result', ...more], {
    cwd,
  });

describe('call: input', () => {
  test('JSON as an argument and a file with @ are the same as a file', async () => {
    const { url, asked } = await userServer();
    await call(url);
    const directory = directoryOf({ 'users.wsdl': USERS_WSDL, 'input.json': '{"userId": 1}' });
    for (const input of ['@input.json', 'input.json', '-']) {
      const argv = ['call', 'users.wsdl', 'GetUser', input, '--endpoint', url];
      await runCommand(argv, { cwd: directory, input: '{"userId": 1}' });
    }
    expect(asked.length).toBe(4);
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
  });
});

describe('call: credentials outside the process list', () => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  test('a name takes its password from SOAPSTONE_PASSWORD, and @file holds both', async () => {
    vi.stubEnv('SOAPSTONE_PASSWORD', 'of the environment');
    const { url, asked } = await userServer();
    await call(url, '--user', 'ada');
    await call(url, '--user', '@login.txt', '--header', 'X-Token: @token.txt');
    expect(asked[0]?.headers.authorization).toBe(basic('ada:of the environment'));
    expect(asked[1]?.headers.authorization).toBe(basic('ada:from the file'));
    expect(asked[1]?.headers['x-token']).toBe('secret token');
  });

  test('SOAPSTONE_CREDENTIALS holds a profile, which options override', async () => {
    const profile = { basic: { username: 'bob', password: 'b' }, headers: { 'X-Key': 'k' } };
    vi.stubEnv('SOAPSTONE_CREDENTIALS', JSON.stringify(profile));
    const { url, asked } = await userServer();
    await call(url);
    await call(url, '--user', 'ada:a');
    expect(asked.map(({ headers }) => [headers.authorization, headers['x-key']])).toEqual([
      [basic('bob:b'), 'k'],
      [basic('ada:a'), 'k'],
    ]);
  });

  test('--saml sends the assertion of a file, and says why it cannot', async () => {
    const { url, asked } = await userServer();
    expect((await call(url, '--saml', 'assertion.xml', '--timestamp')).exitCode).toBe(0);
    expect(asked[0]?.body).toMatch(
      /<\/wsu:Timestamp><Assertion [^>]*ID="_1"><Issuer>i<\/Issuer><\/Assertion>/,
    );
    const { err } = await call(url, '--saml', 'login.txt');
    expect(err).toMatch(/--saml login\.txt: expected a SAML 1\.1 or 2\.0 assertion/);
    expect(err).not.toContain('from the file');
    expect(asked).toHaveLength(1);
  });

  test('a token service of --credentials is called before the service, and its refusal is reported', async () => {
    const { url, asked } = await userServer();
    const sts = { endpoint: url, credentials: { basic: { username: 'ada', password: 'CANARY' } } };
    vi.stubEnv('SOAPSTONE_CREDENTIALS', JSON.stringify({ sts }));
    const { err, exitCode } = await call(url);
    expect(err).toMatch(/token service of "sts": it gives no response to Issue: check "endpoint"/);
    expect(exitCode).toBeGreaterThan(1);
    expect(err).not.toContain('CANARY');
    expect(asked.map(({ body }) => body.includes('RequestSecurityToken'))).toEqual([true]);
  });

  test.each([
    [['--user', 'ada'], /--user: expected name:password, @file, or a name with SOAPSTONE_PASSWORD set/],
    [['--user', '@missing.txt'], /cannot read missing\.txt: there is no such file/],
    [['--key', 'key.pem'], /--key needs --cert/],
    [['--digest'], /--digest needs --username-token/],
    [['--keytab', 'x'], /--keytab needs --kerberos/],
    [['--kerberos', 'ada:secret'], /--kerberos: expected name@REALM/],
    [['--header', 'Host: a'], /Host: this header is set by the transport/],
    [['--cert', 'users.wsdl'], /--cert users\.wsdl: expected/],
    [['--cert', 'cert.pem'], /--cert cert\.pem: expected a private key in PEM/],
    [['--cert', 'cert.pem', '--key', 'users.wsdl'], /--key users\.wsdl: expected a private key/],
    [['--ca', 'key.pem'], /--ca key\.pem: expected one or more X\.509 certificates/],
    [['--sign-cert', 'cert.pem'], /--sign-cert cert\.pem: expected a private key/],
    [['--encrypt-cert', 'key.pem'], /--encrypt-cert key\.pem: expected/],
    [['--credentials', 'login.txt'], /login\.txt:1:1: this is not JSON/],
    [['--save', 'users.wsdl'], /cannot write users\.wsdl: part of its path is a file/],
  ])('%j is rejected before anything is sent', async (options, message) => {
    const { url, asked } = await userServer();
    const { err, exitCode } = await call(url.replace('http:', 'https:'), ...options);
    expect(err).toMatch(message);
    expect(exitCode).toBeGreaterThan(1);
    expect(asked).toEqual([]);
  });
});

describe('call: TLS', () => {
  test('a self-signed certificate is rejected, trusted with --ca, accepted with --insecure', async () => {
    const { url, asked } = await userServer(true);
    expect((await call(url)).exitCode).toBe(4);
    expect(asked).toEqual([]);
    expect((await call(url, '--ca', 'cert.pem')).exitCode).toBe(0);
    expect((await call(url, '--insecure')).exitCode).toBe(0);
    expect(asked.length).toBe(2);
  });

  test('--cert and --key show a client certificate', async () => {
    const { url, asked } = await userServer(true);
    const { exitCode } = await call(url, '--insecure', '--cert', 'cert.pem', '--key', 'key.pem');
    expect(exitCode).toBe(0);
    expect(asked[0]?.client).toBe('localhost');
  });
});

describe('call: messages', () => {
  test('a PKCS#12 file stands for certificate and key: of --sign-cert, and of signature and TLS in --credentials', async () => {
    const us = ['-in', join(cwd, 'cert.pem'), '-inkey', join(cwd, 'key.pem')];
    const file = join(cwd, 'us.p12');
    const args = ['pkcs12', '-export', ...us, '-out', file, '-passout', 'pass:s3cret'];
    execFileSync('openssl', args, { stdio: 'pipe' });
    const { url, asked } = await userServer(true);
    const wrong = await call(url, '--insecure', '--sign-cert', 'us.p12');
    expect(wrong.exitCode).not.toBe(0);
    expect(wrong.err).toContain(
      '--sign-cert: cannot read the PKCS#12 file: the password is wrong or missing; set SOAPSTONE_PASSPHRASE',
    );
    vi.stubEnv('SOAPSTONE_PASSPHRASE', 's3cret');
    expect((await call(url, '--insecure', '--sign-cert', 'us.p12')).exitCode).toBe(0);
    const bundle = { pfx: readFileSync(file).toString('base64'), passphrase: 's3cret' };
    const profile = { signature: bundle, clientCertificate: bundle };
    writeFileSync(join(cwd, 'p12.json'), JSON.stringify(profile));
    expect((await call(url, '--insecure', '--credentials', 'p12.json')).exitCode).toBe(0);
    for (const { body } of asked) expect(body).toMatch(/SignatureValue>[A-Za-z0-9+/=]{300,}</);
    expect(asked.map(({ client }) => client)).toEqual([undefined, 'localhost']);
    const mistaken = { signature: { ...bundle, passphrase: 'CANARY' } };
    writeFileSync(join(cwd, 'p12.json'), JSON.stringify(mistaken));
    const refused = await call(url, '--credentials', 'p12.json');
    expect(refused.err).toContain('p12.json/signature/passphrase: cannot read the PKCS#12 file');
    expect(refused.err).not.toContain('CANARY');
  });

  test('--sign-cert signs, --addressing always sends WS-Addressing headers', async () => {
    const { url, asked } = await userServer();
    const { exitCode, err } = await call(
      url,
      '--timestamp',
      '--sign-cert',
      'cert.pem',
      '--sign-key',
      'key.pem',
    );
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(asked[0]?.body).toMatch(/<(?:\w+:)?SignatureValue>/);
    await call(url, '--addressing', 'always');
    expect(asked[1]?.body).toMatch(/MessageID[^>]*>urn:uuid:/);
  });

  test('--attach sends a MIME part for swaRef, and base64 for base64Binary', async () => {
    const { url, asked } = await userServer();
    const argv = ['call', 'photos.wsdl', 'GetUser', '{"userId": 1}', '--endpoint', url, '--result'];
    const more = ['--attach', 'part:photo=photo.png', '--attach', 'thumbnail=@photo.png'];
    const { err, exitCode } = await runCommand([...argv, ...more], { cwd });
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/related/);
    expect(asked[0]?.body).toContain('\x89PNG\x00\xff');
    expect(asked[0]?.body).toContain(Buffer.from([137, 80, 78, 71, 0, 255]).toString('base64'));
    expect(asked[0]?.body).toMatch(/photo>cid:/);
  });

  test('--verbose prints both messages and timings without secrets; the result stays alone on standard output', async () => {
    const { url } = await userServer();
    const { out, err } = await call(url, '--verbose', '--username-token', 'ada:very secret');
    expect(JSON.parse(out)).toMatchObject({ name: 'Ada' });
    expect(err).toContain(`> POST ${url}`);
    expect(err).toContain('<ns1:userId>1</ns1:userId>');
    expect(err).toContain('< HTTP 200');
    expect(err).toContain(USER);
    expect(err).toMatch(/total \d+\.\d ms/);
    expect(err).not.toContain('very secret');
  });

  test('--verbose and --save have the message as it is sent, with its signature', async () => {
    const { url, asked } = await userServer();
    const sign = ['--sign-cert', 'cert.pem', '--sign-key', 'key.pem'];
    const { err } = await call(url, '--verbose', '--save', 'signed', ...sign);
    expect(asked[0]?.body).toMatch(/SignatureValue>/);
    expect(readFileSync(join(cwd, 'signed', 'request.xml'), 'utf8')).toBe(asked[0]?.body);
    expect(err).toContain(asked[0]?.body);
  });

  test('--verbose and --save have the request of a call without a response, which names its address', async () => {
    const server = createHttpServer((request) => request.socket.destroy());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { err, exitCode } = await call(url, '--verbose', '--save', 'reset');
    expect(exitCode).toBe(4);
    expect(err).toMatch(/^> POST http.*\n(?:.*\n)*encode [\d.]+ ms, total [\d.]+ ms\nerror: http:\/\/127/);
    expect(readdirSync(join(cwd, 'reset'))).toEqual(['request.xml']);
  });

  test('a timeout is reported in terms of --timeout', async () => {
    const server = createHttpServer();
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { err } = await call(url, '--timeout', '0.2');
    server.closeAllConnections();
    expect(err).toBe(`error: ${url}: no complete answer within 200 ms (--timeout raises this limit)\n`);
  });

  test('--save writes the messages into a directory that it creates', async () => {
    const { url } = await userServer();
    await call(url, '--save', join('saved', 'first'));
    const saved = join(cwd, 'saved', 'first');
    expect(readdirSync(saved).sort()).toEqual(['request.xml', 'response.xml']);
    expect(readFileSync(join(saved, 'response.xml'), 'utf8')).toBe(USER);
  });
});

describe('request --curl', () => {
  test('the command sends the same request', async () => {
    const { url, asked } = await userServer();
    const argv = ['request', 'users.wsdl', 'GetUser', '{"userId": 1}', '--endpoint', url];
    const { out } = await runCommand([...argv, '--curl'], { cwd });
    // Not execFileSync: it would block the server in this process.
    const { execFile } = await import('node:child_process');
    const answer = await new Promise<string>((resolve, reject) =>
      execFile('bash', ['-c', out], (error, stdout) => (error === null ? resolve(stdout) : reject(error))),
    );
    expect(answer).toBe(USER);
    const { out: body } = await runCommand([...argv, '--body'], { cwd });
    expect(`${asked[0]?.body}\n`).toBe(body);
    expect(asked[0]?.headers['soapaction']).toBe('"urn:users/GetUser"');
  });
});
