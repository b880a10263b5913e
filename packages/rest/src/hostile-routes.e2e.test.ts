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
