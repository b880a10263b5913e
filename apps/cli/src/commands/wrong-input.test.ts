import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USER, USERS_WSDL } from '../testing/users-wsdl.js';

/**
 * Runs every command with every kind of wrong input: each must end with one clear error, a useful exit code and no stack trace. The
 * texts of single messages are tested in `stranger.test.ts`.
 */

const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'user.xml': USER,
  'broken.wsdl': '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">\n<types></definitions>',
  'package.json': '{"name": "no WSDL"}',
  'nothing.wsdl': '',
  'design.yaml': 'fill: { GetUser/userId: 5 }',
});
mkdirSync(join(cwd, 'folder'));

/** An address that nothing listens on. */
const NOWHERE = 'http://127.0.0.1:1/';
const USER_5 = '{"userId": 5}';

/** The arguments of a run that succeeds, except that no server is listening, by command. */
const COMMANDS: Readonly<Record<string, (wsdl: string) => readonly string[]>> = {
  inspect: (wsdl) => [wsdl],
  openapi: (wsdl) => [wsdl],
  report: (wsdl) => [wsdl],
  design: (wsdl) => ['check', wsdl, 'design.yaml'],
  diff: (wsdl) => ['users.wsdl', wsdl],
  request: (wsdl) => [wsdl, 'GetUser', USER_5],
  response: (wsdl) => [wsdl, 'GetUser', 'user.xml'],
  example: (wsdl) => [wsdl, 'GetUser'],
  types: (wsdl) => [wsdl],
  validate: (wsdl) => [wsdl, 'user.xml'],
  call: (wsdl) => [wsdl, 'GetUser', USER_5, '--endpoint', NOWHERE],
  client: (wsdl) => [wsdl, '-o', 'out/client'],
  export: (wsdl) => ['curl', wsdl, '-o', 'out/export'],
  serve: (wsdl) => [wsdl, '--port', '0'],
  mcp: (wsdl) => [wsdl],
  mock: (wsdl) => [wsdl, '--port', '0'],
  record: (wsdl) => [wsdl, '--upstream', NOWHERE, '-o', 'out/recording', '--port', '0'],
};
/** Commands that read no WSDL. */
const OTHERS = ['completion', 'migrate', 'help'];

const WSDLS: readonly (readonly [what: string, wsdl: string, exitCode: number])[] = [
  ['a missing file', 'missing.wsdl', 3],
  ['a folder without a WSDL', 'folder', 3],
  ['a file that is not well-formed', 'broken.wsdl', 3],
  ['a file of another format', 'package.json', 3],
  ['an empty file', 'nothing.wsdl', 3],
  ['a server that does not listen', `${NOWHERE}users?wsdl`, 4],
  ['an address with an unsupported protocol', 'ftp://example.com/users.wsdl', 2],
];

/** Checks that a command ended with one clear error. */
function expectOneError({ out, err, exitCode }: Awaited<ReturnType<typeof runCommand>>): void {
  const all = out + err;
  expect([1, 2, 3, 4]).toContain(exitCode);
  expect(err.match(/^error: /gm) ?? [], err).toHaveLength(1);
  expect(all).not.toMatch(/\n\s+at .*:\d+:\d+|\[object |undefined|INTERNAL|option "limits/);
  expect(all.split('\n').length).toBeLessThan(12);
}

test('this file covers every command', async () => {
  const { out } = await runCommand(['--help']);
  const names = [...out.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name]) => name);
  expect(names.sort()).toEqual([...Object.keys(COMMANDS), ...OTHERS].sort());
});

test.each([
  [3, 'missing.js', /cannot read missing\.js: there is no such file or directory/],
  [3, 'missing', /cannot read missing: there is no such file or directory/],
  [2, 'user.xml', /user\.xml is not JavaScript or TypeScript: name files that end in \.js, /],
])('migrate: %i for %s', async (code, file, message) => {
  const result = await runCommand(['migrate', file], { cwd });
  expectOneError(result);
  expect([result.exitCode, result.err]).toEqual([code, expect.stringMatching(message)]);
});

test.each([
  [['mock'], "missing required argument 'wsdl'; or --recordings"],
  [['mock', 'users.wsdl', '--recordings', 'r'], 'a recording has its own WSDL: name a WSDL or --recordings'],
  [
    ['mock', '--recordings', 'r', '--rules', 'x.yaml'],
    "'--rules <file>' cannot be used with option '--record",
  ],
  [['mock', '--recordings', 'r', '--no-strict'], "'--no-strict' cannot be used with option '--recordings"],
  [['mock', 'users.wsdl', '--ignore', 'a'], '--ignore needs --recordings'],
  [['mock', 'users.wsdl', '--message-bytes', '1MiB'], '--message-bytes needs --recordings'],
  [['record', 'users.wsdl'], "missing required option '--upstream <url>'; or --against <url>"],
  [['record', 'users.wsdl', '--upstream', NOWHERE], "missing required option '--output <directory>'"],
  [
    ['record', 'r', '--against', NOWHERE, '--upstream', NOWHERE],
    "'--upstream <url>' cannot be used with option",
  ],
  [['record', 'r', '--against', NOWHERE, '-o', 'x'], "'-o, --output <directory>' cannot be used with option"],
  [
    ['record', 'users.wsdl', '--upstream', NOWHERE, '-o', 'x', '--fill', 'a=b'],
    "'--fill <member=text>' cannot",
  ],
  [['replay', 'fixtures'], "'soapstone replay' is replaced by soapstone mock --recordings <directory>"],
  [
    ['verify', 'r', '--against', 'x'],
    "'soapstone verify' is replaced by soapstone record <directory> --against",
  ],
  [['help', 'face'], "'soapstone face' is replaced by a program of ten lines on @soapstone/server"],
])('%j is rejected with what to do instead', async (argv, message) => {
  const result = await runCommand(argv, { cwd });
  expectOneError(result);
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(message)]);
});

test.each([
  ['client', 'users.wsdl', '-o', 'user.xml'],
  ['export', 'curl', 'users.wsdl', '-o', 'user.xml'],
  ['record', 'users.wsdl', '--upstream', NOWHERE, '-o', 'user.xml', '--port', '0'],
  ['types', 'users.wsdl', '-o', 'user.xml/types.ts'],
  ['call', 'users.wsdl', 'GetUser', USER_5, '--endpoint', NOWHERE, '--save', 'user.xml'],
])('%s: a file in place of a folder', async (...argv) => {
  const result = await runCommand(argv, { cwd });
  expectOneError(result);
  expect(result.err).toMatch(/^error: cannot write user\.xml.*part of its path is a file, not a directory$/m);
  expect(result.exitCode).toBe(3);
});

describe.each(Object.entries(COMMANDS))('%s', (command, argumentsFor) => {
  test.each(WSDLS)('%s', async (_, wsdl, exitCode) => {
    const result = await runCommand([command, ...argumentsFor(wsdl)], { cwd });
    // A report has a line for a file that cannot be read, and continues with the next file.
    if (command === 'report') {
      expect(result.out).toContain(`${wsdl}  cannot be read: `);
      expect(result.exitCode).toBe(3);
      return;
    }
    expectOneError(result);
    expect(result.exitCode).toBe(exitCode);
  });

  test('wrong options and arguments', async () => {
    const argv = [command, ...argumentsFor('users.wsdl')];
    for (const [more, message] of [
      [['--no-such-option'], /unknown option '--no-such-option'/],
      [['--format', 'pdf'], /argument 'pdf' is invalid/],
      [['--format'], /argument missing/],
    ] as const) {
      const { err, exitCode } = await runCommand([...argv, ...more], { cwd });
      expect(err).toMatch(message);
      expect(exitCode).toBe(2);
    }
    const none = await runCommand([command], { cwd });
    expect(none.err).toMatch(/missing required argument|required option/);
    expect(none.exitCode).toBe(2);
  });

  test('--format json: the error is JSON on standard output, and nothing else', async () => {
    const { out, err, exitCode } = await runCommand(
      [command, ...argumentsFor('missing.wsdl'), '--format', 'json'],
      {
        cwd,
      },
    );
    expect(exitCode).toBeGreaterThan(0);
    if (command !== 'report') {
      expect(JSON.parse(out)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('missing.wsdl') },
      });
      expect(err).toBe('');
    }
  });
});
