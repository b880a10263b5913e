import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { SNIPPETS, type SnippetCall } from './snippets.js';

const INPUT = '{"name": "it\'s \\"q\\" \\u00e9 é 😀 $x `y` \\\\", "id": 9007199254740993}';
const call: SnippetCall = {
  url: 'https://localhost/api/v1/acc_1/users/Get%27User',
  method: 'POST',
  input: INPUT,
  query: '',
  mode: 'call',
  soapHeaders: '',
};
const write = (name: string, over: Partial<SnippetCall> = {}) =>
  SNIPPETS.find((snippet) => snippet.name === name)!.write({ ...call, ...over });

test('JavaScript sends the input as it is', async () => {
  const sent: unknown[] = [];
  const code = `${write('JavaScript')}\nreturn { result, error };`;
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await new AsyncFunction('fetch', code)(async (...args: unknown[]) => {
    sent.push(args);
    return { json: async () => ({ result: 1 }) };
  });
  expect(sent).toEqual([
    [
      call.url,
      {
        method: 'POST',
        headers: { 'X-API-Key': 'YOUR_KEY', 'Content-Type': 'application/json' },
        body: INPUT,
      },
    ],
  ]);
});

const python = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!python)('Python sends the input as it is (Debian: python3)', () => {
  const [head = ''] = write('Python').split('with urlopen');
  const code = `${head}\nimport sys\nsys.stdout.buffer.write(request.data)`;
  expect(execFileSync('python3', ['-c', code], { encoding: 'utf8' })).toBe(INPUT);
});

describe.each(SNIPPETS)('$name', ({ write: snippet }) => {
  test('a GET has its query in the address and no body', () => {
    const text = snippet({ ...call, method: 'GET', query: 'a=1&b=2', mode: 'dryRun' });
    expect(text).toContain('User?a=1&b=2');
    expect(text).not.toContain('Content-Type');
    expect(text).toContain('X-Dry-Run');
    expect(text).not.toContain('9007199254740993');
    expect(text).not.toContain('X-SOAP-Headers');
  });

  test('SOAP headers are one header, on one line and in ASCII', () => {
    const text = snippet({ ...call, input: '{}', soapHeaders: '{\n  "Session": {"token": "é😀"}\n}' });
    expect(text).toContain('X-SOAP-Headers');
    expect(text).toMatch(/^[\n -~]*$/);
    expect(text).toMatch(/u00e9\\+ud83d\\+ude00/);
  });
});
