import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const cwd = directoryOf({ 'old.wsdl': USERS_WSDL });

interface Result {
  changes: string[];
  exitCode: number;
}

/** Returns the changes, one per line, when `from` becomes `to` in the WSDL. */
async function changesOf(from: string, to: string, base = USERS_WSDL): Promise<Result> {
  expect(base).toContain(from);
  writeFileSync(join(cwd, 'base.wsdl'), base);
  writeFileSync(join(cwd, 'new.wsdl'), base.replace(from, to));
  const { out, exitCode } = await runCommand(['diff', 'base.wsdl', 'new.wsdl', '--format', 'json'], { cwd });
  const { changes } = JSON.parse(out) as {
    changes: { kind: string; operation: string; path: string; message: string }[];
  };
  return {
    changes: changes.map(({ kind, operation, path, message }) => `${kind} ${operation} ${path}: ${message}`),
    exitCode,
  };
}

const INPUT = '<xs:element name="userId" type="xs:long"/>';
const NAME = '<xs:element name="name" type="xs:string"/>';
const enumeration = (...values: string[]): string =>
  `<xs:element name="name"><xs:simpleType><xs:restriction base="xs:string">${values
    .map((value) => `<xs:enumeration value="${value}"/>`)
    .join('')}</xs:restriction></xs:simpleType></xs:element>`;

describe('soapstone diff', () => {
  test('nothing', async () => {
    const result = await runCommand(['diff', 'old.wsdl', 'old.wsdl'], { cwd });
    expect(result).toEqual({ out: 'no change of the JSON contract\n', err: '', exitCode: 0 });
  });

  test.each<[string, string, string, string[]]>([
    [
      'a new required input',
      INPUT,
      `${INPUT}<xs:element name="why" type="xs:string"/>`,
      ['breaking GetUser input/why: new required field in the request'],
    ],
    [
      'a new optional input',
      INPUT,
      `${INPUT}<xs:element name="why" type="xs:string" minOccurs="0"/>`,
      ['additive GetUser input/why: new optional field in the request'],
    ],
    [
      'an input that becomes optional',
      INPUT,
      INPUT.replace('/>', ' minOccurs="0"/>'),
      ['additive GetUser input/userId: now optional in the request'],
    ],
    [
      'an input of another type',
      INPUT,
      INPUT.replace('xs:long', 'xs:string'),
      ['breaking GetUser input/userId: type changed in the request: was integer (int64), is now string'],
    ],
    [
      'an input that no longer fits in a query string',
      INPUT,
      `${INPUT}<xs:element name="more" type="xs:anyType"/>`,
      [
        'breaking GetUser input/more: new required field in the request',
        'breaking GetUser query: GET is no longer available: its required field more may be any XML',
      ],
    ],
    [
      'an input that may repeat',
      INPUT,
      INPUT.replace('/>', ' maxOccurs="3"/>'),
      ['breaking GetUser input/userId: type changed in the request: was integer (int64), is now a list'],
    ],
    [
      'a new member of a result',
      NAME,
      `${NAME}<xs:element name="age" type="xs:int"/>`,
      ['additive GetUser result/age: new in the response'],
    ],
    [
      'a member of a result that was removed',
      NAME,
      '',
      ['breaking GetUser result/name: removed from the response'],
    ],
    [
      'a member of a result that may be missing',
      NAME,
      NAME.replace('/>', ' minOccurs="0"/>'),
      ['breaking GetUser result/name: may now be missing from the response'],
    ],
    [
      'a member of a result that may be null',
      NAME,
      NAME.replace('/>', ' nillable="true"/>'),
      ['breaking GetUser result/name: may now be null in the response'],
    ],
    [
      'an operation that is renamed',
      '<operation name="Ping"><input',
      '<operation name="Pong"><input',
      ['breaking Ping : operation removed'],
    ],
    [
      'an address',
      'http://soap.example.com/users',
      'http://other.example.com/users',
      [
        'invisible GetUser : only the SOAP service sees this: address was http://soap.example.com/users, is now http://other.example.com/users',
        'invisible Ping : only the SOAP service sees this: address was http://soap.example.com/users, is now http://other.example.com/users',
      ],
    ],
    [
      'an action',
      'urn:users/Ping',
      'urn:users/Pong',
      [
        'invisible Ping : only the SOAP service sees this: soapAction was urn:users/Ping, is now urn:users/Pong',
      ],
    ],
  ])('%s', async (_, from, to, expected) => {
    const { changes, exitCode } = await changesOf(from, to);
    expect(changes).toEqual(expected);
    expect(exitCode).toBe(expected.some((change) => change.startsWith('breaking')) ? 1 : 0);
  });

  test('an enumeration of a result that gains and loses a value', async () => {
    const base = USERS_WSDL.replace(NAME, enumeration('a', 'b'));
    const { changes } = await changesOf(enumeration('a', 'b'), enumeration('b', 'c'), base);
    expect(changes).toEqual([
      'additive GetUser result/name: no longer allows "a" in the response',
      'breaking GetUser result/name: also allows "c" in the response',
    ]);
  });

  test('the comparison of recursive types ends', async () => {
    const friend = '<xs:element name="friend" type="t:User" minOccurs="0"/>';
    const base = USERS_WSDL.replace(NAME, `${NAME}${friend}`);
    const { changes } = await changesOf(
      friend,
      `${friend}<xs:element name="age" type="xs:int" minOccurs="0"/>`,
      base,
    );
    expect(changes).toEqual(['additive GetUser result/age: new in the response']);
  });

  test('as text and as Markdown', async () => {
    await changesOf(NAME, '');
    const text = await runCommand(['diff', 'base.wsdl', 'new.wsdl'], { cwd });
    expect(text.out).toBe('breaking (1)\n  GetUser result/name: removed from the response\n');
    const markdown = await runCommand(['diff', 'base.wsdl', 'new.wsdl', '--format', 'markdown'], { cwd });
    expect(markdown.out).toBe(
      '| change | operation | where | what |\n|---|---|---|---|\n| breaking | `GetUser` | `result/name` | removed from the response |\n',
    );
  });

  test('designs: changes have designed names, those of routes are among them, and a bad design is an error', async () => {
    const files = directoryOf({
      'users.wsdl': USERS_WSDL,
      'old.yaml': 'operations: { GetUser: { route: "GET /users/{userId}" } }',
      'new.yaml':
        'names: camel\nrename: { name: fullName }\noperations: { GetUser: { route: "GET /people/{userId}" }, Ping: { hidden: true } }',
      'bad.yaml': 'operations: { GetUser: { result: { omit: [nam] } } }',
    });
    const run = (...designs: readonly string[]) =>
      runCommand(['diff', 'users.wsdl', 'users.wsdl', ...designs.flatMap((file) => ['--design', file])], {
        cwd: files,
      });
    const both = await run('old.yaml', 'new.yaml');
    expect(both).toMatchObject({ exitCode: 1, err: '' });
    for (const line of [
      'GetUser route',
      'GetUser result/name: removed from the response',
      'GetUser result/fullName: new in the response',
      'Ping',
    ])
      expect(both.out).toContain(line);
    expect(await run('old.yaml')).toMatchObject({ exitCode: 0, out: 'no change of the JSON contract\n' });
    const first = await run('none', 'old.yaml');
    expect(first).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('GetUser route: new route: GET /users/{userId}'),
    });
    const bad = await run('none', 'bad.yaml');
    expect([bad.exitCode, bad.err]).toEqual([1, expect.stringContaining('bad.yaml:1:43')]);
    expect((await run('a', 'b', 'c')).err).toContain('give it at most twice');
  });
});
