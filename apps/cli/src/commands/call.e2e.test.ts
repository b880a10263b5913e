import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { BANK_WSDL } from '../testing/bank-wsdl.js';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL, 'input.json': '{"userId": 9007199254740993}' });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="${SOAP}"><s:Body>${body}</s:Body></s:Envelope>`;
const USER = envelope(
  '<GetUserResponse xmlns="urn:users"><user><id>9007199254740993</id><name>Ada</name></user></GetUserResponse>',
);
const FAULT = envelope(
  '<s:Fault><faultcode>s:Server</faultcode><faultstring>No such user</faultstring></s:Fault>',
);

/** Starts a SOAP server with this response, and records the requests that it receives. */
async function serverWith(
  status: number,
  answer: string,
): Promise<{ url: string; asked: { headers: IncomingMessage['headers']; body: string }[] }> {
  const asked: { headers: IncomingMessage['headers']; body: string }[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push({ headers: request.headers, body });
    response.writeHead(status, { 'Content-Type': 'text/xml; charset=utf-8' }).end(answer);
  };
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/users`, asked };
}

describe('soapstone call', () => {
  test('JSON in, JSON out, exact numbers', async () => {
    const { url, asked } = await serverWith(200, USER);
    const result = await runCommand(['call', 'users.wsdl', 'GetUser', 'input.json', '--endpoint', url], {
      cwd,
    });
    expect({ exitCode: result.exitCode, err: result.err }).toEqual({ exitCode: 0, err: '' });
    expect(result.out).toContain('"id": 9007199254740993');
    expect(asked[0]?.headers['soapaction']).toBe('"urn:users/GetUser"');
    expect(asked[0]?.body).toContain('<ns1:userId>9007199254740993</ns1:userId>');
  });

  test('keeps the digits of decimals with --digits lexical, with attached files too', async () => {
    const paid =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><PayResponse xmlns="urn:bank"><amount>1.50</amount></PayResponse></s:Body></s:Envelope>';
    const { url, asked } = await serverWith(200, paid);
    const bank = directoryOf({ 'bank.wsdl': BANK_WSDL, 'slip.txt': 'slip' });
    const argv = ['call', 'bank.wsdl', 'Pay', '{"amount":[-0.10]}', '--endpoint', url, '--result'];
    const more = ['--digits', 'lexical', '--attach', 'slip=slip.txt'];
    const { out, err } = await runCommand([...argv, ...more], { cwd: bank });
    expect(err).toBe('');
    expect(out).toContain('1.50');
    expect(asked[0]?.body).toMatch(/amount>-0\.10</);
    await runCommand(argv, { cwd: bank });
    expect(asked[1]?.body).toMatch(/amount>-0\.1</);
  });

  test('a fault becomes the error body, with exit code 1', async () => {
    const { url } = await serverWith(500, FAULT);
    const argv = ['call', 'users.wsdl', 'GetUser', '--query', 'userId=1', '--endpoint', url];
    const { out, exitCode } = await runCommand(argv, { cwd });
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ error: { type: 'UPSTREAM_ERROR', message: 'No such user' } });
  });

  test('credentials reach the server', async () => {
    const { url, asked } = await serverWith(200, USER);
    const argv = ['call', 'users.wsdl', 'GetUser', 'input.json', '--endpoint', url, '--result'];
    const more = ['--user', 'ada:secret', '--header', 'X-Key: k:1', '--username-token', 'bob:pass'];
    const { out } = await runCommand([...argv, ...more], { cwd });
    expect(JSON.parse(out)).toMatchObject({ name: 'Ada' });
    expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:secret').toString('base64')}`);
    expect(asked[0]?.headers['x-key']).toBe('k:1');
    expect(asked[0]?.body).toMatch(/<wsse:Username[^>]*>bob<\/wsse:Username>/);
  });

  test('--ntlm starts a login with a message that does not name the user yet', async () => {
    const { url, asked } = await serverWith(200, USER);
    const argv = ['call', 'users.wsdl', 'GetUser', 'input.json', '--endpoint', url];
    await runCommand([...argv, '--ntlm', 'CORP\\ada:secret'], { cwd });
    expect(asked[0]).toMatchObject({ body: '' });
    expect(asked[0]?.headers.authorization).toMatch(/^NTLM TlRMTVNTUAAB[\w+/]{42}==$/);
  });

  test('a one-way operation', async () => {
    const { url } = await serverWith(202, '');
    const { out, exitCode } = await runCommand(
      ['call', 'users.wsdl', 'Ping', '--endpoint', url, '--result'],
      { cwd },
    );
    expect({ out, exitCode }).toEqual({ out: '{}\n', exitCode: 0 });
  });

  test.each([
    ['an HTML error page', 500, '<html><body>Oops</body></html>', 4, /HTTP 500 and no SOAP fault/],
    ['a response that is not SOAP', 200, 'hello', 1, /it is text, not XML: "hello"/],
    ['an empty response', 200, '', 1, /its body is empty/],
    ['an error in JSON', 503, '{"message":"no backend"}', 4, /HTTP 503.*JSON.*"no backend"/],
  ])('%s', async (_, status, answer, exitCode, message) => {
    const { url } = await serverWith(status, answer);
    const result = await runCommand(['call', 'users.wsdl', 'GetUser', 'input.json', '--endpoint', url], {
      cwd,
    });
    expect(result.err).toMatch(message);
    expect(result.exitCode).toBe(exitCode);
  });

  test('what came instead of SOAP is shown, also as JSON, without the password', async () => {
    const { url } = await serverWith(403, 'ada:letmein is blocked');
    const argv = ['call', 'users.wsdl', 'GetUser', 'input.json', '--endpoint', url, '--user', 'ada:letmein'];
    const plain = await runCommand(argv, { cwd });
    expect(plain.err).toContain('it refuses access; it is text, not XML: "ada:[redacted] is blocked"');
    expect(plain.err).toContain('it did not accept the credentials that were sent');
    const { out } = await runCommand([...argv, '--format', 'json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      error: { answer: { statusLine: 'HTTP 403 Forbidden', body: 'ada:[redacted] is blocked' } },
    });
  });

  test('a server that does not listen, and an invalid input that is not sent', async () => {
    const nobody = ['call', 'users.wsdl', 'GetUser', 'input.json', '--endpoint', 'http://127.0.0.1:9/'];
    expect((await runCommand(nobody, { cwd })).exitCode).toBe(4);
    const { url, asked } = await serverWith(200, USER);
    const wrong = await runCommand(['call', 'users.wsdl', 'GetUser', '--endpoint', url], { cwd });
    expect({ exitCode: wrong.exitCode, asked }).toEqual({ exitCode: 1, asked: [] });
  });
});
