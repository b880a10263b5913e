import { cursorIn, cursorRequests } from '@soapstone/testing/hostile-cursors';
import { HOSTILE_DESIGN, HOSTILE_REQUESTS } from '@soapstone/testing/hostile-routes';
import { type RoutesServer, startRoutesServer } from '@soapstone/testing/routes-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestApi, type RestApi, type RestOptions } from './index.js';

let server: RoutesServer;
const opened: RestApi[] = [];
const failures: unknown[] = [];
const open = async (options: RestOptions): Promise<RestApi> => {
  const onError = (error: unknown) => failures.push(error);
  const made = await createRestApi(server.wsdl, { onError, client: { design: HOSTILE_DESIGN }, ...options });
  opened.push(made);
  return made;
};

beforeAll(async () => {
  server = await startRoutesServer();
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await server.stop();
});

/** With `maxBodyBytes: 1`, every body that may be a file is sent on while it arrives. */
test.each<[string, RestOptions]>([
  ['in memory', {}],
  ['files while they arrive', { maxBodyBytes: 1, maxFileBytes: 1_000_000 }],
])('requests of strangers to routes, %s: none is an error of the server', async (_how, options) => {
  const api = await open(options);
  for (const { what, method, path, headers, body } of HOSTILE_REQUESTS) {
    const init = { method, headers: { ...headers }, ...(body !== undefined && { body: body as string }) };
    const response = await api.fetch(new Request(`http://x/apis/v1${path}`, init));
    const text = await response.text();
    const shown = `${what}: ${method} ${path.slice(0, 80)}: ${response.status} ${text.slice(0, 200)}`;
    expect(response.status, shown).toBeLessThan(500);
    if (response.status >= 400 && method !== 'HEAD')
      expect([response.headers.get('content-type'), JSON.parse(text).status], shown).toEqual([
        expect.stringContaining('application/problem+json'),
        response.status,
      ]);
    expect(text.length, shown).toBeLessThan(30_000);
  }
  expect(failures).toEqual([]);
  const good = await api.fetch(new Request('http://x/apis/v1/users/7'));
  expect([good.status, ((await good.json()) as { name: string }).name]).toEqual([200, 'Ann']);
});

test('cursors that were changed, and those of others, are refused without a call', async () => {
  const key = new Uint8Array(32).fill(7);
  const cursorOf = async (api: RestApi, query = ''): Promise<string> =>
    cursorIn((await api.fetch(new Request(`http://x/apis/v1/users${query}`))).headers.get('link'));
  const endpoint = new URL(/location="(http:[^"]*)"/.exec(server.wsdl)?.[1] ?? '').href;
  const otherDesign = { ...HOSTILE_DESIGN, envelope: true as const };
  const [api, otherKey, noKey, otherService] = await Promise.all([
    open({ cursorKey: key }),
    open({ cursorKey: new Uint8Array(32).fill(8) }),
    open({}),
    open({ cursorKey: key, client: { design: HOSTILE_DESIGN, endpoint: `${endpoint}other` } }),
  ]);
  const own = await cursorOf(api);
  const foreign = {
    'another key': await cursorOf(otherKey),
    'a key of another process': await cursorOf(noKey),
    'another endpoint': await cursorOf(otherService),
    'another design': await cursorOf(await open({ cursorKey: key, client: { design: otherDesign } })),
    'another list': await cursorOf(api, '?department=a'),
  };
  const calls = server.bodies.length;
  for (const { what, method, path } of cursorRequests(own, foreign)) {
    const response = await api.fetch(new Request(`http://x/apis/v1${path}`, { method }));
    const { code } = (await response.json()) as { code: string };
    expect([what, response.status, code]).toEqual([what, 400, 'CURSOR_INVALID']);
  }
  expect(server.bodies.length).toBe(calls);
  const query = `?cursor=${encodeURIComponent(own)}`;
  expect((await api.fetch(new Request(`http://x/apis/v1/users${query}`))).status).toBe(200);
});
