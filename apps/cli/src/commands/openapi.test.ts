import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
const untyped = directoryOf({ 'open.wsdl': USERS_WSDL.replace('type="xs:long"', 'type="xs:anyType"') });
const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

describe('soapstone openapi', () => {
  test('prints a valid document, the same bytes every time', async () => {
    const first = await runCommand(['openapi', 'users.wsdl'], { cwd });
    expect({ exitCode: first.exitCode, err: first.err }).toEqual({ exitCode: 0, err: '' });
    const document = JSON.parse(first.out);
    expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
    expect(Object.keys(document.paths)).toEqual([
      '/api/v1/account/user-service/GetUser',
      '/api/v1/account/user-service/Ping',
    ]);
    expect((await runCommand(['openapi', 'users.wsdl'], { cwd })).out).toBe(first.out);
  });

  test('writes YAML to a file with that extension, with the values of the options', async () => {
    const argv = ['openapi', 'users.wsdl', '-o', 'users.yaml', '--base-url', 'https://api.example.com/'];
    const more = [
      '--account',
      'acc_1',
      '--service',
      'users',
      '--methods',
      'get+post',
      '--method',
      'Ping=POST',
    ];
    const result = await runCommand([...argv, ...more, '--title', 'People', '--api-version', '3'], { cwd });
    expect(result).toEqual({ out: '', err: '', exitCode: 0 });
    const document = parse(readFileSync(join(cwd, 'users.yaml'), 'utf8')) as {
      info: unknown;
      servers: unknown;
      paths: Record<string, object>;
    };
    expect(document.info).toMatchObject({ title: 'People', version: '3' });
    expect(document.servers).toEqual([{ url: 'https://api.example.com' }]);
    const methods = Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)]);
    expect(methods).toEqual([
      ['/api/v1/acc_1/users/GetUser', ['post', 'get']],
      ['/api/v1/acc_1/users/Ping', ['post']],
    ]);
  });

  test('a service without an operation is rejected with the reason; --allow-empty prints it', async () => {
    const empty = directoryOf({
      'empty.wsdl': USERS_WSDL.replace('http://schemas.xmlsoap.org/soap/http', 'urn:jms'),
    });
    const refused = await runCommand(['openapi', 'empty.wsdl'], { cwd: empty });
    expect(refused).toMatchObject({ out: '', exitCode: 1 });
    expect(refused.err).toContain(
      'empty.wsdl has no operation that can be offered: no port offers the operation of',
    );
    expect(refused.err).toContain('the transport of the binding is urn:jms');
    expect(refused.err).toContain('--allow-empty');
    const allowed = await runCommand(['openapi', 'empty.wsdl', '--allow-empty'], { cwd: empty });
    expect(allowed.exitCode).toBe(0);
    expect(JSON.parse(allowed.out)).toMatchObject({ openapi: '3.0.3', paths: {} });
    const batch = ['openapi', '--batch', '-'];
    const lines = await runCommand(batch, { cwd: empty, input: '{"id":1,"wsdl":"empty.wsdl"}' });
    expect(JSON.parse(lines.out)).toMatchObject({ id: 1, ok: false, error: { code: 'NO_OPERATION' } });
  });

  test('--numbers string shows wide numbers as strings (NM-2)', async () => {
    const { out } = await runCommand(['openapi', 'users.wsdl', '--numbers', 'string'], { cwd });
    const { components, paths } = JSON.parse(out);
    expect(components.schemas.GetUserRequest.properties.userId).toMatchObject({
      type: 'string',
      format: 'int64',
    });
    expect(paths['/api/v1/account/user-service/GetUser'].post['x-soap'].numbers).toBe('string');
  });

  test('OpenAPI 3.1, with valid examples', async () => {
    const { out } = await runCommand(['openapi', 'users.wsdl', '--openapi', '3.1', '--examples'], { cwd });
    const document = JSON.parse(out);
    expect(document.openapi).toBe('3.1.0');
    expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
    const { post } = document.paths['/api/v1/account/user-service/GetUser'];
    const example = JSON.stringify(post.requestBody.content['application/json'].example);
    const request = await runCommand(['request', 'users.wsdl', 'GetUser', '-'], { cwd, input: example });
    expect(request.exitCode).toBe(0);
    expect(post.responses['200'].content['application/json'].example).toMatchObject({
      result: { id: expect.any(Number), name: expect.any(String), role: expect.any(Array) },
      meta: { service: 'user-service', operation: 'GetUser' },
    });
  });

  test('an operation that does not support GET keeps POST, as in the gateway', async () => {
    const { out, err, exitCode } = await runCommand(['openapi', 'open.wsdl', '--methods', 'GET'], {
      cwd: untyped,
    });
    expect({ err, exitCode }).toEqual({
      err: 'note: GET is not possible, so they keep POST: GetUser\n',
      exitCode: 0,
    });
    const { paths } = JSON.parse(out) as { paths: Record<string, object> };
    expect(Object.entries(paths).map(([path, item]) => [path.split('/').at(-1), Object.keys(item)])).toEqual([
      ['GetUser', ['post']],
      ['Ping', ['get']],
    ]);
  });

  test('reads a directory and a URL as well', async () => {
    const { out } = await runCommand(['openapi', 'users.wsdl'], { cwd });
    expect((await runCommand(['openapi', '.'], { cwd })).out).toBe(out);
    const server = createServer((_, response) => response.end(USERS_WSDL));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/users?wsdl`;
    expect((await runCommand(['openapi', url], { cwd })).out).toBe(out);
  });

  test('a document on another private host is fetched only with --allow-host, which the error names', async () => {
    const more =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:users"><xs:complexType name="More"/></xs:schema>';
    const server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo;
      const include = `<xs:include schemaLocation="http://127.0.0.1:${port}/more.xsd"/>`;
      const users = USERS_WSDL.replace(/<xs:schema[^>]*>/, `$&${include}`).replace(
        'name="role" type="xs:string"',
        'name="role" type="t:More"',
      );
      response.end(request.url === '/more.xsd' ? more : users);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const url = `http://localhost:${(server.address() as AddressInfo).port}/users?wsdl`;
    const refused = await runCommand(['report', url], { cwd });
    expect(refused.out).toMatch(
      /cannot connect to the upstream: 127\.0\.0\.1 is loopback; --allow-host 127\.0\.0\.1 permits it/,
    );
    const allowed = await runCommand(
      ['report', url, '--allow-host', '10.0.0.0/8', '--allow-host', '127.0.0.1'],
      { cwd },
    );
    expect(allowed.out).not.toContain('cannot connect');
    const wrong = await runCommand(['report', url, '--allow-host', 'http://localhost/'], { cwd });
    expect(wrong.out + wrong.err).toMatch(/cannot use --allow-host: .*"http:\/\/localhost\/"/);
  });

  test.each([
    ['no file', ['openapi', 'missing.wsdl'], 3, /cannot read .*missing\.wsdl/],
    ['no argument', ['openapi'], 2, /missing required argument/],
    ['an unknown format', ['openapi', 'users.wsdl', '--format', 'xml'], 2, /Allowed choices are json, yaml/],
    [
      'an unknown method',
      ['openapi', 'users.wsdl', '--methods', 'PUT'],
      2,
      /expected POST, GET or GET\+POST/,
    ],
    ['an unknown port', ['openapi', 'users.wsdl', '--port', 'X'], 2, /UserService\/UserSoap \(SOAP 1\.1\)/],
    [
      'GET for an operation that does not support it',
      ['openapi', join(untyped, 'open.wsdl'), '--method', 'GetUser=GET+POST'],
      2,
      /--method: operation "GetUser" cannot have GET: .*userId/,
    ],
    ['no server', ['openapi', 'http://127.0.0.1:9/x?wsdl'], 4, /./],
    ['an unknown command', ['opnapi'], 2, /Did you mean openapi/],
  ])('%s', async (_, argv, exitCode, message) => {
    const result = await runCommand(argv, { cwd });
    expect(result.exitCode).toBe(exitCode);
    expect(result.out).toBe('');
    expect(result.err).toMatch(message);
  });
});

describe('errors point at the place', () => {
  test('the line of the document, with a caret', async () => {
    const directory = directoryOf({
      'bad.wsdl': USERS_WSDL.replace('<types>', '<types>\n  <a b="1" b="2"/>'),
    });
    const { err, exitCode } = await runCommand(['inspect', 'bad.wsdl'], { cwd: directory });
    expect(exitCode).toBe(3);
    const [message, excerpt, caret] = err.split('\n');
    expect(message).toMatch(/^error: bad\.wsdl:6:\d+: /);
    expect(excerpt).toBe('    6 |   <a b="1" b="2"/>');
    expect(caret).toMatch(/^ {6}\| +\^$/);
    expect(err).toContain('advice: correct the XML');
  });

  test('--format json prints the error as data', async () => {
    const directory = directoryOf({ 'bad.wsdl': '<html/>' });
    const { out, err, exitCode } = await runCommand(['inspect', 'bad.wsdl', '--format', 'json'], {
      cwd: directory,
    });
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 3 });
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'NOT_WSDL', line: 1 } });
  });
});
