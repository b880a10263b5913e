import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BANK_WSDL } from '../testing/bank-wsdl.js';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

/** A SOAP server that repeats the requested number, does not know user 404, and records its callers. */
let upstream: Server;
const seen: { body: string; authorization: string | undefined }[] = [];
/** Users about whom the server says nothing, and the requests for them that were abandoned. */
const SILENT = '999';
const abandoned: string[] = [];
const cwd = directoryOf({
  'users.wsdl': USERS_WSDL,
  'bank.wsdl': BANK_WSDL,
  'credentials.json': JSON.stringify({ basic: { username: 'ada', password: 'correct horse' } }),
  'broken.json': '{"basic": {"username": "ada"}}',
});
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const running: { kill(): void }[] = [];

beforeAll(async () => {
  upstream = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ body, authorization: request.headers.authorization });
    if (body.includes('Pay ')) {
      const echo = body.replaceAll(/(<\/?(?:\w+:)?)Pay\b/g, '$1PayResponse');
      response.writeHead(200, { 'Content-Type': 'text/xml' }).end(echo);
      return;
    }
    const id = /userId>(-?\d+)</.exec(body)?.[1] ?? '';
    if (id === SILENT) {
      response.on('close', () => abandoned.push(id));
      return;
    }
    const content =
      id === '404'
        ? '<s:Fault><faultcode>s:Server</faultcode><faultstring>No such user, correct horse</faultstring></s:Fault>'
        : `<GetUserResponse xmlns="urn:users"><user><id>${id}</id><name>Ada</name></user></GetUserResponse>`;
    response
      .writeHead(id === '404' ? 500 : 200, { 'Content-Type': 'text/xml' })
      .end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
      );
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  for (const each of running) each.kill();
  upstream.close();
});

function commandLine(...options: string[]): { command: string; args: string[]; cwd: string } {
  const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  return {
    command: process.execPath,
    args: [
      ...[
        '--import',
        fileURLToPath(import.meta.resolve('tsx')),
        '--conditions=@soapstone/source',
        MAIN,
        'mcp',
      ],
      ...[`${cwd}/users.wsdl`, '--endpoint', endpoint, ...options],
    ],
    cwd: ROOT,
  };
}

/** Starts the command with `--http 0`. @returns the address that it prints */
async function startHttp(...options: string[]): Promise<string> {
  const { command, args } = commandLine('--http', '0', ...options);
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  for await (const chunk of child.stdout) return String(chunk).trim();
  throw new Error('the command ended');
}

const modernClient = () =>
  new ModernClient({ name: 'judge', version: '2' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
const legacyClient = () => new Client({ name: 'judge', version: '1' });

/** The client of each generation over each transport, connected. */
const CLIENTS: readonly [
  string,
  () => Promise<Pick<Client, 'listTools' | 'callTool' | 'complete' | 'close'>>,
][] = [
  [
    'the client of SDK 1 over stdio',
    async () => {
      const client = legacyClient();
      await client.connect(new StdioClientTransport({ ...commandLine(), stderr: 'ignore' }));
      return client;
    },
  ],
  [
    'the client of SDK 2, revision 2026-07-28, over stdio',
    async () => {
      const client = modernClient();
      await client.connect(new ModernStdio({ ...commandLine(), stderr: 'ignore' }));
      expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
      return client as unknown as Client;
    },
  ],
  [
    'the client of SDK 1 over HTTP',
    async () => {
      const client = legacyClient();
      // The types of this SDK are not written for exact optional properties.
      await client.connect(new StreamableHTTPClientTransport(new URL(await startHttp())) as never);
      return client;
    },
  ],
  [
    'the client of SDK 2, revision 2026-07-28, over HTTP',
    async () => {
      const client = modernClient();
      await client.connect(new ModernHttp(new URL(await startHttp())));
      expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
      return client as unknown as Client;
    },
  ],
];

/** Calls `GetUser` with options of the request, whose place differs between the generations of the client. */
function callWith(client: Pick<Client, 'callTool'>, userId: string, options: object): Promise<unknown> {
  const params = { name: 'GetUser', arguments: { userId } };
  const call = client.callTool.bind(client) as (...args: unknown[]) => Promise<unknown>;
  return client instanceof ModernClient ? call(params, options) : call(params, undefined, options);
}

describe.each(CLIENTS)('soapstone mcp: %s', (_name, connect) => {
  test('lists the operations and calls one with a number beyond a double', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['GetUser', false],
      ['Ping', false],
    ]);
    const result = await client.callTool({ name: 'GetUser', arguments: { userId: '9007199254740993' } });
    expect(seen.at(-1)?.body).toContain('userId>9007199254740993<');
    expect(result.structuredContent).toEqual({ id: '9007199254740993', name: 'Ada', role: [] });
    const fault = await client.callTool({ name: 'GetUser', arguments: { userId: 404 } });
    expect(fault.isError).toBe(true);
    expect(JSON.stringify(fault.content)).toContain('SOAP_FAULT');
    const wrong = await client.callTool({ name: 'GetUser', arguments: { user: 1 } });
    expect(JSON.stringify(wrong.content)).toMatch(/\/userId.*\/user.*validArguments/);
    const told: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string }): void => void told.push(message);
    await callWith(client, '1', { onprogress });
    expect(told).toEqual(['Calling the SOAP service']);
    const completed = await client.complete({
      ref: { type: 'ref/prompt', name: 'explain_fault' },
      argument: { name: 'operation', value: 'get' },
    });
    expect(completed.completion.values).toEqual(['GetUser']);
    await client.close();
  });
});

// The client of SDK 1 does not close the response of a cancelled request over HTTP.
test.each(CLIENTS.filter(([name]) => !name.includes('SDK 1 over HTTP')))(
  'soapstone mcp: %s: a cancelled call ends the request to the SOAP service',
  async (_name, connect) => {
    const client = await connect();
    const before = abandoned.length;
    const controller = new AbortController();
    const called = callWith(client, SILENT, { signal: controller.signal });
    called.catch(() => {});
    await expect.poll(() => seen.at(-1)?.body).toContain(`userId>${SILENT}<`);
    expect(abandoned.length).toBe(before);
    controller.abort();
    await expect(called).rejects.toThrow();
    await expect.poll(() => abandoned.length).toBe(before + 1);
    seen.length = 0;
    await client.close();
  },
);

/** Runs the command on these lines. @returns what it wrote, line by line */
async function converse(lines: readonly string[], ...options: string[]): Promise<Record<string, never>[]> {
  const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const { out, err, exitCode } = await runCommand(['mcp', 'users.wsdl', '--endpoint', endpoint, ...options], {
    cwd,
    endless: true,
    input: `${lines.join('\n')}\n`,
  });
  expect({ exitCode, err: exitCode === 0 ? '' : err }).toEqual({ exitCode: 0, err: '' });
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

describe('soapstone mcp on standard input', () => {
  test('answers each line, including one that is wrong or too long', async () => {
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
    // Answers come as they are done.
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

  test('sends credentials from a file, and hides them in what comes back', async () => {
    const call = request(1, 'tools/call', { name: 'GetUser', arguments: { userId: 404 } });
    const [answer] = await converse([call], '--credentials', 'credentials.json');
    expect(seen.at(-1)?.authorization).toBe(`Basic ${Buffer.from('ada:correct horse').toString('base64')}`);
    expect(JSON.stringify(answer)).toContain('No such user, [redacted]');
    expect(JSON.stringify(answer)).not.toContain('correct horse');
  });

  test('keeps the digits of decimals in both messages, and in a dry run', async () => {
    const amounts = '12345678901234567890.10,-0.10';
    const call = (name: string, meta = ''): string =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{"amount":[${amounts}]}${meta}}}`;
    const written = /amount>12345678901234567890\.10<.*amount>-0\.10</;
    const endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
    const run = (line: string) =>
      runCommand(['mcp', 'bank.wsdl', '--endpoint', endpoint], { cwd, endless: true, input: `${line}\n` });
    expect((await run(call('Pay'))).out).toContain(
      '"structuredContent":{"amount":["12345678901234567890.10",-0.10]}',
    );
    expect(seen.at(-1)?.body).toMatch(written);
    expect((await run(call('Pay', ',"_meta":{"dry_run":true}'))).out).toMatch(written);
  });

  test('sends nothing in a dry run, and shows the envelope', async () => {
    const before = seen.length;
    const call = request(1, 'tools/call', { name: 'GetUser', arguments: { userId: 1 } });
    const answers = await converse([call], '--dry-run', '--credentials', 'credentials.json');
    expect(JSON.stringify(answers)).toContain('userId>1<');
    expect(JSON.stringify(answers)).not.toMatch(/horse|Basic/);
    expect(seen.length).toBe(before);
  });

  test('offers only what is said to only read', async () => {
    const [answer] = await converse([request(1, 'tools/list')], '--reads', 'GetUser', '--read-only');
    expect(answer).toMatchObject({
      result: { tools: [{ name: 'GetUser', annotations: { readOnlyHint: true } }] },
    });
  });
});

test.each([
  [['--read-only'], 2, /name those that change nothing with --reads/],
  [['--operations', 'Nope'], 2, /--operations: no operation "Nope" in this service: it offers GetUser, Ping/],
  [['--operations', 'GetUser,,'], 2, /names with commas/],
  [['--credentials', 'missing.json'], 3, /missing\.json: there is no such file/],
  [['--credentials', 'broken.json'], 2, /broken\.json\/basic\/password/],
])('soapstone mcp %j is rejected', async (options, exitCode, message) => {
  const result = await runCommand(['mcp', 'users.wsdl', ...options], { cwd });
  expect(result.exitCode).toBe(exitCode);
  expect(result.err).toMatch(message);
  expect(result.out).toBe('');
});

describe('soapstone mcp --http', () => {
  test('rejects other origins, other hosts, other methods, large bodies', async () => {
    const url = await startHttp();
    const post = (init: RequestInit): Promise<number> =>
      fetch(url, {
        method: 'POST',
        body: request(1, 'ping'),
        ...init,
        headers: { 'Content-Type': 'application/json', ...init.headers },
      }).then(({ status }) => status);
    expect(await post({})).toBe(200);
    expect(await post({ headers: { Origin: 'https://evil.example' } })).toBe(403);
    // As a form of another page would send it, without a preflight.
    expect(await post({ headers: { 'Content-Type': 'text/plain' } })).toBe(415);
    expect(await post({ headers: { Accept: 'application/json' } })).toBe(406);
    expect(await post({ method: 'GET', body: null })).toBe(405);
    expect(await post({ body: 'x'.repeat(3 * 1024 * 1024) })).toBe(413);
    expect(await post({ body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })).toBe(202);
  });
});
