import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryOf, runCommand, startCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

const RESPONSE =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetUserResponse xmlns="urn:users">' +
  '<user><id>1</id><name>Ada</name></user></GetUserResponse></s:Body></s:Envelope>';
const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'changed.wsdl': USERS_WSDL.replaceAll('Ping', 'Pong'),
  'response.xml': RESPONSE,
  'design.yaml': 'fill: { GetUser/userId: 5 }',
  'old.js': "const soap = require('soap');\n",
});

interface Listed {
  readonly name: string;
  readonly options: readonly { readonly flags: readonly string[]; readonly value?: { words?: string[] } }[];
}

/** All commands, as the program lists them. */
async function listedCommands(): Promise<Listed[]> {
  const { out } = await runCommand(['completion', 'bash', '--format', 'json']);
  const { commands } = JSON.parse(out) as { commands: Listed[] };
  return commands.filter(({ name }) => name !== 'help');
}

/** The formats that the help of a command lists. */
async function formatsOf(command: string): Promise<string[]> {
  const { out: help } = await runCommand([command, '--help']);
  const [, section = ''] = /^Formats:\n((?: {2}.*\n)+)/m.exec(help) ?? [];
  return [...section.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name]) => name as string);
}

/** For every command, arguments with which it prints a result; `-o` names its output file. */
const BATCH: Readonly<Record<string, readonly string[]>> = {
  inspect: ['users.wsdl'],
  openapi: ['users.wsdl'],
  report: ['users.wsdl'],
  design: ['show', 'users.wsdl', 'design.yaml'],
  diff: ['users.wsdl', 'changed.wsdl'],
  request: ['users.wsdl', 'GetUser', '{"userId":1}'],
  response: ['users.wsdl', 'GetUser', 'response.xml'],
  example: ['users.wsdl', 'GetUser'],
  types: ['users.wsdl'],
  validate: ['users.wsdl', 'response.xml'],
  client: ['users.wsdl', '-o', 'client'],
  export: ['curl', 'users.wsdl', '-o', 'scripts'],
  migrate: ['old.js', '--check'],
  completion: ['bash'],
};
/** Commands that serve until they are stopped. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  serve: ['users.wsdl', '--port', '0'],
  mock: ['users.wsdl', '--port', '0'],
  record: ['users.wsdl', '--upstream', 'http://127.0.0.1:9/', '-o', 'recorded', '--port', '0'],
  mcp: ['users.wsdl', '--http', '0'],
};
/** Commands that call a server, which the test starts. */
const CALLERS = ['call'];

test('formats: this test covers every command', async () => {
  expect([...Object.keys(BATCH), ...Object.keys(SERVERS), ...CALLERS].sort()).toEqual(
    (await listedCommands()).map(({ name }) => name).sort(),
  );
});

test('formats: every command has --format with json, explains its formats, and has no --json', async () => {
  for (const { name: command, options } of await listedCommands()) {
    const formats = await formatsOf(command);
    expect(formats, command).toContain('json');
    expect(formats.length, command).toBeGreaterThan(1);
    const option = options.find(({ flags }) => flags.includes('--format'));
    expect(option?.value?.words, command).toEqual(formats);
    expect(
      options.flatMap(({ flags }) => flags),
      command,
    ).not.toContain('--json');
    const wrong = await runCommand([command, 'a', 'b', '--format', 'nonsense'], { cwd });
    expect([wrong.exitCode, wrong.err], command).toEqual([2, expect.stringContaining(formats.join(', '))]);
  }
});

test.each(Object.entries(BATCH))('formats: %s prints each of them', async (command, argv) => {
  const formats = await formatsOf(command);
  const printed = new Set<string>();
  for (const format of formats) {
    const { out, err, exitCode } = await runCommand([command, ...argv, '--format', format], { cwd });
    expect(exitCode, err).toBeLessThan(2);
    if (format === 'json') expect(() => JSON.parse(out)).not.toThrow();
    printed.add(out);
  }
  expect(printed.size).toBe(formats.length);
});

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('formats: servers print lines of JSON, and record and mock --recordings print one for each call', async () => {
  const partner = await startCommand(['mock', ...(SERVERS['mock'] ?? []), '--format', 'json'], cwd);
  const [mocked] = linesOf(partner.written.out);
  expect(mocked).toMatchObject({ url: `${partner.url}/`, operations: ['GetUser', 'Ping'] });
  const call = async (url: string, format: string) =>
    await runCommand(
      ['call', 'users.wsdl', 'GetUser', '{"userId":1}', '--endpoint', `${url}/`, '--format', format],
      { cwd },
    );

  const recorder = await startCommand(
    [
      'record',
      'users.wsdl',
      '--upstream',
      `${partner.url}/`,
      '-o',
      'fixtures',
      '--port',
      '0',
      '--format',
      'json',
    ],
    cwd,
  );
  const { out: full } = await call(recorder.url, 'json');
  expect(JSON.parse((await call(recorder.url, 'result')).out)).toEqual(JSON.parse(full).result);
  expect((await call(recorder.url, 'xml')).out).toMatch(/Envelope.*GetUserResponse/s);
  const recorded = linesOf((await recorder.stop()).out);
  expect(recorded[0]).toMatchObject({ url: `${recorder.url}/`, directory: 'fixtures' });
  expect(recorded.slice(1).map(({ operation }) => operation)).toEqual([
    'GetUser',
    'GetUser',
    'GetUser',
    undefined,
  ]);
  expect(recorded.at(-1)).toEqual({ stored: 1 });

  const verified = await runCommand(
    ['record', 'fixtures', '--against', `${partner.url}/`, '--format', 'json'],
    {
      cwd,
    },
  );
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true, counts: { same: 1 } });
  await partner.stop();

  for (const [command, argv] of Object.entries(SERVERS)) {
    const server = await startCommand([command, ...argv, '--format', 'json'], cwd);
    const lines = linesOf((await server.stop()).out);
    expect(lines[0]?.['url'], command).toMatch(server.url);
  }
  const replay = await startCommand(
    ['mock', '--recordings', 'fixtures', '--port', '0', '--format', 'json'],
    cwd,
  );
  await call(replay.url, 'json');
  expect(linesOf((await replay.stop()).out)).toMatchObject([
    { url: `${replay.url}/`, operations: ['GetUser'] },
    { operation: 'GetUser' },
  ]);
});

test('formats: an unreadable WSDL is an error as JSON in every command that reads one', async () => {
  for (const [command, argv] of [...Object.entries(BATCH), ...Object.entries(SERVERS)]) {
    if (!argv.includes('users.wsdl') || command === 'report') continue;
    const missing = argv.map((each) => (each === 'users.wsdl' ? 'missing.wsdl' : each));
    const { out, exitCode } = await runCommand([command, ...missing, '--format', 'json'], { cwd });
    expect(exitCode, command).toBe(3);
    expect(JSON.parse(out), command).toMatchObject({ ok: false, error: { message: expect.any(String) } });
  }
});

test('client --format json says which files were written, are unchanged or outdated', async () => {
  const run = async (...more: string[]) => {
    const argv = ['client', 'users.wsdl', '-o', 'states', '--format', 'json', ...more];
    const { out, exitCode } = await runCommand(argv, { cwd });
    const { ok, files } = JSON.parse(out) as { ok: boolean; files: { file: string; state: string }[] };
    return { ok, exitCode, files, states: [...new Set(files.map(({ state }) => state))] };
  };
  const first = await run();
  expect(first).toMatchObject({ ok: true, exitCode: 0, states: ['written'] });
  expect(readFileSync(join(cwd, first.files[0]?.file ?? ''), 'utf8')).not.toBe('');
  expect(await run()).toMatchObject({ ok: true, exitCode: 0, states: ['unchanged'] });
  expect(await run('--check', '--numbers', 'bigint')).toMatchObject({ ok: false, exitCode: 1 });
});

test('types --format json prints the schema of each input and result', async () => {
  const { out } = await runCommand(['types', 'users.wsdl', '--format', 'json'], { cwd });
  const { operations } = JSON.parse(out) as { operations: Record<string, Record<string, object>> };
  expect(Object.keys(operations)).toEqual(['GetUser', 'Ping']);
  expect(operations['GetUser']?.['input']).toMatchObject({ type: 'object', required: ['userId'] });
  const mixed = await runCommand(['types', 'users.wsdl', '--format', 'json', '--values'], { cwd });
  expect([mixed.exitCode, mixed.out]).toEqual([2, expect.stringContaining('--format typescript')]);
});
