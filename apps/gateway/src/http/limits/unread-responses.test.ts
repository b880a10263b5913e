import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createUnreadResponses } from './unread-responses.js';

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0)) step();
});

/** A server that counts each request as a response to the account that is its path, and responds to none. */
async function serve(limit: number) {
  const unread = createUnreadResponses(limit);
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    unread.hold(request.url ?? '', response, Number(request.headers['x-bytes']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => server.close());
  /** Sends requests on one connection. */
  async function ask(...requests: readonly (readonly [account: string, bytes: number])[]): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    cleanUp.push(() => socket.destroy());
    const before = responses.length;
    for (const [account, bytes] of requests)
      socket.write(`GET ${account} HTTP/1.1\r\nHost: x\r\nX-Bytes: ${bytes}\r\n\r\n`);
    await expect.poll(() => responses.length).toBe(before + requests.length);
    return socket;
  }
  return { ask, responses };
}

const isClosed = (socket: Socket) => expect.poll(() => socket.closed).toBe(true);

test('the account with the most bytes loses its oldest response', async () => {
  const { ask } = await serve(1_000_000);
  const small = await ask(['/a', 300_000]);
  const [oldest, second] = [await ask(['/b', 300_000]), await ask(['/b', 300_000])];
  const latest = await ask(['/a', 200_000]);
  await isClosed(oldest);
  expect([small, second, latest].map(({ closed }) => closed)).toEqual([false, false, false]);
  // Its room is free again.
  await ask(['/c', 200_000]);
  expect([small, second, latest].map(({ closed }) => closed)).toEqual([false, false, false]);
});

test('responses that were sent or whose client left are not counted, small ones never', async () => {
  const { ask, responses } = await serve(1_000_000);
  await ask(['/a', 900_000]);
  responses[0]!.end('done');
  const gone = await ask(['/a', 900_000]);
  gone.destroy();
  await expect.poll(() => responses[1]!.destroyed).toBe(true);
  const kept = [await ask(['/a', 900_000]), await ask(['/b', 60_000]), await ask(['/b', 60_000])];
  expect(kept.map(({ closed }) => closed)).toEqual([false, false, false]);
});

test('pipelined responses that wait for their turn are not counted once their connection closed', async () => {
  const { ask, responses } = await serve(1_000_000);
  const pipelined = await ask(['/a', 400_000], ['/a', 500_000]);
  pipelined.destroy();
  await expect.poll(() => responses[0]!.destroyed).toBe(true);
  const kept = await ask(['/b', 900_000]);
  await ask(['/c', 70_000]);
  expect(kept.closed).toBe(false);
});

test('a response that exceeds the limit alone is kept', async () => {
  const { ask } = await serve(1_000_000);
  const [first, huge] = [await ask(['/a', 500_000]), await ask(['/a', 2_000_000])];
  await isClosed(first);
  expect(huge.closed).toBe(false);
});
