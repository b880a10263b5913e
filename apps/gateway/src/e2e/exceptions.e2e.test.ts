import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULT_HEADER, FAULT_HOOK, FAULT_NAMES } from '../testing/fault-hook.js';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { send, sendRaw } from '../testing/https-client.js';
import { openRawClient } from '../testing/raw-client.js';

let dataDir: string;
let gateway: GatewayProcess;
let ca: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-exceptions-'));
  gateway = await startGatewayProcess({ DATA_DIR: dataDir, DRAIN_DELAY_MS: '0', ...FAULT_HOOK });
  ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
});
afterAll(async () => {
  await gateway?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** The end of the process fails the test at once, with its output. */
async function expectServing(): Promise<void> {
  const ended = gateway.ended.then((code) => {
    throw new Error(`the gateway ended with ${code}:\n${gateway.output().slice(-2_000)}`);
  });
  const answer = await Promise.race([send(`${gateway.baseUrl}/healthz`, {}, ca), ended]);
  expect(answer.status).toBe(200);
}

const logged = (): number =>
  gateway.output().split('"msg":"an exception was not caught"').length +
  gateway.output().split('"msg":"a rejection was not handled"').length +
  gateway.output().split('"msg":"a request failed').length;

test.each(FAULT_NAMES)('an exception in a %s: the next request is answered', async (fault) => {
  const before = logged();
  // Some faults leave the request without a response, so its end is not awaited.
  const faulty = send(
    `${gateway.baseUrl}/api/v1/acc_none/none/Op`,
    { method: 'POST', headers: { [FAULT_HEADER]: fault }, body: '{}' },
    ca,
  ).catch(() => undefined);
  await expect.poll(logged, { timeout: 30_000 }).toBeGreaterThan(before);
  await expectServing();
  void faulty;
});

test.each([
  ['POST', '/api/v1/acc_none/none/Op'],
  ['POST', '/mcp/v1/acc_none/none'],
  ['GET', '/api/manage/openapi'],
  ['POST', '/api/manage/log-in'],
  ['GET', '/api/manage/services'],
  ['GET', '/api/admin/accounts'],
  ['GET', '/api/services/svc_none/openapi'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
  ['GET', '/icon.svg'],
  ['GET', '/nothing/here'],
  ['POST', '/api/csp-reports'],
  ['GET', '/.well-known/oauth-protected-resource/mcp/v1/acc_none'],
])('%s %s: an exception ends in 500 with a request id, which is logged', async (method, path) => {
  const headers = {
    [FAULT_HEADER]: 'handler, in the response',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const answer = await send(
    gateway.baseUrl + path,
    { method, headers, ...(method === 'POST' && { body: '{}' }) },
    ca,
  );
  expect(answer.status).toBe(500);
  const { error } = answer.json();
  expect(error).toMatchObject({ type: 'INTERNAL_ERROR' });
  expect(answer.headers['x-request-id']).toBe(error.requestId);
  await expect.poll(() => gateway.output()).toContain(`(${error.requestId})`);
  await expectServing();
});

test('an exception in the data of a request: the request gets 500', async () => {
  const { socket, text } = openRawClient(gateway.port, ca);
  const head = [
    'POST /api/manage/log-in HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Expect: 100-continue',
  ];
  socket.write([...head, 'Content-Length: 2', `${FAULT_HEADER}: request data`, '', ''].join('\r\n'));
  await expect.poll(text).toContain('100 Continue');
  socket.write('{}');
  await expect.poll(text, { timeout: 10_000 }).toContain('HTTP/1.1 500 ');
  socket.destroy();
  await expectServing();
});

test.each([
  ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['what is not HTTP', '\0\r\n\r\n'],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n'],
])('after %s the next request is answered', async (_name, bytes) => {
  expect(await sendRaw(gateway.baseUrl, bytes, ca)).toMatch(/^HTTP\/1\.1 400 /);
  await expectServing();
});

test('exceptions are logged at most 60 times a minute, and the process still stops with 0', async () => {
  for (let count = 0; count < 100; count += 1) {
    await send(`${gateway.baseUrl}/healthz`, { headers: { [FAULT_HEADER]: 'immediate' } }, ca);
  }
  await expectServing();
  // The requests fall into at most two minutes.
  expect(gateway.output().split('"msg":"an exception was not caught"').length).toBeLessThanOrEqual(121);
  expect(await gateway.terminate()).toBe(0);
});
