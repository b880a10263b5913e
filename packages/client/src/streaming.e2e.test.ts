import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type ErrorEvent, type ResponseEvent, SoapFaultError } from './index.js';
import { type DirectoryServer, startDirectory } from './testing/directory-server.js';
import { envelope, startHttpServer, textWsdl } from './testing/echo-server.js';

const MIB = 1024 * 1024;
const text = 'x'.repeat(1_000);
const ways = [
  ['undici', {}],
  ['fetch', { fetch: (input: string, init?: RequestInit) => fetch(input, init) }],
] as const;

/** A response with this many items of a kilobyte each, generated while it is sent. */
async function* manyTexts(count: number): AsyncGenerator<Uint8Array> {
  const [before = '', after = ''] = envelope('<t:AResponse xmlns:t="urn:t">|</t:AResponse>').split('|');
  yield Buffer.from(before);
  const piece = Buffer.from(`<t:text>${text}</t:text>`.repeat(64));
  for (let sent = 0; sent < count; sent += 64) yield piece;
  yield Buffer.from(after);
}

describe.each(ways)('a response of 50 MB over %s', (_name, way) => {
  test('items: arrive one by one, in bounded memory', async () => {
    const server = await startHttpServer(() => ({ body: manyTexts(50_048) }));
    await using client = await createClient(textWsdl(['A'], server.address), way);
    let count = 0;
    let most = 0;
    const before = process.memoryUsage().rss;
    for await (const item of client.$operation('A').items<string>({}, 'text')) {
      if (item.length === text.length) count += 1;
      if (count % 5_000 === 0) most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(count).toBe(50_048);
    // Includes the memory of the server, which runs in this process too.
    expect(most).toBeLessThan(200 * MIB);
    await server.stop();
  });

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
      expect(item).toBe(text);
      break;
    }
    await ended;
    await server.stop();
  });
});

describe.each(ways)('over %s', (_name, way) => {
  let server: DirectoryServer;
  beforeAll(async () => {
    server = await startDirectory();
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
      for await (const item of client.$operation('A').items({}, 'text')) expect(item).toBe(text);
    };
    await expect(read()).rejects.toMatchObject({
      code: expect.stringMatching(/LIMIT|UPSTREAM_TOO_LARGE/) as string,
    });
    await large.stop();
  });
});
