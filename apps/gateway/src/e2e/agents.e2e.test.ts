import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';
import {
  type Called,
  META,
  modernHeaders,
  OFFERED,
  type Sent,
  setAgentsScene,
  text,
} from '../testing/agents-scene.js';

const scene = setAgentsScene();
const { post, call, setService } = scene;

/** `fetch` over the test's connection, which trusts the certificate. */
const fetchThere = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  const headers = Object.fromEntries(new Headers(init.headers));
  const answer = await scene.under.sendTo(String(url), {
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
  const url = (): URL => new URL(`${scene.under.baseUrl}/mcp/v1/${scene.account.id}/users`);

  const connected: [string, () => Promise<Client>][] = [
    [
      'SDK 1, key as X-API-Key',
      async () => {
        const client = new Client({ name: 'judge', version: '1' });
        const options = { fetch: fetchThere, requestInit: { headers: { 'X-API-Key': scene.key } } };
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
        const options = {
          fetch: fetchThere,
          requestInit: { headers: { Authorization: `Bearer ${scene.key}` } },
        };
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

  test('is charged, logged and counted as a call by an agent', async () => {
    const remaining = async (): Promise<number> => {
      const answer = await scene.under.send(`/api/v1/${scene.account.id}/users/GetUser`, {
        method: 'POST',
        headers: { 'X-API-Key': scene.key, 'Content-Type': 'application/json' },
        body: '{}',
      });
      return Number(answer.headers['x-ratelimit-remaining']);
    };
    const before = await remaining();
    await call('GetUser', '{"userId":1001}');
    expect(await remaining()).toBe(before - 1);
    await expect
      .poll(() =>
        scene.under.logLines.some(
          (line) => line.includes('"method":"MCP"') && line.includes('"agent":"tester"'),
        ),
      )
      .toBe(true);
    await expect
      .poll(async () =>
        (await scene.under.gateway.store.calls.list(scene.account.id, 10)).some(
          ({ method, operation }) => method === 'MCP' && operation === 'GetUser',
        ),
      )
      .toBe(true);
  });

  test('is recorded with the body that the JSON API would have sent while recording is on', async () => {
    await setService('users', { captureUntil: Date.now() + 3_600_000 });
    const { calls, callBodies } = scene.under.gateway.store;
    // The list of recorded services is refreshed periodically.
    await expect
      .poll(
        async () => {
          await call('GetUser', '{"userId":9007199254740993}');
          const listed = await calls.list(scene.account.id, 20);
          const found = await Promise.all(
            listed.map(({ requestId }) => callBodies.find(scene.account.id, requestId)),
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

  test('returns the request of a dry run, and sends nothing', async () => {
    const { result } = (await call('GetUser', '{"userId":1}', { ...META, dry_run: true })).json<Called>();
    expect(JSON.stringify(result.structuredContent)).toContain('userId>1<');
  });

  test('an operation that the owner does not offer is unknown', async () => {
    expect((await call('ListUsers', '{}')).json<{ error: object }>().error).toMatchObject({ code: -32602 });
  });

  test('an operation with GET is answered from its response cache', async () => {
    await scene.under.setOperation(scene.service, 'ListUsers', { methodPolicy: 'GET', cacheSeconds: 60 });
    const list = async (): Promise<string> => (await call('ListUsers', '{"department":"Research"}')).text;
    const once = await list();
    expect((JSON.parse(once) as Called).result.isError).toBe(false);
    expect(await list()).toBe(once);
    await expect
      .poll(async () =>
        (await scene.under.gateway.store.calls.list(scene.account.id, 10)).some(
          ({ method, operation, cached }) => method === 'MCP' && operation === 'ListUsers' && cached,
        ),
      )
      .toBe(true);
    await scene.under.setOperation(scene.service, 'ListUsers', { methodPolicy: 'Inherit', cacheSeconds: 0 });
  });
});

describe('agents: resources', () => {
  const read = async (uri: string, sent: Sent = {}) => {
    const headers = { ...modernHeaders('resources/read', uri), ...sent.headers };
    const answer = await post(text('resources/read', { uri }), { ...sent, headers });
    const { result } = answer.json<{ result?: { contents: readonly { text: string }[] } }>();
    return result === undefined ? answer.text : JSON.parse(result.contents[0]!.text);
  };

  test('contain the changes and the compatibility of the offered operations, and OpenAPI only if all are offered', async () => {
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
    const names = scene.under.gateway.store.services
      .findBySlug(scene.account.id, 'users')
      .then((found) => scene.under.gateway.store.services.findRevision(scene.account.id, found!.id, 1))
      .then((revision) => revision!.model.exposed.map(({ name }) => [name, 'yes'] as const));
    await setService('users', { agents: { operations: Object.fromEntries(await names) } });
    expect(Object.keys((await read('soapstone://users/openapi.json')).paths).length).toBe(
      (await names).length,
    );
    await setService('users', { agents: OFFERED });
  });
});

describe('agents: all services of an account', () => {
  test('are listed with the service name before the operation name, however many services there are', async () => {
    const names = async (): Promise<string[]> => {
      const listed = await post(text('tools/list'), { slug: '', headers: modernHeaders('tools/list') });
      return listed
        .json<{ result: { tools: { name: string }[] } }>()
        .result.tools.map(({ name }) => name)
        .sort();
    };
    await setService('silent', { agents: { operations: { GetUser: 'yes' } } });
    await expect.poll(names).toEqual(['silent_GetUser', 'users_CreateUser', 'users_GetUser']);
    await setService('silent', { agents: undefined as never });
    await expect.poll(names).toEqual(['users_CreateUser', 'users_GetUser']);
  });

  test('are called by the names of earlier listings too', async () => {
    for (const name of ['users_GetUser', 'users.GetUser', 'GetUser']) {
      const called = await post(text('tools/call', { name, arguments: { userId: 1001 } }), {
        slug: '',
        headers: modernHeaders('tools/call', name),
      });
      expect(called.json<{ result: { isError: boolean } }>().result.isError).toBe(false);
    }
  });
});
