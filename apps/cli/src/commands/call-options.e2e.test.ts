import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { setCallScene } from '../testing/call-scene.js';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const { userServer, call } = setCallScene({
  'login.txt': 'ada:from the file\n',
  'null.json': 'null',
  'list.json': '[{"basic": {}}]',
  'token.txt': 'secret token\n',
  'assertion.xml':
    '<?xml version="1.0"?>\n<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><Issuer>i</Issuer></Assertion>\n',
});

describe('call: input', () => {
  test('JSON as an argument and @file are equivalent to a file', async () => {
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

  test('the password of a name alone comes from SOAPSTONE_PASSWORD; @file has both', async () => {
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

  test('--saml sends the assertion in a file, or says why it cannot', async () => {
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

  test('a token service in --credentials is called before the service, and its refusal is reported', async () => {
    const { url, asked } = await userServer();
    const sts = { endpoint: url, credentials: { basic: { username: 'ada', password: 'CANARY' } } };
    vi.stubEnv('SOAPSTONE_CREDENTIALS', JSON.stringify({ sts }));
    const { err, exitCode } = await call(url);
    expect(err).toMatch(/token service of "sts": it sent no response to Issue: check "endpoint"/);
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
    [['--session-cert', 'key.pem'], /--session-cert key\.pem: expected an X\.509 certificate in PEM/],
    [['--http-digest', 'a:b', '--user', 'c:d'], /--http-digest: basic already sets the authorization header/],
    [['--credentials', 'login.txt'], /login\.txt:1:1: this is not JSON/],
    [['--credentials', 'null.json'], /null\.json: expected an object, such as \{"basic"/],
    [['--credentials', 'list.json'], /list\.json: expected an object, such as \{"basic"/],
    [['--save', 'users.wsdl'], /cannot write users\.wsdl: part of its path is a file/],
  ])('%j is rejected before anything is sent', async (options, message) => {
    const { url, asked } = await userServer();
    const { err, exitCode } = await call(url.replace('http:', 'https:'), ...options);
    expect(err).toMatch(message);
    expect(exitCode).toBeGreaterThan(1);
    expect(asked).toEqual([]);
  });
});

describe('call: --raw', () => {
  test('prints elements as they came, and the others as JSON', async () => {
    const { url } = await userServer();
    const plain = JSON.parse((await call(url, '--result')).out) as { name: string };
    const { out, exitCode } = await call(url, '--result', '--raw', 'name');
    expect(exitCode).toBe(0);
    const { name, ...others } = JSON.parse(out) as { name: { $xml: string } };
    expect(name.$xml).toMatch(new RegExp(`^<(\\w+:)?name xmlns[^>]*>${plain.name}</(\\w+:)?name>$`));
    expect({ ...others, name: plain.name }).toEqual(plain);
  });

  test('a path to no element is rejected before anything is sent', async () => {
    const { url, asked } = await userServer();
    const { err, exitCode } = await call(url, '--raw', 'nam');
    expect(err).toContain('--raw: cannot return "nam" as $xml: there is no "nam"; did you mean "name"?');
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

  test('--cert and --key send a client certificate', async () => {
    const { url, asked } = await userServer(true);
    const { exitCode } = await call(url, '--insecure', '--cert', 'cert.pem', '--key', 'key.pem');
    expect(exitCode).toBe(0);
    expect(asked[0]?.client).toBe('localhost');
  });
});

test('--lenient-http reads a response that breaks the syntax of HTTP; without it the message names the rule and the option', async () => {
  const body =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>was read</faultstring></s:Fault></s:Body></s:Envelope>';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!data.toString('latin1').includes('Envelope>')) return;
      socket.end(`HTTP/1.1 500 Error\nContent-Type: text/xml\nContent-Length: ${body.length}\n\n${body}`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const refused = await call(url);
  expect(refused.err).toMatch(
    /is not HTTP: a line of the header section does not end with CR and LF \(RFC 9112 §2\.2\), at the byte 0x0a; --lenient-http reads it/,
  );
  const read = await call(url, '--lenient-http');
  expect(`${read.out}${read.err}`).toContain('was read');
  server.close();
});

test('--compatibility speaks HTTP/1.0 with the names of the specification; without it the message names the switch', async () => {
  const body =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>was read</faultstring></s:Fault></s:Body></s:Envelope>';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const text = data.toString('latin1');
      if (!text.includes('Envelope>')) return;
      const isOld = text.includes(' HTTP/1.0\r\n') && text.includes('\r\nSOAPAction: ');
      const status = isOld ? '500 Error' : '505 Version';
      const answer = isOld ? body : 'no';
      const type = isOld ? 'text/xml' : 'text/plain';
      socket.end(
        `HTTP/1.0 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`,
      );
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const refused = await call(url);
  expect(refused.err).toMatch(
    /it does not speak HTTP\/1\.1 \(505\).*; --compatibility http-1\.0 allows it, at the risk that a response without Content-Length/,
  );
  const read = await call(url, '--compatibility', 'http-1.0,header-names');
  expect(`${read.out}${read.err}`).toContain('was read');
  const wrong = await call(url, '--compatibility', 'tls1');
  expect(wrong.exitCode).toBe(2);
  expect(wrong.err).toContain('expected some of tls-1.0, tls-1.1');
  server.close();
});
