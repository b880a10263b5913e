import { FILES_DESIGN, type FilesServer, PIECE, startFilesServer } from '@soapstone/testing/files-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRestApi, type RestApi, type RestOptions } from './index.js';

/** The largest body that is a message, and the largest file, in bytes. */
const [MOST_OF_MESSAGE, MOST] = [65_536, 40_000_000];
/** The largest file of another API. */
const FEW = 500_000;
const FILES = 'https://api.example/apis/files';
/** The capacity of system and streams between two ends of two connections. The files of these tests are twice as large. */
const HELD = 12_000_000;
const PIECES = 500;
const OCTETS = { 'content-type': 'application/octet-stream' };
const WANTS_FILE = { accept: 'application/octet-stream' };

let server: FilesServer;
let api: RestApi;
const opened: RestApi[] = [];
const onError = vi.fn();

async function open(client: RestOptions['client'] = {}, maxFileBytes = MOST): Promise<RestApi> {
  const options = { maxBodyBytes: MOST_OF_MESSAGE, maxFileBytes, onError };
  const made = await createRestApi(server.wsdl, {
    ...options,
    client: { design: FILES_DESIGN, timeout: 200_000, ...client },
  });
  opened.push(made);
  return made;
}

beforeAll(async () => {
  server = await startFilesServer();
  api = await open();
});
beforeEach(() => {
  onError.mockClear();
  Object.assign(server.counts, { received: 0, sent: 0 });
  server.pieces = PIECES;
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await server.stop();
});

/** A body that is made while it is read. */
function bodyOf(pieces: number, onPull: (bytes: number) => void = () => {}): ReadableStream<Uint8Array> {
  let made = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (made === pieces) return controller.close();
        made += 1;
        onPull(made * PIECE.length);
        controller.enqueue(Uint8Array.from(PIECE));
      },
    },
    { highWaterMark: 0 },
  );
}

async function* joined(parts: readonly ReadableStream<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* part as unknown as AsyncIterable<Uint8Array>;
}

const put = (to: RestApi, body: ReadableStream<Uint8Array>, headers: Record<string, string> = OCTETS) =>
  to.fetch(new Request(`${FILES}/a`, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit));
const get = (name: string, headers = WANTS_FILE, of = api) =>
  of.fetch(new Request(`${FILES}/${name}`, { headers }));

const codeOf = async (response: Response) => ((await response.json()) as { readonly code: string }).code;

/** Reads a file, and the largest number of bytes that were on the way. */
async function received(
  response: Response,
  share = 0.75,
): Promise<{ bytes: number; held: number; isSame: boolean }> {
  let [bytes, held, isSame] = [0, 0, true];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    held = Math.max(held, server.counts.sent * share - bytes);
    isSame &&= chunk[0] === PIECE[bytes % PIECE.length];
    bytes += chunk.length;
  }
  return { bytes, held, isSame };
}

describe('PG-10: files of createRestApi are passed on while they arrive', () => {
  test('a result in the envelope, and one that is a MIME part', async () => {
    for (const name of ['inline', 'parts']) {
      const response = await get(name);
      expect([response.status, response.headers.get('content-length')]).toEqual([200, null]);
      const { bytes, held, isSame } = await received(response, name === 'parts' ? 1 : 0.75);
      expect([name, bytes, isSame]).toEqual([name, PIECES * PIECE.length, true]);
      expect(held).toBeLessThan(HELD);
      server.counts.sent = 0;
    }
  });

  test('a body in the envelope, and as a MIME part', async () => {
    let held = 0;
    const response = await put(
      api,
      bodyOf(PIECES, (pulled) => {
        held = Math.max(held, pulled - server.counts.received * 0.75);
      }),
    );
    expect([response.status, await response.json()]).toEqual([200, { size: 1 }]);
    expect(server.counts.received).toBeGreaterThan(((PIECES * PIECE.length) / 3) * 4);
    expect(held).toBeLessThan(HELD);
    const text = PIECE.toString('base64');
    expect(server.last.start).toContain(text.slice(0, 500));
    expect(server.last.end).toContain(`${text.slice(-20)}</`);
    const packed = await open({ mtom: 'always' });
    expect((await put(packed, bodyOf(4))).status).toBe(200);
    expect(server.last.start).toContain('Content-Transfer-Encoding: binary');
    expect(server.last.start).toContain(PIECE.toString('latin1', 0, 200));
  });

  test('a body that says its length is sent with one', async () => {
    server.counts.received = 0;
    const headers = { ...OCTETS, 'content-length': String(4 * PIECE.length) };
    expect((await put(api, bodyOf(4), headers)).status).toBe(200);
    expect(Number(server.last.length)).toBe(server.counts.received);
  });

  test('limits: a body and a result that are too large', async () => {
    const small = await open({}, FEW);
    const told = await put(small, bodyOf(1), { ...OCTETS, 'content-length': String(FEW + 1) });
    expect([told.status, await codeOf(told)]).toEqual([413, 'BODY_TOO_LARGE']);
    const found = await put(small, bodyOf(11));
    expect([found.status, await codeOf(found)]).toEqual([413, 'BODY_TOO_LARGE']);
    server.pieces = 11;
    const response = await get('inline', WANTS_FILE, small);
    expect(response.status).toBe(200);
    await expect(received(response)).rejects.toThrow('larger than 500000 bytes');
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test('what is wrong before the first byte is problem details, and later the end of the body', async () => {
    server.pieces = 20;
    for (const [name, status, code] of [
      ['fault', 502, 'SOAP_FAULT'],
      ['none', 502, 'UPSTREAM_BAD_RESPONSE'],
    ] as const) {
      const response = await get(name);
      expect([name, response.status, await codeOf(response)]).toEqual([name, status, code]);
    }
    onError.mockClear();
    for (const name of ['broken', 'cut']) {
      const response = await get(name);
      expect([name, response.status]).toEqual([name, 200]);
      await expect(received(response)).rejects.toThrow();
    }
    expect(onError).toHaveBeenCalledTimes(2);
  });

  test('a client that leaves ends the response of the SOAP service', async () => {
    const response = await get('inline');
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(server.counts.sent).toBeLessThan(HELD);
    server.pieces = 1;
    expect((await received(await get('inline'))).bytes).toBe(PIECE.length);
  });

  test('JSON, HEAD and small bodies are as without the option', async () => {
    server.pieces = 1;
    const json = await get('inline', { accept: 'application/json' });
    expect(await json.json()).toEqual({ content: PIECE.toString('base64') });
    const head = await api.fetch(new Request(`${FILES}/inline`, { method: 'HEAD', headers: WANTS_FILE }));
    expect([head.status, head.headers.get('content-type'), head.body]).toEqual([
      200,
      'application/octet-stream',
      null,
    ]);
    const headers = { ...OCTETS, 'content-length': String(PIECE.length) };
    expect((await put(api, bodyOf(1), headers)).status).toBe(200);
    expect((await put(api, bodyOf(2), { 'content-type': 'application/json' })).status).toBe(413);
  });

  test('fetch of the client cannot send pieces: bodies have the limits of messages', async () => {
    const to = await open({ fetch: (input, init) => fetch(input, init) });
    expect((await put(to, bodyOf(1))).status).toBe(200);
    expect((await put(to, bodyOf(2))).status).toBe(413);
  });

  test('PG-11: the file of a form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const head = '--b\r\nContent-Disposition: form-data; name="content"; filename="a"\r\n\r\n';
    const send = (texts: readonly string[], pieces = 0, onPull?: (bytes: number) => void) => {
      const [before = '', after = ''] = texts;
      const parts = [new Blob([before]).stream(), bodyOf(pieces, onPull), new Blob([after]).stream()];
      return put(api, ReadableStream.from(joined(parts)) as ReadableStream<Uint8Array>, headers);
    };
    let held = 0;
    const response = await send([head, '\r\n--b--'], PIECES, (pulled) => {
      held = Math.max(held, pulled - server.counts.received * 0.75);
    });
    expect([response.status, await response.json()]).toEqual([200, { size: 1 }]);
    expect(server.counts.received).toBeGreaterThan(((PIECES * PIECE.length) / 3) * 4);
    expect(held).toBeLessThan(HELD);
    expect(server.last.end).toContain(`${PIECE.toString('base64').slice(-20)}</`);
    for (const texts of [
      [head, ''],
      [head, `\r\n${head}x\r\n--b--`],
      [head.replace('content', 'constructor'), '\r\n--b--'],
    ]) {
      const refused = await send(texts, 3);
      expect([refused.status, await codeOf(refused)]).toEqual([400, 'MALFORMED_REQUEST']);
    }
    const large = await put(
      await open({}, FEW),
      ReadableStream.from(joined([new Blob([head]).stream(), bodyOf(12)])),
      headers,
    );
    expect([large.status, await codeOf(large)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});
