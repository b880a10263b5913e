import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });

describe('soapstone inspect', () => {
  test('as text', async () => {
    const { out, err, exitCode } = await runCommand(['inspect', 'users.wsdl'], { cwd });
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(out).toBe(`Users  WSDL 1.1, urn:users
Users of a thing.

service UserService
  port UserSoap  SOAP 1.1  http://soap.example.com/users

    GetUser  document/literal · SOAPAction urn:users/GetUser · GET possible
      Find a user.
      input  { userId: long }
      result User { id: long, name: string, role?: string[] }
      fault  UserNotFound  UserNotFound { userId: long }

    Ping  document/literal · one-way · SOAPAction urn:users/Ping · GET possible
      input  {}
`);
  });

  test('--cache keeps the parsed WSDL until a document changes', async () => {
    const folder = directoryOf({ 'users.wsdl': USERS_WSDL });
    const run = async () => await runCommand(['inspect', 'users.wsdl', '--cache', 'models'], { cwd: folder });
    const entries = () => readdirSync(join(folder, 'models'));
    const first = await run();
    expect(first).toMatchObject({ err: '', exitCode: 0 });
    const kept = entries();
    expect(kept).toEqual([expect.stringMatching(/\.model$/)]);
    expect(await run()).toEqual(first);
    expect(entries()).toEqual(kept);
    writeFileSync(join(folder, 'users.wsdl'), USERS_WSDL.replaceAll('Ping', 'Pong'));
    expect((await run()).out).toContain('Pong');
    expect(entries()).toHaveLength(2);
    const nowhere = await runCommand(['inspect', 'users.wsdl', '--cache', ''], { cwd: folder });
    expect(nowhere).toMatchObject({ exitCode: 2, err: expect.stringContaining('cannot use --cache') });
  });

  test('a missing document that declares a type is named, and the exit code is 1', async () => {
    const importing = USERS_WSDL.replace(
      '<xs:element name="GetUser">',
      '<xs:import namespace="urn:roles" schemaLocation="roles.xsd"/><xs:element name="GetUser">',
    );
    const lost = importing.replace(
      'name="role" type="xs:string"',
      'name="role" type="r:Role" xmlns:r="urn:roles"',
    );
    const missing = directoryOf({ 'lost.wsdl': lost, 'unused.wsdl': importing });
    const { err, exitCode } = await runCommand(['inspect', 'lost.wsdl'], { cwd: missing });
    expect(err).toContain(
      'document roles.xsd is missing: types that only it declares are shown as "any", operations are lost\n',
    );
    expect(exitCode).toBe(1);
    expect((await runCommand(['inspect', 'lost.wsdl', '--format', 'json'], { cwd: missing })).exitCode).toBe(
      1,
    );
    expect((await runCommand(['inspect', 'unused.wsdl'], { cwd: missing })).exitCode).toBe(0);
  });

  test('a service without an operation is shown with the reason, and the exit code is 1', async () => {
    const empty = directoryOf({
      'empty.wsdl': USERS_WSDL.replace('http://schemas.xmlsoap.org/soap/http', 'urn:jms'),
    });
    const { out, err, exitCode } = await runCommand(['inspect', 'empty.wsdl'], { cwd: empty });
    expect(out).toContain('service UserService');
    expect(err).toContain('empty.wsdl has no operation that can be offered: no port offers the operation of');
    expect(exitCode).toBe(1);
    expect((await runCommand(['inspect', 'empty.wsdl', '--format', 'json'], { cwd: empty })).exitCode).toBe(
      1,
    );
  });

  test('as JSON', async () => {
    const { out } = await runCommand(['inspect', 'users.wsdl', '--format', 'json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      file: 'users.wsdl',
      name: 'Users',
      wsdlVersion: '1.1',
      targetNamespace: 'urn:users',
      diagnostics: [],
      services: [
        {
          name: 'UserService',
          ports: [
            {
              name: 'UserSoap',
              address: 'http://soap.example.com/users',
              soapVersion: '1.1',
              portType: '{urn:users}UserPort',
              operations: [
                {
                  name: 'GetUser',
                  exposedAs: 'GetUser',
                  oneWay: false,
                  input: {
                    element: '{urn:users}GetUser',
                    fields: [{ key: 'userId', type: 'long', required: true, array: false, nullable: false }],
                  },
                  result: {
                    type: 'User',
                    fields: [{ key: 'id' }, { key: 'name' }, { key: 'role', array: true }],
                  },
                  faults: [{ name: 'UserNotFound', key: 'UserNotFound' }],
                },
                { name: 'Ping', oneWay: true },
              ],
            },
          ],
        },
      ],
    });
  });

  test('the example of this repository', async () => {
    const example = fileURLToPath(
      new URL('../../../../examples/user-directory/user-directory.wsdl', import.meta.url),
    );
    const { out, exitCode } = await runCommand(['inspect', example]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^ {4}GetUser {2}/m);
    expect(out).toMatch(/^ {4}ListUsers {2}/m);
    expect(out).toMatch(/\$headers \{ Session\?: Session \}/);
  });
});
