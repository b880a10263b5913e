import { expect, test } from 'vitest';
import { sendRepeatable } from './repeat-safely.js';

const HEADERS = { 'X-Request-Id': 'r' };
const running = () =>
  Response.json({ error: { code: 'REQUEST_RUNNING' } }, { status: 409, headers: HEADERS });

/** Sends a request whose responses are `outcomes`, and returns the keys that were sent. */
async function keysOf(
  outcomes: readonly (() => Response | Promise<Response>)[],
  { path = '/keys', method = 'POST', body = '{"name":"a"}' } = {},
): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  const request = new Request(`http://gateway.test${path}`, {
    method,
    ...(method === 'GET' ? {} : { body }),
  });
  const send = async (sent: Request) => {
    expect(await sent.text()).toBe(method === 'GET' ? '' : body);
    keys.push(sent.headers.get('Idempotency-Key'));
    return outcomes[keys.length - 1]!();
  };
  await sendRepeatable(request, send, async () => {}).catch(() => {});
  return keys;
}

const made = () => Response.json({}, { status: 201, headers: HEADERS });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('each request that creates something has a key of its own', async () => {
  const [first] = await keysOf([made]);
  const [second] = await keysOf([made]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
  expect(await keysOf([made], { method: 'GET' })).toEqual([null]);
  expect(await keysOf([made], { method: 'PUT' })).toEqual([null]);
});

test('the request after a lost answer has the same key, and another request has another', async () => {
  const [first] = await keysOf([lost]);
  const [other] = await keysOf([made], { body: '{"name":"b"}' });
  const [elsewhere] = await keysOf([made], { path: '/invitations' });
  // A proxy answers, not the gateway.
  const [second] = await keysOf([() => new Response('Bad gateway', { status: 502 })]);
  const [third] = await keysOf([made]);
  const [fourth] = await keysOf([made]);
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, other, elsewhere, fourth]).size).toBe(4);
});

test('an error of the gateway is an answer', async () => {
  const failed = () => Response.json({ error: { code: 'X' } }, { status: 500, headers: HEADERS });
  const [first] = await keysOf([failed]);
  const [second] = await keysOf([made]);
  expect(second).not.toBe(first);
});

test('a request that is still running is repeated until it has its answer', async () => {
  const keys = await keysOf([running, running, made]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});
