import { Agent, request as httpRequest } from 'node:http';
import { cursorIn, cursorRequests } from '@soapstone/testing/hostile-cursors';
import { HOSTILE_DESIGN, HOSTILE_REQUESTS, type HostileRequest } from '@soapstone/testing/hostile-routes';
import { type RoutesServer, startRoutesServer } from '@soapstone/testing/routes-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryOf, testTerminal } from '../testing/run-command.js';
import { startServing } from './serve.js';

let server: RoutesServer;
const serving: Awaited<ReturnType<typeof startServing>>[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  server = await startRoutesServer();
  const cwd = directoryOf({
    'users.wsdl': server.wsdl,
    'design.json': JSON.stringify(HOSTILE_DESIGN),
  });
  const context = { terminal: testTerminal({ cwd }).terminal, exitCode: 0 as const };
  for (const sizes of [{}, { requestBytes: 1, fileBytes: 1_000_000 }])
    serving.push(
      await startServing(['users.wsdl'], { port: 0, header: {}, design: 'design.json', ...sizes }, context),
    );
});
afterAll(async () => {
  agent.destroy();
  await Promise.all(serving.map((each) => each.close()));
  await server.stop();
});

function send(base: string, { method, path, headers, body }: HostileRequest) {
  return new Promise<{ status: number; type: string; text: string; link: string | undefined }>(
    (resolve, reject) => {
      const url = `${base}/apis/local/users/v1${path}`;
      const request = httpRequest(url, { method, headers: { ...headers }, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text,
            link: response.headers['link'] as string | undefined,
          }),
        );
      });
      request.on('error', reject);
      request.end(body);
    },
  );
}

test.each([
  ['in memory', 0],
  ['files while they arrive', 1],
])('requests of strangers to routes, %s: none is an error of the server', async (_how, at) => {
  const base = serving[at]?.url ?? '';
  for (const hostile of HOSTILE_REQUESTS) {
    const { what, method, path } = hostile;
    const { status, type, text } = await send(base, hostile);
    const shown = `${what}: ${method} ${path.slice(0, 80)}: ${status} ${text.slice(0, 200)}`;
    expect(status, shown).toBeLessThan(500);
    if (status >= 400 && method !== 'HEAD')
      expect([type, JSON.parse(text).status], shown).toEqual([
        expect.stringContaining('application/problem+json'),
        status,
      ]);
    expect(text.length, shown).toBeLessThan(30_000);
  }
  const { status, text } = await send(base, { what: 'good', method: 'GET', path: '/users/7' });
  expect([status, JSON.parse(text).name]).toEqual([200, 'Ann']);
});

test('cursors that were changed, and those of others, are refused without a call', async () => {
  const [base = '', other = ''] = serving.map(({ url }) => url);
  const list = { what: 'a list', method: 'GET', path: '/users' };
  const cursorOf = async (at: string, query = ''): Promise<string> =>
    cursorIn((await send(at, { ...list, path: `/users${query}` })).link);
  const own = await cursorOf(base);
  const foreign = {
    'another process': await cursorOf(other),
    'another list': await cursorOf(base, '?department=a'),
  };
  const calls = server.bodies.length;
  for (const hostile of cursorRequests(own, foreign)) {
    const { status, text } = await send(base, hostile);
    expect([hostile.what, status, JSON.parse(text).code]).toEqual([hostile.what, 400, 'CURSOR_INVALID']);
  }
  expect(server.bodies.length).toBe(calls);
  expect((await send(base, { ...list, path: `/users?cursor=${encodeURIComponent(own)}` })).status).toBe(200);
});
