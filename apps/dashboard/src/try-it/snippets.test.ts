import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('JavaScript sends the input unchanged', async () => {
  const sent: unknown[] = [];
  const code = write('JavaScript');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const printed: unknown[] = [];
  const console = { log: (text: unknown) => printed.push(text) };
  await new AsyncFunction('fetch', 'console', code)(async (...args: unknown[]) => {
    sent.push(args);
    return { json: async () => ({ result: '9007199254740993' }) };
  }, console);
  expect(printed).toEqual(['9007199254740993']);
  expect(sent).toEqual([
    [
      call.url,
      {
        method: 'POST',
        headers: {
          'X-API-Key': 'YOUR_KEY',
          'Content-Type': 'application/json',
          Accept: 'application/json;IEEE754Compatible=true',
        },
        body: INPUT,
      },
    ],
  ]);
});

test('JavaScript and curl send the method of a route, and a body only where it has one', async () => {
  const sent: unknown[] = [];
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  for (const method of ['PUT', 'DELETE'] as const) {
    const printed: unknown[] = [];
    const code = write('JavaScript', { method, plain: true });
    await new AsyncFunction('fetch', 'console', code)(
      async (_: string, init: object) => {
        sent.push(init);
        return { text: async () => '{}' };
      },
      { log: (text: unknown) => printed.push(text) },
    );
    expect(printed).toEqual(['{}']);
  }
  expect(sent).toEqual([
    { method: 'PUT', headers: { 'X-API-Key': 'YOUR_KEY', 'Content-Type': 'application/json' }, body: INPUT },
    { method: 'DELETE', headers: { 'X-API-Key': 'YOUR_KEY' } },
  ]);
  expect(write('curl', { method: 'PUT' })).toMatch(/^curl -X PUT [\s\S]*--data-raw/);
  expect(write('curl', { method: 'DELETE' })).not.toContain('--data-raw');
});

const python = spawnSync('python3', ['--version']).status === 0;
test.skipIf(!python)('Python sends the input unchanged (Debian: python3)', () => {
  const [head = ''] = write('Python').split('with urlopen');
  const code = `${head}\nimport sys\nsys.stdout.buffer.write(request.data)`;
  expect(execFileSync('python3', ['-c', code], { encoding: 'utf8' })).toBe(INPUT);
});

const java = spawnSync('javac', ['--version']).status === 0;
test.skipIf(!java)(
  'Java sends the input unchanged (Debian: default-jdk-headless)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'soapstone-snippet-'));
    try {
      const [, body = ''] =
        /BodyPublishers\.ofString\((.*)\)\)$/m.exec(write('Java', { input: `${INPUT}\n\t` })) ?? [];
      const print = `new java.io.PrintStream(System.out, true, "UTF-8").print(${body});`;
      await writeFile(
        join(folder, 'Main.java'),
        `public class Main { public static void main(String[] a) throws Exception { ${print} } }`,
      );
      const printed = execFileSync('java', [join(folder, 'Main.java')], { encoding: 'utf8' });
      expect(printed).toBe(`${INPUT}\n\t`);
      const code = write('Java').split('\n');
      const imports = code.filter((line) => line.startsWith('import '));
      const lines = code.filter((line) => !line.startsWith('import '));
      await writeFile(
        join(folder, 'Call.java'),
        `${imports.join('\n')}\npublic class Call { public static void main(String[] a) throws Exception {\n${lines.join('\n')}\n} }`,
      );
      expect(execFileSync('javac', ['-d', folder, join(folder, 'Call.java')], { encoding: 'utf8' })).toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);

const php = spawnSync('php', ['--version']).status === 0;
test.skipIf(!php)('PHP sends the input unchanged (Debian: php-cli)', () => {
  const [, body = ''] = /CURLOPT_POSTFIELDS => (.*),$/m.exec(write('PHP')) ?? [];
  expect(execFileSync('php', ['-r', `echo ${body};`], { encoding: 'utf8' })).toBe(INPUT);
  expect(execFileSync('php', ['-l'], { encoding: 'utf8', input: write('PHP') })).toContain(
    'No syntax errors',
  );
});

test.each(['curl', 'Python', 'PHP'])('%s trusts the certificate of the gateway', (name) => {
  const certificate = "/data/it's mine/cert.pem";
  expect(write(name, { certificate })).toMatch(/--cacert|cafile=|CURLOPT_CAINFO/);
  expect(write(name, { certificate })).toContain('mine/cert.pem');
  expect(write(name)).not.toMatch(/--cacert|cafile=|CURLOPT_CAINFO/);
});

describe.each(SNIPPETS)('$name', ({ write: snippet }) => {
  test('a GET has its query in the URL and no body', () => {
    const text = snippet({ ...call, method: 'GET', query: 'a=1&b=2', mode: 'dryRun' });
    expect(text).toContain('User?a=1&b=2');
    expect(text).not.toContain('Content-Type');
    expect(text).toContain('X-Dry-Run');
    expect(text).not.toContain('9007199254740993');
    expect(text).not.toContain('X-SOAP-Headers');
  });

  test('SOAP headers are sent as one HTTP header, on one line and in ASCII', () => {
    const text = snippet({ ...call, input: '{}', soapHeaders: '{\n  "Session": {"token": "é😀"}\n}' });
    expect(text).toContain('X-SOAP-Headers');
    expect(text).toMatch(/^[\n\t -~]*$/);
    expect(text).toMatch(/u00e9\\+ud83d\\+ude00/);
  });
});
