import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });

describe('soapstone example', () => {
  test('the other commands accept its output', async () => {
    const { out, exitCode } = await runCommand(['example', 'users.wsdl', 'GetUser', '--format', 'json'], {
      cwd,
    });
    expect(exitCode).toBe(0);
    const { request, response, faults } = JSON.parse(out);
    const sent = await runCommand(['request', 'users.wsdl', 'GetUser', '-', '--body'], {
      cwd,
      input: JSON.stringify(request.json),
    });
    expect(sent.out).toBe(`${request.xml}\n`);
    const answered = await runCommand(['response', 'users.wsdl', 'GetUser', '-'], {
      cwd,
      input: response.xml,
    });
    expect(JSON.parse(answered.out)).toEqual(response.json);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      name: 'UserNotFound',
      json: {
        error: { fault: { name: 'UserNotFound', detail: { UserNotFound: { userId: expect.any(Number) } } } },
      },
    });
    const failed = await runCommand(['response', 'users.wsdl', 'GetUser', '-'], {
      cwd,
      input: faults[0].xml,
    });
    expect(JSON.parse(failed.out)).toEqual(faults[0].json);
  });

  test('a one-way operation has no response', async () => {
    const { out } = await runCommand(['example', 'users.wsdl', 'Ping'], { cwd });
    expect(out).toMatch(/^# request\n\{\}\n\n# request to the SOAP server\nPOST /);
    expect(out).not.toContain('# response');
  });

  test('the example of this repository', async () => {
    const file = '../../../../examples/user-directory/user-directory.wsdl';
    const wsdl = fileURLToPath(new URL(file, import.meta.url));
    const { out, exitCode } = await runCommand(['example', wsdl, 'CreateUser']);
    expect(exitCode).toBe(0);
    expect(out).toContain('# fault NotPermitted of the SOAP server\n');
  });

  test('the example of this repository: the example input of GetUser is a user that its service has', async () => {
    const file = (name: string) => new URL(`../../../../examples/user-directory/${name}`, import.meta.url);
    const wsdl = fileURLToPath(file('user-directory.wsdl'));
    const { out } = await runCommand(['example', wsdl, 'GetUser', '--format', 'json']);
    const { userId } = JSON.parse(out).request.json;
    const { getUser } = (await import(file('users.mjs').href)) as {
      getUser(input: { userId: string }): unknown;
    };
    expect(getUser({ userId: String(userId) })).toMatchObject({
      user: { attributes: { id: String(userId) } },
    });
  });
});
