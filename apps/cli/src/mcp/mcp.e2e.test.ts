import { spawn } from 'node:child_process';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI_MAIN } from '../testing/cli-main.js';
import { directoryOf } from '../testing/run-command.js';
import { SILENT, startUsersServer, type UsersServer } from '../testing/users-server.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

let upstream: UsersServer;
const cwd = directoryOf({ 'users.wsdl': USERS_WSDL });
const running: { kill(): void }[] = [];

beforeAll(async () => {
  upstream = await startUsersServer();
});
afterAll(() => {
  for (const each of running) each.kill();
  upstream?.close();
});

function commandLine(...options: string[]): { command: string; args: string[]; cwd: string } {
  const args = [CLI_MAIN, 'mcp', 'users.wsdl', '--endpoint', upstream.url, ...options];
  return { command: process.execPath, args, cwd };
}

/** Starts the command with `--http 0`. @returns the address that it prints */
async function startHttp(...options: string[]): Promise<string> {
  const { command, args } = commandLine('--http', '0', ...options);
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  for await (const chunk of child.stdout) return String(chunk).trim();
  throw new Error('the command ended');
}

const modernClient = () =>
  new ModernClient({ name: 'judge', version: '2' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
const legacyClient = () => new Client({ name: 'judge', version: '1' });

/** Connects the client of each SDK generation over each transport. */
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

/** Calls `GetUser` with request options, which the two generations of the client take in different places. */
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
    expect(upstream.seen.at(-1)?.body).toContain('userId>9007199254740993<');
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
    await client.close();
  });
});

// The client of SDK 1 does not close the response of a cancelled request over HTTP.
test.each(CLIENTS.filter(([name]) => !name.includes('SDK 1 over HTTP')))(
  'soapstone mcp: %s: a cancelled call ends the request to the SOAP service',
  async (_name, connect) => {
    const client = await connect();
    const before = upstream.abandoned.length;
    const controller = new AbortController();
    const called = callWith(client, SILENT, { signal: controller.signal });
    called.catch(() => {});
    await expect.poll(() => upstream.seen.at(-1)?.body).toContain(`userId>${SILENT}<`);
    expect(upstream.abandoned.length).toBe(before);
    controller.abort();
    await expect(called).rejects.toThrow();
    await expect.poll(() => upstream.abandoned.length).toBe(before + 1);
    upstream.seen.length = 0;
    await client.close();
  },
);

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe('soapstone mcp --http', () => {
  test('rejects other origins, other hosts, other methods, large bodies', async () => {
    const url = await startHttp();
    const post = (init: RequestInit): Promise<number> =>
      fetch(url, {
        method: 'POST',
        body: PING,
        ...init,
        headers: { 'Content-Type': 'application/json', ...init.headers },
      }).then(({ status }) => status);
    expect(await post({})).toBe(200);
    expect(await post({ headers: { Origin: 'https://evil.example' } })).toBe(403);
    // As a form on another site would send it, without a preflight.
    expect(await post({ headers: { 'Content-Type': 'text/plain' } })).toBe(415);
    expect(await post({ headers: { Accept: 'application/json' } })).toBe(406);
    expect(await post({ method: 'GET', body: null })).toBe(405);
    expect(await post({ body: 'x'.repeat(3 * 1024 * 1024) })).toBe(413);
    expect(await post({ body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })).toBe(202);
  });
});
