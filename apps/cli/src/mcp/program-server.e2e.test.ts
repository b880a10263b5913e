import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createMcpServer, type McpServerOptions } from '@soapstone/agent-tools';
import { createClient, type Client as SoapClient } from '@soapstone/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUsersServer, type UsersServer } from '../testing/users-server.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

let upstream: UsersServer;
let soap: SoapClient;
beforeAll(async () => {
  upstream = await startUsersServer();
  soap = await createClient(USERS_WSDL, { endpoint: upstream.url });
});
afterAll(async () => {
  await soap?.$close();
  await upstream?.close();
});

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: unknown;
}

/** The official client over `Request` and `Response`, without a socket. */
async function connected(client: SoapClient, options: McpServerOptions = {}) {
  const server = createMcpServer(client, options);
  const agent = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => server.fetch(new Request(url, init)) as Promise<Response>,
  });
  await agent.connect(transport as never);
  return {
    agent,
    call: (name: string, args: object) =>
      agent.callTool({ name, arguments: args as never }) as unknown as Promise<ToolAnswer>,
  };
}

describe('createMcpServer with the official SDK', () => {
  test('lists a tool for each operation, with hints, and calls it through the client', async () => {
    const { agent, call } = await connected(soap, { annotations: { GetUser: { readOnly: true } } });
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...soap.$operations]);
    expect(tools.find(({ name }) => name === 'GetUser')?.annotations).toMatchObject({ readOnlyHint: true });
    const direct = await soap.$operation('GetUser')({ userId: 42 });
    const answer = await call('GetUser', { userId: 42 });
    expect([answer.isError ?? false, JSON.parse(answer.content[0]?.text ?? '')]).toEqual([
      false,
      JSON.parse(JSON.stringify(direct)),
    ]);
    await agent.close();
  });

  test('an invalid input and a lost server are results with their codes', async () => {
    const { agent, call } = await connected(soap);
    const invalid = await call('GetUser', { userID: 1 });
    expect(invalid.isError).toBe(true);
    expect(invalid.content[0]?.text).toMatch(/SCHEMA_VIOLATION[\s\S]*did you mean userId/);
    await agent.close();
    const lost = await connected(soap.$with({ endpoint: 'http://127.0.0.1:9/' }));
    const failed = await lost.call('GetUser', { userId: 1 });
    expect(failed.isError).toBe(true);
    expect(failed.content[0]?.text).toContain('UPSTREAM_CONNECT');
    await lost.agent.close();
  });

  test('a fault of the program is reported to it, and not to the agent', async () => {
    const seen: unknown[] = [];
    const broken = soap.$with({
      hooks: {
        request: () => {
          throw new Error('a bug');
        },
      },
    });
    const { agent, call } = await connected(broken, {
      onError: (error, name) => void seen.push([name, error]),
    });
    const answer = await call('GetUser', { userId: 1 });
    expect(answer.content[0]?.text).toContain('INTERNAL');
    expect(answer.content[0]?.text).not.toContain('a bug');
    expect(seen).toEqual([['GetUser', new Error('a bug')]]);
    await agent.close();
  });

  test('lazy: three tools find, describe and call; dryRun sends nothing', async () => {
    const { agent, call } = await connected(soap, { lazy: true, dryRun: true });
    expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual([
      'search_operations',
      'describe_operation',
      'call_operation',
    ]);
    const answer = await call('call_operation', { operation: 'GetUser', arguments: { userId: 7 } });
    expect(answer.content[0]?.text).toContain('Envelope');
    await agent.close();
  });
});

describe('lines', () => {
  async function* input(...messages: readonly object[]): AsyncGenerator<string> {
    for (const message of messages) yield `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  }

  test('answers each line, and says what is too large', async () => {
    const written: string[] = [];
    const output = { write: (line: string) => written.push(line) };
    const server = createMcpServer(soap, { maxBytes: 300, name: 'users' });
    await server.serve(
      input(
        { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
        { id: 2, method: 'tools/call', params: { name: 'GetUser', arguments: { userId: 42 } } },
        { id: 3, method: 'ping', params: { padding: 'x'.repeat(400) } },
      ),
      output,
    );
    const answers = written.map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>);
    expect(answers.find(({ id }) => Number(id) === 1)?.['result']).toMatchObject({
      serverInfo: { name: 'users' },
    });
    expect(answers.find(({ id }) => Number(id) === 2)?.['result']).toHaveProperty('content');
    expect(answers.find(({ error }) => error !== undefined)?.['error']).toMatchObject({
      message: 'A message has 300 bytes at most',
    });
  });
});

test.each<[string, unknown, unknown, RegExp]>([
  ['an unknown option', undefined, { lasy: true }, /did you mean "lazy"/],
  ['an unknown operation', undefined, { operations: ['GetUsr'] }, /did you mean "GetUser"/],
  [
    'hints of an unknown operation',
    undefined,
    { annotations: { GetUsr: {} } },
    /"annotations.GetUsr" .*did you mean "GetUser"/,
  ],
  ['an odd name', undefined, { name: 'a b' }, /letters, digits and hyphens/],
  ['no client', {}, {}, /a client of @soapstone\/client/],
  ['no options of a mapper', undefined, { mapping: null }, /option "mapping" of createMcpServer/],
  ['an option of none', undefined, { mapping: { number: 'x' } }, /"mapping.number".*did you mean "numbers"/],
])('%s: OptionError', (_what, client, options, message) => {
  expect(() => createMcpServer((client ?? soap) as never, options as never)).toThrow(message);
  expect(() => createMcpServer((client ?? soap) as never, options as never)).toThrow(
    expect.objectContaining({ name: 'OptionError' }) as Error,
  );
});
