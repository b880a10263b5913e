import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

/** Tests the first mistakes of somebody who has never used the command. */

const MIXED = USERS_WSDL.replace('name="userId" type="xs:long"', 'name="userId" type="t:Text"').replace(
  '</xs:schema>',
  '<xs:complexType name="Text" mixed="true"><xs:sequence><xs:element name="b" type="xs:string"/></xs:sequence></xs:complexType>$&',
);

const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'mixed.wsdl': MIXED,
  'broken.wsdl': '<a>\n<b></a>',
  'binary.wsdl': new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x01, 0x02]),
  'archive.zip': 'PK\u0003\u0004 cut off',
  'cases.jsonl': [
    '{"id": 1, "wsdl": "users.wsdl", "operation": "GetUser", "input": {"userId": 1}}',
    '{"id": 2, "wsdl": "missing.wsdl", "operation": "GetUser", "input": {}}',
    'not JSON',
    '[]',
    '{"id": 5}',
    '{"id": 6, "wsdl": "broken.wsdl"}',
    '{"id": 7, "wsdl": "users.wsdl", "operation": "Nothing", "input": {}}',
    '{"id": 8, "wsdl": "users.wsdl", "operation": "GetUser", "input": {"userId": "x"}}',
    '',
    '{"id": 9, "wsdl": "users.wsdl", "operation": "GetUser", "input": {"userId": 9}}',
  ].join('\n'),
});

mkdirSync(join(cwd, 'empty'));
symlinkSync('circle.wsdl', join(cwd, 'circle.wsdl'));

describe('a stranger at the command line', () => {
  test.each<[string[], number, RegExp]>([
    [[], 2, /Usage: soapstone/],
    [['nonsense'], 2, /unknown command 'nonsense'/],
    [['nonsense', '--help'], 2, /unknown command 'nonsense'/],
    [['help', 'nonsense'], 2, /unknown command 'nonsense'/],
    [['help', 'opnapi'], 2, /unknown command 'opnapi'\n\(Did you mean openapi\?\)/],
    [['inspect'], 2, /missing required argument 'wsdl'/],
    [['inspect', 'missing.wsdl'], 3, /cannot read missing\.wsdl: there is no such file or directory/],
    [['inspect', 'binary.wsdl'], 3, /binary\.wsdl/],
    [['inspect', 'archive.zip'], 3, /cannot read the archive/],
    [['inspect', 'broken.wsdl'], 3, /broken\.wsdl:2:8: .*\n.*<b><\/a>\n +\| +\^/],
    [['request', 'users.wsdl', 'GetUser', 'missing.json'], 3, /there is no such file or directory/],
    [['request', 'users.wsdl', 'Nothing', '-'], 2, /no operation "Nothing"/],
    [['openapi', 'users.wsdl', '--format', 'xml'], 2, /json, yaml/],
    [
      ['openapi', 'users.wsdl', '-o', join('users.wsdl', 'where.json')],
      3,
      /cannot write .*: part of its path is a file/,
    ],
    [['types', 'users.wsdl', '-o', '.'], 3, /cannot write \.: it is a directory/],
    [
      ['inspect', 'http://127.0.0.1:1/users?wsdl'],
      4,
      /cannot connect.*\n.*nothing can be offered\n.*check the address/,
    ],
    [['openapi', '--batch', 'missing.jsonl'], 3, /there is no such file or directory/],
    [['inspect', 'empty'], 3, /^error: cannot read empty: there is no WSDL in it$/m],
    [['report', 'empty'], 3, /cannot read empty: there is no WSDL in it/],
    [['inspect', 'circle.wsdl'], 3, /cannot read circle\.wsdl: its symbolic links form a loop/],
    [['inspect', 'ftp://example.com/a.wsdl'], 2, /only http, https and local files are supported/],
    [['inspect', 'http://[::bad'], 2, /^error: cannot read http:\/\/\[::bad: it is not a valid address$/m],
    [['diff', 'users.wsdl', 'https://example.com:99999/'], 2, /it is not a valid address/],
    [['serve', 'http://'], 2, /it is not a valid address/],
    [['inspect', '-'], 3, /^error: stdin: the document is not WSDL: it is empty$/m],
    [['diff', '-', '-'], 2, /only one of the inputs can be standard input/],
    [['request', '-', 'GetUser', '-'], 2, /only one of the inputs can be standard input/],
    [
      ['request', 'users.wsdl', 'Nothing', '-'],
      2,
      /no operation "Nothing" in this service: it offers GetUser, Ping/,
    ],
    [['request', 'users.wsdl', 'getuser'], 2, /did you mean GetUser\?$/m],
    [['openapi', 'users.wsdl', '--method', 'Nothing=GET'], 2, /--method: no operation "Nothing"/],
    [['openapi', 'users.wsdl', '--method', 'getuser=GET'], 2, /--method: .*did you mean GetUser\?$/m],
    [
      ['client', 'users.wsdl', '-o', 'c', '--operations', 'GetUsr'],
      2,
      /--operations: .*did you mean GetUser\?$/m,
    ],
    [['mcp', 'users.wsdl', '--reads', 'GetUsr'], 2, /--reads: .*did you mean GetUser\?$/m],
    [
      ['serve', 'users.wsdl', '--endpoint', 'users'],
      2,
      /--endpoint <url>' .* expected an http or https address/,
    ],
    [['request', 'users.wsdl', 'Ping', '--endpoint', 'ftp://a'], 2, /--endpoint <url>' .* http or https/],
    [['export', 'curl', 'users.wsdl', '-o', 'e', '--endpoint', 'a'], 2, /--endpoint <url>' .* http or https/],
    [['record', 'users.wsdl', '-o', 'r', '--upstream', 'a'], 2, /--upstream <url>' .* http or https/],
    [['record', 'r', '--against', 'a'], 2, /--against <url>' .* http or https/],
    [['validate', 'users.wsdl', 'broken.wsdl'], 1, /broken\.wsdl:2: cannot read the message: /],
    [
      ['call', 'users.wsdl', 'Ping', '--header', 'a b: c'],
      2,
      /--header: expected names that are HTTP tokens/,
    ],
    [
      ['call', 'users.wsdl', 'Ping', '--header', 'Host: a'],
      2,
      /--header Host: this header is set by the transport/,
    ],
    [
      ['request', 'mixed.wsdl', 'GetUser', '--query', 'userId=1'],
      2,
      /operation GetUser takes no query: .*userId/,
    ],
  ])('%j', async (argv, exitCode, message) => {
    const input = /^(?:diff|request)$/.test(argv[0] ?? '') ? USERS_WSDL : '';
    const result = await runCommand(argv, { cwd, input });
    expect(result.out + result.err).toMatch(message);
    expect(result.exitCode).toBe(exitCode);
  });

  test('a WSDL from standard input', async () => {
    const { out, exitCode } = await runCommand(['inspect', '-', '--format', 'json'], {
      cwd,
      input: USERS_WSDL,
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ name: 'Users' });
  });

  test('-o creates the parent directories of the file', async () => {
    const file = join('new', 'deep', 'users.ts');
    expect((await runCommand(['types', 'users.wsdl', '-o', file], { cwd })).exitCode).toBe(0);
    expect(readFileSync(join(cwd, file), 'utf8')).toContain('interface Operations');
  });

  test('with --root, a WSDL from standard input is read as a file of that directory', async () => {
    const types = /<xs:schema.*<\/xs:schema>/s.exec(USERS_WSDL)?.[0] ?? '';
    const importing = USERS_WSDL.replace(
      types,
      '<xs:schema><xs:import namespace="urn:users" schemaLocation="types.xsd"/></xs:schema>',
    );
    const schema = types.replace(
      '<xs:schema ',
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:users" ',
    );
    const root = directoryOf({ 'types.xsd': schema });
    const argv = ['request', '-', 'GetUser', '{"userId": 1}', '--format', 'body'];
    expect((await runCommand([...argv, '--root', root], { input: importing })).out).toContain('userId>1<');
    expect((await runCommand(argv, { input: importing })).out).not.toContain('userId>1<');
    // The same rules as for a file: letter case, and the end of another machine's path.
    const deep = directoryOf({});
    mkdirSync(join(deep, 'parts'));
    writeFileSync(join(deep, 'parts/Types.xsd'), schema);
    const elsewhere = importing.replace('types.xsd', 'file:///C:/build/parts/types.xsd');
    const found = await runCommand([...argv, '--root', deep], { input: elsewhere });
    expect(found.out).toContain('userId>1<');
    const archive = zipSync({ 'a/users.wsdl': strToU8(elsewhere) });
    const packed = await runCommand([...argv, '--root', deep], { input: archive });
    expect(packed.out).toContain('userId>1<');
  });

  test('--root names a directory that exists, for standard input and for a file', async () => {
    for (const wsdl of ['-', 'users.wsdl']) {
      for (const [root, reason] of [
        ['nowhere', 'no such file'],
        ['users.wsdl', 'it is not a directory'],
      ] as const) {
        const { err, exitCode } = await runCommand(['inspect', wsdl, '--root', root], {
          cwd,
          input: USERS_WSDL,
        });
        expect(err).toContain(`cannot use --root ${root}: `);
        expect(err).toContain(reason);
        expect(exitCode).toBe(2);
      }
    }
  });

  test('--design of a command that speaks SOAP is rejected with the commands that take it', async () => {
    const { err, exitCode } = await runCommand(['mock', 'users.wsdl', '--design', 'design.yaml'], { cwd });
    expect(err).toMatch(
      /unknown option '--design': a design changes the JSON of clients, not SOAP; use it with call/,
    );
    expect(exitCode).toBe(2);
  });

  test('--json is rejected with the option that replaced it', async () => {
    const { err, exitCode } = await runCommand(['inspect', 'users.wsdl', '--json'], { cwd });
    expect(err).toMatch(/unknown option '--json': use --format json/);
    expect(exitCode).toBe(2);
  });

  test('inspect --types lists the fields of each named type', async () => {
    const { out } = await runCommand(['inspect', 'users.wsdl', '--types'], { cwd });
    expect(out).toMatch(/^ {2}User\n {4}id: long\n {4}name: string\n {4}role\?: string\[\]$/m);
    const json = await runCommand(['inspect', 'users.wsdl', '--types', '--format', 'json'], { cwd });
    const { types } = JSON.parse(json.out) as { types: { name: string; fields: { key: string }[] }[] };
    expect(types.map(({ name, fields }) => [name, fields.map(({ key }) => key)])).toEqual([
      ['User', ['id', 'name', 'role']],
    ]);
  });

  test('the help of every command lists the exit codes', async () => {
    const { out } = await runCommand(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map((match) => match[1] as string);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const help = await runCommand([command, '--help']);
      expect(help.exitCode, command).toBe(0);
      expect(help.out, command).toMatch(/Exit codes:\n {2}0 /);
    }
  });

  test('a batch has one output line for each case, valid or not', async () => {
    const { out, exitCode } = await runCommand(['request', '--batch', 'cases.jsonl'], { cwd });
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; ok: boolean; error?: { code: string } });
    expect(lines.map(({ id, ok }) => [id, ok])).toEqual([
      [1, true],
      [2, false],
      [null, false],
      [null, false],
      [5, false],
      [6, false],
      [7, false],
      [8, false],
      [9, true],
    ]);
    for (const { ok, error } of lines) expect(ok || typeof error?.code === 'string').toBe(true);
    expect(lines.map(({ error }) => error?.code)).not.toContain('INTERNAL');
    expect(exitCode).toBe(1);
  });
});
