import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Account, RegisteredService } from '@soapstone/gateway';
import { freePort } from '@soapstone/testing/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../../../gateway/src/testing/gateway-under-test.js';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const EXAMPLE = fileURLToPath(
  new URL('../../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
const BASE_URL = 'https://gateway.example';

/** Two services, imported schemas and an overloaded operation: cases that the command and the gateway could read differently. */
const SEVERAL_WSDL = USERS_WSDL.replace(
  '<xs:schema targetNamespace="urn:users" elementFormDefault="qualified">',
  '<xs:schema targetNamespace="urn:users" elementFormDefault="qualified"><xs:include schemaLocation="more.xsd"/>',
).replace(
  '<xs:element name="id" type="xs:long"/>',
  '<xs:element name="id" type="xs:long"/><xs:element name="address" type="t:Address" minOccurs="0"/>',
);
const MORE_XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:users" targetNamespace="urn:users">
  <xs:complexType name="Address"><xs:sequence><xs:element name="zip"><xs:simpleType><xs:restriction base="xs:string">
    <xs:pattern value="\\d{4,5}"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:schema>`;

/** Starts the gateway itself, as behind a proxy that terminates TLS, and queries it over HTTP. */
describe('soapstone openapi and the gateway', () => {
  let under: GatewayUnderTest;
  let origin: string;
  let account: Account;
  let key: string;
  const cwd = directoryOf({ 'several.wsdl': SEVERAL_WSDL, 'more.xsd': MORE_XSD });

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    under = await startUnderTest({ BASE_URL, TRUST_PROXY: '1', HTTPS_PORT: String(port) });
    account = await under.createAccount({ plan: 'Pro' });
    ({ key } = await under.createKey(account.id));
  });
  afterAll(() => under?.stop());

  async function register(
    files: Record<string, string>,
    main: string,
    more: object = {},
  ): Promise<RegisteredService> {
    const bytes = Object.entries(files).map(
      ([name, text]) => [name, new TextEncoder().encode(text)] as const,
    );
    const source = { kind: 'files' as const, files: new Map(bytes), main };
    return under.register(account, { source, ...more });
  }

  async function served({ id }: RegisteredService): Promise<string> {
    const headers = { 'X-API-Key': key, 'X-Forwarded-Proto': 'https' };
    const response = await fetch(`${origin}/api/services/${id}/openapi`, { headers });
    expect(response.status).toBe(200);
    return response.text();
  }

  const printed = async (wsdl: string, slug: string, ...more: string[]): Promise<string> => {
    const argv = [
      'openapi',
      wsdl,
      '--base-url',
      BASE_URL,
      '--account',
      account.id,
      '--service',
      slug,
      ...more,
    ];
    const { out, exitCode } = await runCommand(argv, { cwd });
    expect(exitCode).toBe(0);
    return out;
  };

  test('the example service: the same bytes', async () => {
    const directory = dirname(EXAMPLE);
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const documents = names.filter((name) => /\.(?:wsdl|xsd)$/.test(name));
    expect(documents.length).toBeGreaterThan(1);
    const files = documents.map((name) => [name, readFileSync(join(directory, name), 'utf8')] as const);
    const service = await register(Object.fromEntries(files), 'user-directory.wsdl');
    expect(await printed(EXAMPLE, service.slug)).toBe(await served(service));
  });

  test('the default slug: the same bytes', async () => {
    const service = await register({ 'users.wsdl': USERS_WSDL }, 'users.wsdl');
    const directory = directoryOf({ 'users.wsdl': USERS_WSDL });
    const argv = ['openapi', 'users.wsdl', '--base-url', BASE_URL, '--account', account.id];
    expect((await runCommand(argv, { cwd: directory })).out).toBe(await served(service));
  });

  test('several documents, other methods, numbers as strings: the same bytes', async () => {
    const settings = { methodPolicy: 'GET + POST', numbers: 'string' };
    const service = await register({ 'several.wsdl': SEVERAL_WSDL, 'more.xsd': MORE_XSD }, 'several.wsdl', {
      slug: 'people',
      name: 'People',
      settings,
    });
    const text = await served(service);
    expect(text).toContain('"get"');
    const more = ['--methods', 'GET+POST', '--numbers', 'string', '--title', 'People'];
    expect(await printed('several.wsdl', 'people', ...more)).toBe(text);
  });

  test('a WSDL at an address: the same bytes as from the file', async () => {
    const server = createServer((_, response) => response.end(USERS_WSDL));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const service = await register({ 'users.wsdl': USERS_WSDL }, 'users.wsdl', { slug: 'by-address' });
    expect(await printed(`http://127.0.0.1:${port}/users?wsdl`, 'by-address')).toBe(await served(service));
    await new Promise((resolve) => server.close(resolve));
  });
});
