import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Breaks {
  breaksBetween(before: string, after: string): { readonly name: string; readonly problem: string }[];
  readChangesets(folder: string): { readonly isMajor: boolean; readonly compatible: ReadonlySet<string> };
}
const { breaksBetween, readChangesets } = (await import(
  new URL('../../../scripts/api-breaks.mjs', import.meta.url).href
)) as Breaks;

const BEFORE = `# @soapstone/example

declare function call(name: string): Promise<void>;
declare function call(name: string, input: object): Promise<void>;
interface CallOptions {
    readonly timeoutMs?: number;
}
interface Result {
    readonly value: string;
    show(): void;
}
type Kind = 'a' | 'b';

# @soapstone/example/more

declare const LIMIT: number;
`;
const changed = (from: string, to: string) => breaksBetween(BEFORE, BEFORE.replace(from, to));

test.each([
  [
    'an optional member of options',
    '    readonly timeoutMs?: number;',
    '    readonly retries?: number;\n    readonly timeoutMs?: number;',
  ],
  ['a member of a result', '    show(): void;', '    show(): void;\n    readonly more: number;'],
  ['a new export', "type Kind = 'a' | 'b';", "type Kind = 'a' | 'b';\ntype Other = string;"],
  ['other line breaks', '{\n    readonly value: string;', '{\n\n      readonly value:   string;'],
])('api-breaks: %s is no break', (_, from, to) => {
  expect(changed(from, to)).toEqual([]);
});

test.each([
  ['an export that is gone', "type Kind = 'a' | 'b';\n", '', 'Kind'],
  ['a member that is gone', '    show(): void;\n', '', 'Result.show'],
  ['a member of another type', 'value: string', 'value: number', 'Result.value'],
  ['an overload that is gone', 'declare function call(name: string): Promise<void>;\n', '', 'call'],
  ['a value that is gone', " | 'b'", '', 'Kind'],
  [
    'a new required option',
    '    readonly timeoutMs',
    '    readonly account: string;\n    readonly timeoutMs',
    'CallOptions.account',
  ],
  [
    'an entry that is gone',
    '\n# @soapstone/example/more\n\ndeclare const LIMIT: number;\n',
    '',
    '@soapstone/example/more',
  ],
])('api-breaks: %s is a break', (_, from, to, name) => {
  expect(changed(from, to).map((each) => each.name)).toEqual([name]);
});

test('api-breaks: changesets announce a major version, or accept a signature', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-changesets-'));
  try {
    writeFileSync(
      join(folder, 'one.md'),
      '---\n"@soapstone/client": minor\n---\nNew.\n\nCompatible: call: a wider type\n',
    );
    expect(readChangesets(folder)).toEqual({ isMajor: false, compatible: new Set(['call']) });
    writeFileSync(join(folder, 'two.md'), '---\n"@soapstone/client": major\n---\nGone.\n');
    expect(readChangesets(folder).isMajor).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
