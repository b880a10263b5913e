import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Called, modernHeaders, type Sent, setAgentsScene, text } from '../testing/agents-scene.js';
import { type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';

const scene = setAgentsScene();
const { post, call, setService } = scene;

describe('agents: access', () => {
  const list = text('tools/list');
  const headers = modernHeaders('tools/list');
  const statusOf = async (sent: Sent & { readonly body?: string }): Promise<number> =>
    (await post(sent.body ?? list, { ...sent, headers: { ...headers, ...sent.headers } })).status;

  test('without a key the response links to the protected resource metadata (RFC 9728)', async () => {
    const answer = await post(list, { headers: { ...headers, 'X-API-Key': [] } });
    expect(answer.status).toBe(401);
    const address = /resource_metadata="([^"]+)"/.exec(String(answer.headers['www-authenticate']))?.[1];
    const metadata = await scene.under.sendTo(address!);
    expect(metadata.json()).toEqual({
      resource: `${scene.under.baseUrl}/mcp/v1/${scene.account.id}/users`,
      resource_name: 'Soapstone',
      bearer_methods_supported: ['header'],
    });
  });

  test('rejects two keys, another account’s key and a revoked key', async () => {
    const other = await scene.under.createAccount();
    const { key: foreign } = await scene.under.createKey(other.id);
    expect(await statusOf({ headers: { 'X-API-Key': [scene.key, scene.key] } })).toBe(401);
    expect(await statusOf({ headers: { 'X-API-Key': foreign } })).toBe(401);
    expect(await statusOf({ headers: { Authorization: `Bearer ${scene.key}`, 'X-API-Key': [] } })).toBe(200);
    const { key: revoked, id } = await scene.under.createKey(scene.account.id);
    expect(await statusOf({ headers: { 'X-API-Key': revoked } })).toBe(200);
    await scene.under.gateway.store.apiKeys.revoke(scene.account.id, id, Date.now());
    await scene.under.gateway.changes.announce(scene.account.id);
    expect(await statusOf({ headers: { 'X-API-Key': revoked } })).toBe(401);
  });

  test('a key that is limited to operations lists, calls and reads only these', async () => {
    const { key: limited, id } = await scene.under.createKey(scene.account.id);
    await scene.under.gateway.store.apiKeys.change(scene.account.id, id, {
      operations: ['users/GetUser', 'other/*'],
    });
    await scene.under.gateway.changes.announce(scene.account.id);
    const asLimited = { 'X-API-Key': limited };
    for (const [slug, name] of [
      ['/users', 'GetUser'],
      ['', 'users_GetUser'],
    ] as const) {
      const listed = await post(list, { slug, headers: { ...headers, ...asLimited } });
      const { tools } = listed.json<{ result: { tools: { name: string }[] } }>().result;
      expect(tools.map((tool) => tool.name)).toEqual([name]);
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
      scene.under.send(`/api/v1/${scene.account.id}/users/${operation}`, {
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
    await scene.under.gateway.store.apiKeys.change(scene.account.id, id, { operations: ['other/*'] });
    await scene.under.gateway.changes.announce(scene.account.id);
    expect(await statusOf({ headers: asLimited })).toBe(404);
    await scene.under.gateway.store.apiKeys.change(scene.account.id, id, { operations: null });
    await scene.under.gateway.changes.announce(scene.account.id);
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
    ['a message as text/plain', { headers: { 'Content-Type': 'text/plain' } }, 415],
    [
      'a message in another charset',
      { headers: { 'Content-Type': 'application/json; charset=utf-16' } },
      415,
    ],
    ['a client that accepts no event stream', { headers: { Accept: 'application/json' } }, 406],
    ['a client that accepts anything', { headers: { Accept: '*/*' } }, 200],
    ['a batch', { body: `[${list},${list}]` }, 400],
    ['text that is not JSON', { body: '{' }, 400],
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
  let hostile: HostileUpstream;
  beforeAll(async () => {
    hostile = await startHostileUpstream();
  });
  afterAll(async () => await hostile?.stop());

  test.each<[string, string]>([
    ['an id that is an object', '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}'],
    ['a name that is an object', text('tools/call', { name: {}, arguments: {} })],
    [
      'arguments nested a hundred thousand deep',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"GetUser","arguments":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`,
    ],
    [
      'deeply nested metadata',
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}}}`,
    ],
    [
      'keys from the prototype',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{"__proto__":{}}}}',
    ],
    ['a cursor of another listing', text('tools/list', { cursor: 'x' })],
    ['text that is not UTF-8', '{"jsonrpc":"2.0","id":"\u{dfff}","method":"ping"}'],
  ])('no 500 for %s', async (_name, body) => {
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
    // The gateway may close the connection before everything is sent.
    if (!(answer instanceof Error)) expect(answer.status).toBe(400);
    expect((await call('GetUser', '{"userId":1001}')).status).toBe(200);
  });

  test('two hundred concurrent listings return the same text', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post(text('tools/list'), { headers: modernHeaders('tools/list') })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text: body }) => body)).size).toBe(1);
  });

  test('an invalid response of the upstream is a tool error', async () => {
    await setService('users', { endpoint: hostile.address });
    const { result } = (await call('GetUser', '{"userId":1}')).json<Called>();
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]!.text).error.type).toBe('UPSTREAM_ERROR');
    const { endpoint: _, ...settings } = (await scene.under.gateway.store.services.findBySlug(
      scene.account.id,
      'users',
    ))!.settings;
    await scene.under.gateway.store.services.update({
      ...(await scene.under.gateway.store.services.findBySlug(scene.account.id, 'users'))!,
      settings,
      updatedAt: Date.now() + 10_000,
    });
    await scene.under.gateway.changes.announce(scene.account.id);
  });
});
