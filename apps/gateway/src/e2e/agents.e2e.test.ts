import { request as httpsRequest } from 'node:https';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../domain/account.js';
import type { RegisteredService } from '../domain/registered-service.js';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../domain/service-settings.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import type { Answer } from '../testing/https-client.js';
import { startUserDirectory, type UserDirectory } from '../testing/user-directory.js';

let under: GatewayUnderTest;
let soap: UserDirectory;
let hostile: HostileUpstream;
let account: Account;
let service: RegisteredService;
let key: string;

const OFFERED = { operations: { GetUser: 'read-only', CreateUser: 'yes' } } as const;
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
};

beforeAll(async () => {
  [soap, hostile, under] = await Promise.all([
    startUserDirectory(),
    startHostileUpstream(),
    startUnderTest(),
  ]);
  account = await under.createAccount({ plan: 'Pro' });
  ({ key } = await under.createKey(account.id));
  const source = { kind: 'url', url: soap.wsdlAddress } as const;
  service = await under.register(account, {
    source,
    slug: 'users',
    name: 'Users',
    settings: { agents: OFFERED },
  });
  await under.register(account, { source, slug: 'silent', name: 'Silent' });
});

afterAll(async () => {
  await under?.stop();
  await Promise.all([soap?.stop(), hostile?.stop()]);
});

interface Sent {
  readonly slug?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly method?: string;
}

/** Sends the text of a message to the address of an account or service. */
function post(
  body: string | Uint8Array,
  { slug = '/users', headers = {}, method = 'POST' }: Sent = {},
): Promise<Answer> {
  return under.send(`/mcp/v1/${account.id}${slug}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body,
  });
}

function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(name === undefined ? {} : { 'Mcp-Name': name }),
  };
}

const text = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } });

/** A call of a tool with the text of its arguments. */
function call(name: string, args: string, meta: object = META): Promise<Answer> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args},"_meta":${JSON.stringify(meta)}}}`;
  return post(body, { headers: modernHeaders('tools/call', name) });
}

interface Called {
  readonly result: {
    readonly isError?: boolean;
    readonly structuredContent?: Record<string, unknown>;
    readonly content: readonly { readonly text: string }[];
  };
}

async function setService(slug: string, change: Partial<ServiceSettings>): Promise<void> {
  const { store, changes } = under.gateway;
  const current = (await store.services.findBySlug(account.id, slug))!;
  const settings = { ...DEFAULT_SETTINGS, ...current.settings, ...change };
  await store.services.update({ ...current, settings, updatedAt: current.updatedAt + 1 });
  await changes.announce(account.id);
}

/** `fetch` over the connection of the tests, which knows the certificate. */
const fetchThere = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  const headers = Object.fromEntries(new Headers(init.headers));
  const answer = await under.sendTo(String(url), {
    method: init.method ?? 'GET',
    headers,
    body: String(init.body ?? ''),
  });
  const hasBody = ![202, 204].includes(answer.status);
  return new Response(hasBody ? answer.text : null, {
    status: answer.status,
    headers: answer.headers as Record<string, string>,
  });
};

describe('agents: the official clients over HTTPS', () => {
  const url = (): URL => new URL(`${under.baseUrl}/mcp/v1/${account.id}/users`);

  const connected: [string, () => Promise<Client>][] = [
    [
      'SDK 1, key as X-API-Key',
      async () => {
        const client = new Client({ name: 'judge', version: '1' });
        const options = { fetch: fetchThere, requestInit: { headers: { 'X-API-Key': key } } };
        await client.connect(new StreamableHTTPClientTransport(url(), options) as never);
        return client;
      },
    ],
    [
      'SDK 2 at revision 2026-07-28, key as Bearer',
      async () => {
        const client = new ModernClient(
          { name: 'judge', version: '2' },
          { versionNegotiation: { mode: { pin: '2026-07-28' } } },
        );
        const options = { fetch: fetchThere, requestInit: { headers: { Authorization: `Bearer ${key}` } } };
        await client.connect(new ModernTransport(url(), options as never));
        return client as unknown as Client;
      },
    ],
  ];

  test.each(connected)('%s: lists what is offered, and calls', async (_name, connect) => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['GetUser', true],
      ['CreateUser', false],
    ]);
    const found = await client.callTool({ name: 'GetUser', arguments: { userId: '9007199254740993' } });
    expect(found.structuredContent).toMatchObject({ '@id': '9007199254740993' });
    await client.close();
  });
});

describe('agents: a tool call', () => {
  test('keeps every digit in both directions', async () => {
    const answer = await call('GetUser', '{"userId":9007199254740993}');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"structuredContent":{"@id":"9007199254740993"');
  });

  test('is charged, logged and counted as a call of an agent', async () => {
    const remaining = async (): Promise<number> => {
      const answer = await under.send(`/api/v1/${account.id}/users/GetUser`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{}',
      });
      return Number(answer.headers['x-ratelimit-remaining']);
    };
    const before = await remaining();
    await call('GetUser', '{"userId":1001}');
    expect(await remaining()).toBe(before - 1);
    await expect
      .poll(() =>
        under.logLines.some((line) => line.includes('"method":"MCP"') && line.includes('"agent":"tester"')),
      )
      .toBe(true);
    await expect
      .poll(async () =>
        (await under.gateway.store.calls.list(account.id, 10)).some(
          ({ method, operation }) => method === 'MCP' && operation === 'GetUser',
        ),
      )
      .toBe(true);
  });

  test('is recorded with the body that the JSON API would have sent, while the owner records bodies', async () => {
    await setService('users', { captureUntil: Date.now() + 3_600_000 });
    const { calls, callBodies } = under.gateway.store;
    // Recorded services are looked up now and then.
    await expect
      .poll(
        async () => {
          await call('GetUser', '{"userId":9007199254740993}');
          const listed = await calls.list(account.id, 20);
          const found = await Promise.all(
            listed.map(({ requestId }) => callBodies.find(account.id, requestId)),
          );
          return found.find((each) => each !== undefined);
        },
        { interval: 500 },
      )
      .toMatchObject({
        request: '{"userId":9007199254740993}',
        response: expect.stringMatching(/^\{"result":\{"@id":9007199254740993,.*"meta":\{"service":"users",/),
      });
    await setService('users', { captureUntil: undefined as never });
  });

  test('explains invalid arguments with every problem', async () => {
    const { result } = (await call('GetUser', '{"userId":"x","more":1}')).json<Called>();
    expect(result.isError).toBe(true);
    const { error } = JSON.parse(result.content[0]!.text);
    expect(error.details.map(({ path }: { path: string }) => path).sort()).toEqual(['/more', '/userId']);
    expect(error.validArguments).toEqual({ userId: 1001 });
  });

  test('shows the request of a dry run, and sends nothing', async () => {
    const { result } = (await call('GetUser', '{"userId":1}', { ...META, dry_run: true })).json<Called>();
    expect(JSON.stringify(result.structuredContent)).toContain('userId>1<');
  });

  test('that an owner does not offer is unknown', async () => {
    expect((await call('ListUsers', '{}')).json<{ error: object }>().error).toMatchObject({ code: -32602 });
  });

  test('an operation with GET is answered from its response cache', async () => {
    await under.setOperation(service, 'ListUsers', { methodPolicy: 'GET', cacheSeconds: 60 });
    const once = await call('ListUsers', '{"department":"Research"}');
    expect(once.json<Called>().result.isError).toBe(false);
    const again = await under.send(`/api/v1/${account.id}/users/ListUsers?department=Research`, {
      headers: { 'X-API-Key': key },
    });
    expect(again.json<{ meta: { cached: boolean } }>().meta.cached).toBe(true);
    await under.setOperation(service, 'ListUsers', { methodPolicy: 'Inherit', cacheSeconds: 0 });
  });
});

describe('agents: resources', () => {
  const read = async (uri: string, sent: Sent = {}) => {
    const headers = { ...modernHeaders('resources/read', uri), ...sent.headers };
    const answer = await post(text('resources/read', { uri }), { ...sent, headers });
    const { result } = answer.json<{ result?: { contents: readonly { text: string }[] } }>();
    return result === undefined ? answer.text : JSON.parse(result.contents[0]!.text);
  };

  test('are the changes and the compatibility of the offered operations; OpenAPI only if all are offered', async () => {
    const listed = await post(text('resources/list'), { headers: modernHeaders('resources/list') });
    const uris = () =>
      listed.json<{ result: { resources: { uri: string }[] } }>().result.resources.map(({ uri }) => uri);
    expect(uris()).toEqual([
      'soapstone://users/documentation',
      'soapstone://users/changes.json',
      'soapstone://users/compatibility.json',
    ]);
    expect(await read('soapstone://users/changes.json')).toEqual({
      revision: 1,
      before: 0,
      breaking: false,
      changes: [],
    });
    const { operations } = await read('soapstone://users/compatibility.json');
    expect(operations.map(({ operation, grade }: Record<string, string>) => [operation, grade])).toEqual([
      ['GetUser', 'exact'],
      ['CreateUser', 'exact'],
    ]);
    expect(await read('soapstone://users/openapi.json')).toContain('Resource not found');
    const names = under.gateway.store.services
      .findBySlug(account.id, 'users')
      .then((found) => under.gateway.store.services.findRevision(account.id, found!.id, 1))
      .then((revision) => revision!.model.exposed.map(({ name }) => [name, 'yes'] as const));
    await setService('users', { agents: { operations: Object.fromEntries(await names) } });
    expect(Object.keys((await read('soapstone://users/openapi.json')).paths).length).toBe(
      (await names).length,
    );
    await setService('users', { agents: OFFERED });
  });
});

describe('agents: all services of an account', () => {
  test('are listed with the name of the service before that of the operation', async () => {
    await setService('silent', { agents: { operations: { GetUser: 'yes' } } });
    const listed = await post(text('tools/list'), { slug: '', headers: modernHeaders('tools/list') });
    const names = listed
      .json<{ result: { tools: { name: string }[] } }>()
      .result.tools.map(({ name }) => name);
    expect(names.sort()).toEqual(['silent.GetUser', 'users.CreateUser', 'users.GetUser']);
    await setService('silent', { agents: undefined as never });
  });
});

describe('agents: access', () => {
  const list = text('tools/list');
  const headers = modernHeaders('tools/list');
  const statusOf = async (sent: Sent & { readonly body?: string }): Promise<number> =>
    (await post(sent.body ?? list, { ...sent, headers: { ...headers, ...sent.headers } })).status;

  test('without a key the response links to the protected resource metadata (RFC 9728)', async () => {
    const answer = await post(list, { headers: { ...headers, 'X-API-Key': [] } });
    expect(answer.status).toBe(401);
    const address = /resource_metadata="([^"]+)"/.exec(String(answer.headers['www-authenticate']))?.[1];
    const metadata = await under.sendTo(address!);
    expect(metadata.json()).toEqual({
      resource: `${under.baseUrl}/mcp/v1/${account.id}/users`,
      resource_name: 'Soapstone',
      bearer_methods_supported: ['header'],
    });
  });

  test('two keys, another account’s key, a revoked key', async () => {
    const other = await under.createAccount();
    const { key: foreign } = await under.createKey(other.id);
    expect(await statusOf({ headers: { 'X-API-Key': [key, key] } })).toBe(401);
    expect(await statusOf({ headers: { 'X-API-Key': foreign } })).toBe(401);
    expect(await statusOf({ headers: { Authorization: `Bearer ${key}`, 'X-API-Key': [] } })).toBe(200);
    const { key: revoked, id } = await under.createKey(account.id);
    expect(await statusOf({ headers: { 'X-API-Key': revoked } })).toBe(200);
    await under.gateway.store.apiKeys.revoke(account.id, id, Date.now());
    await under.gateway.changes.announce(account.id);
    expect(await statusOf({ headers: { 'X-API-Key': revoked } })).toBe(401);
  });

  test('a key that is limited to operations lists, calls and reads these alone', async () => {
    const { key: limited, id } = await under.createKey(account.id);
    await under.gateway.store.apiKeys.restrict(account.id, id, ['users/GetUser', 'other/*']);
    await under.gateway.changes.announce(account.id);
    const asLimited = { 'X-API-Key': limited };
    for (const slug of ['/users', '']) {
      const listed = await post(list, { slug, headers: { ...headers, ...asLimited } });
      const { tools } = listed.json<{ result: { tools: { name: string }[] } }>().result;
      expect(tools.map(({ name }) => name)).toEqual(['GetUser']);
    }
    const callAs = (name: string, args: object) =>
      post(text('tools/call', { name, arguments: args }), {
        headers: { ...modernHeaders('tools/call', name), ...asLimited },
      });
    const got = (await callAs('GetUser', { userId: 1001 })).json<{ result: { isError: boolean } }>();
    expect(got.result.isError).toBe(false);
    expect((await callAs('CreateUser', { name: 'x' })).text).toContain('Unknown tool');
    const uri = 'soapstone://users/operations/CreateUser';
    const read = await post(text('resources/read', { uri }), {
      headers: { ...modernHeaders('resources/read', uri), ...asLimited },
    });
    expect(read.text).toContain('Resource not found');
    const direct = (operation: string) =>
      under.send(`/api/v1/${account.id}/users/${operation}`, {
        method: 'POST',
        headers: { ...asLimited, 'Content-Type': 'application/json' },
        body: '{"userId":1001}',
      });
    expect((await direct('GetUser')).status).toBe(200);
    const refused = await direct('ListUsers');
    expect([refused.status, refused.json<{ error: { code: string } }>().error.code]).toEqual([
      403,
      'OPERATION_NOT_ALLOWED',
    ]);
    await under.gateway.store.apiKeys.restrict(account.id, id, ['other/*']);
    await under.gateway.changes.announce(account.id);
    expect(await statusOf({ headers: asLimited })).toBe(404);
    await under.gateway.store.apiKeys.restrict(account.id, id, undefined);
    await under.gateway.changes.announce(account.id);
    expect((await direct('ListUsers')).status).not.toBe(403);
  });

  test.each<[string, Sent & { body?: string }, number]>([
    ['a service that offers nothing', { slug: '/silent' }, 404],
    ['a service that does not exist', { slug: '/nope' }, 404],
    ['a longer path', { slug: '/users/GetUser' }, 404],
    ['a page of another origin', { headers: { Origin: 'https://evil.example' } }, 403],
    ['another host', { headers: { Host: 'evil.example' } }, 403],
    ['GET', { method: 'GET', body: '' }, 405],
    ['DELETE', { method: 'DELETE', body: '' }, 405],
    ['a batch', { body: `[${list},${list}]` }, 400],
    ['text that is no JSON', { body: '{' }, 400],
    ['an unknown method', { body: text('no/such'), headers: modernHeaders('no/such') }, 404],
    ['headers of another method', { headers: modernHeaders('tools/call') }, 400],
    ['an unknown revision', { headers: { 'MCP-Protocol-Version': '1900-01-01' } }, 400],
    [
      'a notification',
      {
        body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        headers: { 'MCP-Protocol-Version': '2025-11-25' },
      },
      202,
    ],
  ])('%s', async (_name, sent, status) => {
    expect(await statusOf(sent)).toBe(status);
  });
});

describe('agents: hostile messages', () => {
  test.each<[string, string]>([
    ['ids of every other kind', '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}'],
    ['a name that is an object', text('tools/call', { name: {}, arguments: {} })],
    [
      'arguments that nest a hundred thousand deep',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"GetUser","arguments":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`,
    ],
    [
      'metadata that nests',
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}}}`,
    ],
    [
      'keys of the prototype',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{"__proto__":{}}}}',
    ],
    ['a cursor of another listing', text('tools/list', { cursor: 'x' })],
    ['text that is not UTF-8', '{"jsonrpc":"2.0","id":"\u{dfff}","method":"ping"}'],
  ])('%s give no 500', async (_name, body) => {
    const answer = await post(body, { headers: { 'MCP-Protocol-Version': '2025-11-25' } });
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).toMatch(/"error"|"isError":true|"result"/);
  });

  test('ten megabytes of arguments are rejected with 413 or 400, and the gateway keeps serving', async () => {
    const answer = await post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"GetUser","arguments":{"userId":"${'1'.repeat(10_000_000)}"}}}`,
      {
        headers: { 'MCP-Protocol-Version': '2025-11-25' },
      },
    ).catch((error: NodeJS.ErrnoException) => error);
    // The gateway may cut the connection before everything is sent.
    if (!(answer instanceof Error)) expect(answer.status).toBe(400);
    expect((await call('GetUser', '{"userId":1001}')).status).toBe(200);
  });

  test('two hundred listings at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post(text('tools/list'), { headers: modernHeaders('tools/list') })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text: body }) => body)).size).toBe(1);
  });

  test('the kinds of wrong answers of an upstream are errors of the tool', async () => {
    await setService('users', { endpoint: hostile.address });
    const { result } = (await call('GetUser', '{"userId":1}')).json<Called>();
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]!.text).error.type).toBe('UPSTREAM_ERROR');
    const { endpoint: _, ...settings } = (await under.gateway.store.services.findBySlug(account.id, 'users'))!
      .settings;
    await under.gateway.store.services.update({
      ...(await under.gateway.store.services.findBySlug(account.id, 'users'))!,
      settings,
      updatedAt: Date.now() + 10_000,
    });
    await under.gateway.changes.announce(account.id);
  });
});

test('agents: a subscription receives a change, and ends when its key is revoked', async () => {
  const { key: listening, id } = await under.createKey(account.id);
  const stream = listen(account.id, 'users', listening);
  await expect.poll(() => stream.received).toContain('notifications/subscriptions/acknowledged');
  await setService('users', { agents: { operations: { GetUser: 'read-only' } } });
  await expect.poll(() => stream.received).toContain('notifications/tools/list_changed');
  await under.gateway.store.apiKeys.revoke(account.id, id, Date.now());
  await under.gateway.changes.announce(account.id);
  await expect.poll(() => stream.ended).toBe(true);
  expect(stream.received).toMatch(/"method":"notifications\/cancelled".*"resultType":"complete"/s);
});

test('agents: the 51st event stream of an account is refused, and another account gets its own', async () => {
  const source = { kind: 'url', url: soap.wsdlAddress } as const;
  const settings = { agents: OFFERED };
  const [busy, other] = [await under.createAccount({ plan: 'Pro' }), await under.createAccount()];
  for (const each of [busy, other]) await under.register(each, { source, slug: 'users', settings });
  const [{ key: busyKey }, { key: otherKey }] = [
    await under.createKey(busy.id),
    await under.createKey(other.id),
  ];
  const streams = Array.from({ length: 50 }, () => listen(busy.id, 'users', busyKey));
  const isOpen = ({ status, received }: Listening) => status === 200 && received.includes('acknowledged');
  try {
    await expect.poll(() => streams.filter(isOpen)).toHaveLength(50);
    const refused = listen(busy.id, 'users', busyKey);
    await expect.poll(() => refused.ended).toBe(true);
    expect(refused.status).toBe(429);
    expect(refused.received).toContain('50');
    const others = listen(other.id, 'users', otherKey);
    streams.push(others);
    await expect.poll(() => isOpen(others)).toBe(true);
    // Messages that need no stream are answered all the same, and a stream that ends makes room.
    const list = await under.send(`/mcp/v1/${busy.id}/users`, {
      method: 'POST',
      headers: {
        'X-API-Key': busyKey,
        'Content-Type': 'application/json',
        ...modernHeaders('tools/list'),
      },
      body: text('tools/list'),
    });
    expect(list.status).toBe(200);
    streams[0]!.close();
    await expect.poll(() => streams[0]!.ended).toBe(true);
    const openAnother = async () => {
      const next = listen(busy.id, 'users', busyKey);
      streams.push(next);
      await expect.poll(() => next.status).not.toBe(0);
      return next.status;
    };
    await expect.poll(openAnother).toBe(200);
  } finally {
    for (const stream of streams) stream.close();
  }
});

/** A subscription to changes of the tools. */
interface Listening {
  status: number;
  received: string;
  ended: boolean;
  close(): void;
}

function listen(accountId: string, slug: string, apiKey: string): Listening {
  const request = httpsRequest(new URL(`${under.baseUrl}/mcp/v1/${accountId}/${slug}`), {
    method: 'POST',
    rejectUnauthorized: false,
    agent: false,
    headers: {
      'X-API-Key': apiKey,
      'Content-Type': 'application/json',
      ...modernHeaders('subscriptions/listen'),
    },
  });
  const listening: Listening = { status: 0, received: '', ended: false, close: () => request.destroy() };
  request.on('response', (response) => {
    listening.status = response.statusCode ?? 0;
    response.on('data', (chunk) => {
      listening.received += String(chunk);
    });
    response.on('close', () => {
      listening.ended = true;
    });
    response.on('error', () => {});
  });
  request.on('error', () => {});
  request.end(text('subscriptions/listen', { notifications: { toolsListChanged: true } }));
  return listening;
}
