import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { mutualTls, selfSigned } from '../testing/self-signed.js';
import { USER, USERS_WSDL } from '../testing/users-wsdl.js';

/** WSDLs from servers that require a login, or whose certificate was issued by a private authority. */

const cwd = directoryOf({ 'input.json': '{"userId": 1}' });
const issued = selfSigned(cwd);
const LOGIN = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
});

interface Asked {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly client: string | undefined;
}

/** Serves the WSDL and its operation, over TLS if `isSecure`, and only to ada if `isClosed`. */
async function start({ isSecure = true, isClosed = true } = {}): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = isSecure ? createHttpsServer(mutualTls(issued)) : createHttpServer();
  server.on('request', (request, response) => {
    const { method, headers, socket } = request;
    const client = isSecure ? (socket as TLSSocket).getPeerCertificate().subject?.CN?.toString() : undefined;
    asked.push({ method, headers, client });
    if (isClosed && headers.authorization !== LOGIN) response.writeHead(401).end();
    else response.writeHead(200, { 'Content-Type': 'text/xml' }).end(method === 'POST' ? USER : wsdl);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `${isSecure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const wsdl = USERS_WSDL.replace(/location="http[^"]*"/, `location="${url}"`);
  return { url, asked };
}

describe('a WSDL at a URL', () => {
  test.each<[string, ...string[]]>([
    ['inspect'],
    ['openapi'],
    ['types'],
    ['request', 'GetUser', 'input.json'],
    ['example', 'GetUser'],
    ['client', '-o', 'client'],
    ['export', 'curl', '-o', 'scripts'],
  ])('%s logs in, and trusts the authorities of --ca', async (command, ...more) => {
    const { url, asked } = await start();
    const argv = command === 'export' ? [command, 'curl', url, ...more.slice(1)] : [command, url, ...more];
    const { err, exitCode } = await runCommand([...argv, '--ca', 'cert.pem', '--user', 'ada:secret'], {
      cwd,
    });
    expect({ err: exitCode === 0 ? '' : err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([LOGIN]);
  });

  test('call uses the same credentials for the WSDL and for the call', async () => {
    vi.stubEnv('SOAPSTONE_PASSWORD', 'secret');
    const { url, asked } = await start();
    const argv = ['call', url, 'GetUser', 'input.json', '--result', '--user', 'ada', '--insecure'];
    const { out, err } = await runCommand([...argv, '--cert', 'cert.pem', '--key', 'key.pem'], { cwd });
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject({ name: 'Ada' });
    expect(asked.map(({ method, client }) => [method, client])).toEqual([
      ['GET', 'localhost'],
      ['POST', 'localhost'],
    ]);
  });

  test('credentials for an --endpoint on another origin are not sent to the server of the WSDL', async () => {
    const documents = await start({ isSecure: false, isClosed: false });
    const service = await start({ isSecure: false });
    const argv = ['call', documents.url, 'GetUser', 'input.json', '--endpoint', service.url];
    const { exitCode, err } = await runCommand([...argv, '--user', 'ada:secret'], { cwd });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(documents.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(service.asked.map(({ headers }) => headers.authorization)).toEqual([LOGIN]);
  });

  test('errors name the option that helps', async () => {
    const { url } = await start();
    const untrusted = await runCommand(['inspect', url], { cwd });
    expect(untrusted.err).toMatch(/\(\w*SELF_SIGNED\w*\); trust the authority of its certificate with --ca/);
    expect(untrusted.exitCode).toBe(4);
    const anonymous = await runCommand(['inspect', url, '--insecure'], { cwd });
    expect(anonymous.err).toMatch(/HTTP status 401.*; send credentials with --user or --header/);
    const endpoint = await runCommand(['call', url, 'GetUser', '--endpoint', 'users'], { cwd });
    expect([endpoint.exitCode, endpoint.err]).toEqual([
      2,
      expect.stringContaining("'--endpoint <url>' argument 'users'"),
    ]);
  });
});
