import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type ErrorEvent, type ResponseEvent, SoapFaultError } from '../index.js';
import { manyTexts, startHttpServer, TEXT, textWsdl } from '../testing/echo-server.js';

const MIB = 1024 * 1024;
const ways = [
  ['undici', {}],
  ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }],
] as const;

describe.each(ways)('a large response over %s', (_name, way) => {
  test('stream yields the JSON text of the result', async () => {
    const server = await startHttpServer(() => ({ body: manyTexts(12_800) }));
    await using client = await createClient(textWsdl(['A'], server.address), way);
    const chunks: Uint8Array[] = [];
    for await (const chunk of client.$operation('A').stream()) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(10);
    const result = JSON.parse(Buffer.concat(chunks).toString()) as { text: string[] };
    expect([result.text.length, new Set(result.text).size]).toEqual([12_800, 1]);
    await server.stop();
  });

  test('leaving the loop abandons the rest of the response', async () => {
    let closed: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await startHttpServer(() => ({
      body: (async function* () {
        try {
          yield* manyTexts(1_000_000);
        } finally {
          closed?.();
        }
      })(),
    }));
    await using client = await createClient(textWsdl(['A'], server.address), way);
    for await (const item of client.$operation('A').items({}, 'text')) {
      expect(item).toBe(TEXT);
      break;
    }
    await ended;
    await server.stop();
  });
});

describe.each(ways)('a busy server over %s', (_name, way) => {
  test.each([
    [429, '7'],
    [503, 'Mon, 30 Nov 2026 01:02:03 GMT'],
  ])('%i: the error has its Retry-After, streamed or not', async (status, wait) => {
    const server = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(status, { 'retry-after': wait, 'content-type': 'text/plain' }).end('busy');
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await using client = await createClient(textWsdl(['A'], `http://127.0.0.1:${port}/`), way);
    const operation = client.$operation('A');
    const first = async (stream: AsyncIterable<unknown>): Promise<void> => {
      for await (const _ of stream) break;
    };
    for (const call of [
      () => operation({}),
      () => first(operation.stream()),
      () => first(operation.items({}, 'text')),
    ]) {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'ResponseError', code: 'HTTP_STATUS', status, retryAfter: wait });
    }
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
});

describe.each(ways)('over %s', (_name, way) => {
  let server: UserDirectory;
  beforeAll(async () => {
    server = await startUserDirectory();
  });
  afterAll(async () => {
    await server.stop();
  });

  test('items have the same form as in the result, numbers included', async () => {
    await using directory = await createClient(server.wsdlAddress, { ...way, numbers: 'bigint' });
    const users: unknown[] = [];
    for await (const user of directory.$operation('ListUsers').items({ limit: 2 }, ['user']))
      users.push(user);
    expect(users).toEqual((await directory.$operation('ListUsers')({ limit: 2 }))['user']);
    expect(users[0]).toMatchObject({ '@id': 1001n });
  });

  test('a fault is thrown, and passed to the response hook', async () => {
    const events: ResponseEvent[] = [];
    await using directory = await createClient(server.wsdlAddress, {
      ...way,
      hooks: { response: (event) => void events.push(event) },
    });
    const stream = directory.$operation('GetUser').stream({ userId: 5 });
    await expect(stream.next()).rejects.toBeInstanceOf(SoapFaultError);
    expect(events).toMatchObject([{ body: undefined, fault: { name: 'UserNotFound' } }]);
  });

  test('a path that does not lead to a list is rejected before anything is sent', async () => {
    await using directory = await createClient(server.wsdlAddress, way);
    const items = directory.$operation('ListUsers').items({}, 'users');
    await expect(items.next()).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringMatching(
        /option "path" of ListUsers\.items: .*the members are total, user$/,
      ) as string,
    });
    expect(() => directory.$operation('ListUsers').items({}, 5 as never)).toThrow('expected a string');
  });

  test.each([
    ['an error status without a fault', 502, 'Bad Gateway', 'HTTP_STATUS'],
    [
      'a response that ends early',
      200,
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>',
      'NOT_XML',
    ],
  ])('%s is a ResponseError, and passed to the error hook', async (_what, status, body, code) => {
    const odd = await startHttpServer(() => ({ status, body }));
    const events: ErrorEvent[] = [];
    await using client = await createClient(textWsdl(['A'], odd.address), {
      ...way,
      hooks: { error: (event) => void events.push(event) },
    });
    await expect(client.$operation('A').items({}, 'text').next()).rejects.toMatchObject({ code, status });
    expect(events).toMatchObject([{ attributes: { 'error.type': code } }]);
    await odd.stop();
  });

  test('limits.responseBytes applies to streams if it is set', async () => {
    const large = await startHttpServer(() => ({ body: manyTexts(6_400) }));
    await using client = await createClient(textWsdl(['A'], large.address), {
      ...way,
      limits: { responseBytes: MIB },
    });
    const read = async (): Promise<void> => {
      for await (const item of client.$operation('A').items({}, 'text')) expect(item).toBe(TEXT);
    };
    await expect(read()).rejects.toMatchObject({
      code: expect.stringMatching(/LIMIT|UPSTREAM_TOO_LARGE/) as string,
    });
    await large.stop();
  });
});
