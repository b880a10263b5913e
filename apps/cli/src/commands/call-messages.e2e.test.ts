import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { setCallScene } from '../testing/call-scene.js';
import { runCommand } from '../testing/run-command.js';
import { USER, USERS_WSDL } from '../testing/users-wsdl.js';

/** The same service with a photo that is sent as a MIME part, and a thumbnail that is sent as base64. */
const PHOTOS_WSDL = USERS_WSDL.replace(
  'xmlns:t="urn:users"',
  'xmlns:t="urn:users" xmlns:r="http://ws-i.org/profiles/basic/1.1/xsd"',
).replace(
  '<xs:element name="userId" type="xs:long"/>',
  '$&<xs:element name="photo" type="r:swaRef" minOccurs="0"/><xs:element name="thumbnail" type="xs:base64Binary" minOccurs="0"/>',
);

const { cwd, userServer, serve, call } = setCallScene({
  'photos.wsdl': PHOTOS_WSDL,
  'photo.png': new Uint8Array([137, 80, 78, 71, 0, 255]),
});

describe('call: messages', () => {
  test('a PKCS#12 file provides certificate and key: for --sign-cert, and for signature and TLS in --credentials', async () => {
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
    execFileSync('openssl', [...args, '-legacy'], { stdio: 'pipe' });
    expect((await call(url, '--insecure', '--cert', 'us.p12')).exitCode).toBe(0);
    expect(asked.map(({ client }) => client)).toEqual([undefined, 'localhost', 'localhost']);
    vi.stubEnv('SOAPSTONE_PASSPHRASE', 'CANARY');
    expect((await call(url, '--insecure', '--cert', 'us.p12')).err).toContain(
      '--cert: cannot read the PKCS#12 file: the password is wrong or missing; set SOAPSTONE_PASSPHRASE',
    );
    vi.stubEnv('SOAPSTONE_PASSPHRASE', 's3cret');
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
    expect(asked[1]?.body).toMatch(/<wsa:Action [^>]*>urn:users\/GetUser</);
  });

  test('--wsa-to and the other properties are sent by call and shown by request', async () => {
    const { url, asked } = await userServer();
    const chosen = [
      '--wsa-to',
      'urn:partner',
      '--wsa-reply-to',
      'urn:r',
      '--wsa-must-understand',
      'To,Action',
    ];
    await call(url, ...chosen);
    const argv = ['request', 'users.wsdl', 'GetUser', '{"userId": 1}', '--endpoint', url, '--body'];
    const { out } = await runCommand([...argv, ...chosen], { cwd });
    for (const body of [asked[0]?.body, out]) {
      expect(body).toMatch(/<wsa:Action [^>]*mustUnderstand="1">urn:users\/GetUser</);
      expect(body).toMatch(/<wsa:To [^>]*mustUnderstand="1">urn:partner</);
      expect(body).toMatch(/<wsa:ReplyTo [^>]*addressing"><wsa:Address>urn:r</);
    }
    const action = ['--wsa-action', 'urn:users/GetUser2'];
    await call(url, ...action);
    const shown = await runCommand([...argv.slice(0, -1), ...action], { cwd });
    expect(asked[1]?.headers['soapaction']).toBe('"urn:users/GetUser2"');
    expect(shown.out).toContain('SOAPAction: "urn:users/GetUser2"');
    for (const body of [asked[1]?.body, shown.out])
      expect(body).toMatch(/<wsa:Action [^>]*>urn:users\/GetUser2</);
    const wrong = await call(url, '--wsa-must-understand', 'to');
    expect(wrong.exitCode).not.toBe(0);
    expect(wrong.err).toContain('expected Action, To, MessageID');
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

  test('--verbose prints both messages and timings without secrets to standard error, only the result to standard output', async () => {
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

  test('--verbose and --save show the message as it is sent, with its signature', async () => {
    const { url, asked } = await userServer();
    const sign = ['--sign-cert', 'cert.pem', '--sign-key', 'key.pem'];
    const { err } = await call(url, '--verbose', '--save', 'signed', ...sign);
    expect(asked[0]?.body).toMatch(/SignatureValue>/);
    expect(readFileSync(join(cwd, 'signed', 'request.xml'), 'utf8')).toBe(asked[0]?.body);
    expect(err).toContain(asked[0]?.body);
  });

  test('--verbose and --save show the request of a call without a response, and the error names its address', async () => {
    const url = await serve((request) => request.socket.destroy());
    const { err, exitCode } = await call(url, '--verbose', '--save', 'reset');
    expect(exitCode).toBe(4);
    expect(err).toMatch(/^> POST http.*\n(?:.*\n)*encode [\d.]+ ms, total [\d.]+ ms\nerror: http:\/\/127/);
    expect(readdirSync(join(cwd, 'reset'))).toEqual(['request.xml']);
  });

  test('a timeout is reported in terms of --timeout', async () => {
    const url = await serve();
    const { err } = await call(url, '--timeout', '0.2');
    expect(err).toBe(`error: ${url}: no complete response within 200 ms (--timeout raises this limit)\n`);
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
  test('--mtom always packs binary values, and the command sends the same bytes as call', async () => {
    const { url, asked } = await userServer();
    const input = JSON.stringify({ userId: 1, thumbnail: Buffer.alloc(1_500, 0xfe).toString('base64') });
    const argv = ['photos.wsdl', 'GetUser', input, '--endpoint', url, '--mtom', 'always'];
    const { out } = await runCommand(['request', ...argv, '--curl'], { cwd });
    await new Promise<void>((resolve, reject) => {
      execFile('bash', ['-c', out], (error) => (error === null ? resolve() : reject(error)));
    });
    expect((await runCommand(['call', ...argv], { cwd })).exitCode).toBe(0);
    const boundary = /soapstone-[0-9a-f]+/g;
    const [printed, called] = asked.map(({ body }) => body.replaceAll(boundary, ''));
    expect(printed).toBe(called);
    expect(printed).toContain('\xfe'.repeat(1_500));
    expect(printed).toMatch(/<xop:Include [^>]*href="cid:xop-1@/);
    for (const { headers } of asked)
      expect(headers['content-type']).toMatch(/^multipart\/related; type="application\/xop\+xml"/);
  });

  test('the command sends the same request', async () => {
    const { url, asked } = await userServer();
    const argv = ['request', 'users.wsdl', 'GetUser', '{"userId": 1}', '--endpoint', url];
    const { out } = await runCommand([...argv, '--curl'], { cwd });
    // Not execFileSync, which would block the server in this process.
    const answer = await new Promise<string>((resolve, reject) =>
      execFile('bash', ['-c', out], (error, stdout) => (error === null ? resolve(stdout) : reject(error))),
    );
    expect(answer).toBe(USER);
    const { out: body } = await runCommand([...argv, '--body'], { cwd });
    expect(`${asked[0]?.body}\n`).toBe(body);
    expect(asked[0]?.headers['soapaction']).toBe('"urn:users/GetUser"');
  });
});
