import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BANK_WSDL } from '../testing/bank-wsdl.js';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { startUsersServer, type UsersServer } from '../testing/users-server.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

let upstream: UsersServer;
const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'bank.wsdl': BANK_WSDL,
  'credentials.json': JSON.stringify({ basic: { username: 'ada', password: 'correct horse' } }),
  'broken.json': '{"basic": {"username": "ada"}}',
});

beforeAll(async () => {
  upstream = await startUsersServer();
});
afterAll(() => upstream?.close());

/** Runs the command on these lines. @returns what it wrote, line by line */
async function converse(lines: readonly string[], ...options: string[]): Promise<Record<string, never>[]> {
  const { out, err, exitCode } = await runCommand(
    ['mcp', 'users.wsdl', '--endpoint', upstream.url, ...options],
    {
      cwd,
      endless: true,
      input: `${lines.join('\n')}\n`,
    },
  );
  expect({ exitCode, err: exitCode === 0 ? '' : err }).toEqual({ exitCode: 0, err: '' });
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

describe('soapstone mcp on standard input', () => {
  test('answers each line, including one that is malformed or too long', async () => {
    const answers = await converse([
      '[]',
      '{',
      '',
      'x'.repeat(3 * 1024 * 1024),
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
      request(5, 'no/such/method'),
      request(6, 'ping'),
    ]);
    const codes = answers.map(({ id, error }) => [id, (error as { code?: number } | undefined)?.code]);
    // Responses arrive as soon as they are ready, in any order.
    const order = (one: unknown[], other: unknown[]): number => String(one).localeCompare(String(other));
    expect(codes.sort(order)).toEqual(
      [
        [undefined, -32600],
        [undefined, -32600],
        [undefined, -32600],
        [undefined, -32700],
        [5, -32601],
        [6, undefined],
      ].sort(order),
    );
  });

  test('sends credentials from a file, and redacts them in responses', async () => {
    const call = request(1, 'tools/call', { name: 'GetUser', arguments: { userId: 404 } });
    const [answer] = await converse([call], '--credentials', 'credentials.json');
    expect(upstream.seen.at(-1)?.authorization).toBe(
      `Basic ${Buffer.from('ada:correct horse').toString('base64')}`,
    );
    expect(JSON.stringify(answer)).toContain('No such user, [redacted]');
    expect(JSON.stringify(answer)).not.toContain('correct horse');
  });

  test('keeps the digits of decimals in both messages, and in a dry run', async () => {
    const amounts = '12345678901234567890.10,-0.10';
    const call = (name: string, meta = ''): string =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{"amount":[${amounts}]}${meta}}}`;
    const written = /amount>12345678901234567890\.10<.*amount>-0\.10</;
    const run = (line: string) =>
      runCommand(['mcp', 'bank.wsdl', '--endpoint', upstream.url], {
        cwd,
        endless: true,
        input: `${line}\n`,
      });
    expect((await run(call('Pay'))).out).toContain(
      '"structuredContent":{"amount":["12345678901234567890.10",-0.10]}',
    );
    expect(upstream.seen.at(-1)?.body).toMatch(written);
    expect((await run(call('Pay', ',"_meta":{"dry_run":true}'))).out).toMatch(written);
  });

  test('sends nothing in a dry run, and shows the envelope', async () => {
    const before = upstream.seen.length;
    const call = request(1, 'tools/call', { name: 'GetUser', arguments: { userId: 1 } });
    const answers = await converse([call], '--dry-run', '--credentials', 'credentials.json');
    expect(JSON.stringify(answers)).toContain('userId>1<');
    expect(JSON.stringify(answers)).not.toMatch(/horse|Basic/);
    expect(upstream.seen.length).toBe(before);
  });

  test('--read-only offers only operations declared to be read-only', async () => {
    const [answer] = await converse([request(1, 'tools/list')], '--reads', 'GetUser', '--read-only');
    expect(answer).toMatchObject({
      result: { tools: [{ name: 'GetUser', annotations: { readOnlyHint: true } }] },
    });
  });
});

test.each([
  [['--read-only'], 2, /name those that change nothing with --reads/],
  [['--operations', 'Nope'], 2, /--operations: no operation "Nope" in this service: it offers GetUser, Ping/],
  [['--operations', 'GetUser,,'], 2, /names separated by commas/],
  [['--credentials', 'missing.json'], 3, /missing\.json: there is no such file/],
  [['--credentials', 'broken.json'], 2, /broken\.json\/basic\/password/],
])('soapstone mcp %j is rejected', async (options, exitCode, message) => {
  const result = await runCommand(['mcp', 'users.wsdl', ...options], { cwd });
  expect(result.exitCode).toBe(exitCode);
  expect(result.err).toMatch(message);
  expect(result.out).toBe('');
});
