import type { IncomingMessage, ServerResponse } from 'node:http';
import { ByteText, byteCharacters } from '../../calls/proxy/byte-text.js';

/** The size up to which a body is written as a string: Node then sends it together with the header section, which is faster. */
const SHORT = 32_768;
/**
 * The size of the pieces in which a larger body is written, each once the previous one has left. The connection then shows whether its
 * client reads, and TLS copies a piece at a time instead of the whole body.
 */
const PIECE = 65_536;

/** A response of the proxy, or one whose body is text. */
export interface WrittenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | ByteText | string;
}

/** The methods whose requests have a body that a client may still be sending. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** How much of the rest of a body is discarded before the connection is closed: at most this many bytes, and this many milliseconds. */
const MAX_REST = 16 * 1024 * 1024;
const REST_TIME = 5_000;

/**
 * Writes a response, unless the client has disconnected. If the request body was not read, the connection is closed, for a POST, PUT or PATCH after the
 * rest of its body has been discarded.
 */
export function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WrittenResponse,
): void {
  if (response.headersSent || response.destroyed) return;
  const { status, headers, body } = answer;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  // Names and values alternate, because Node would copy an object and convert it to this form.
  const lines: (string | number)[] = [];
  for (const name in headers) lines.push(name, headers[name]!);
  // 204 and 304 have no body (RFC 9110 §8.6).
  if (status !== 204 && status !== 304) lines.push('Content-Length', length);
  if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD') {
    lines.push('Connection', 'close');
  }
  response.writeHead(status, lines as string[]);
  const isText = body instanceof ByteText;
  if (!request.complete && WITH_BODY.has(request.method ?? ''))
    endAfterRest(request, response, isText ? body.bytes() : body);
  else if (request.method === 'HEAD') response.end();
  else if (isText) response.end(body.characters, 'latin1');
  else if (body.length > PIECE) writePieces(response, body, () => response.end());
  else if (typeof body === 'string' || body.length > SHORT) response.end(body);
  else response.end(byteCharacters(body), 'latin1');
}

/**
 * Writes a response whose body is made while it is sent: each piece is asked for once the previous one has left. The status is sent already
 * when a piece fails: then the connection ends, so that the client sees that the body is not complete, and `fail` gets the error. Never
 * rejects.
 */
export async function writeStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers }: Pick<WrittenResponse, 'status' | 'headers'>,
  stream: AsyncIterable<Uint8Array>,
  fail: (error: unknown) => void,
): Promise<void> {
  const pieces = stream[Symbol.asyncIterator]();
  let isOver = false;
  try {
    if (response.headersSent || response.destroyed) return;
    const leavesRest = !request.complete && WITH_BODY.has(request.method ?? '');
    response.writeHead(status, leavesRest ? { ...headers, Connection: 'close' } : headers);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    // A client waits for the status, not for the first piece.
    response.flushHeaders();
    for (;;) {
      const step = await pieces.next();
      if (step.done === true) break;
      if (response.destroyed) return;
      await writePiece(response, step.value);
      if (response.destroyed) return;
    }
    isOver = true;
    response.end();
  } catch (error) {
    isOver = true;
    if (!response.destroyed) fail(error);
    response.destroy();
  } finally {
    if (!isOver) await pieces.return?.().then(undefined, () => undefined);
  }
}

/** Resolves when a piece has left, or its client. */
function writePiece(response: ServerResponse, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    writePieces(response, piece, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

/** Writes a body piece by piece and calls `done`, unless the client disconnects. */
export function writePieces(response: ServerResponse, body: Uint8Array | string, done: () => void): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  let from = 0;
  const next = (): void => {
    while (from < bytes.length) {
      const piece = bytes.subarray(from, from + PIECE);
      from += PIECE;
      if (!response.write(piece)) return void response.once('drain', next);
    }
    done();
  };
  next();
}

/**
 * Sends the response, and discards what the client still sends before closing the connection. Closing a socket with unread data resets the
 * connection, and a client that is still sending would see a network error instead of the response (RFC 9112 §9.6).
 */
function endAfterRest(request: IncomingMessage, response: ServerResponse, body: Uint8Array | string): void {
  let rest = 0;
  let isWritten = false;
  let isOver = false;
  const end = (): void => {
    clearTimeout(timer);
    isOver = true;
    if (isWritten) response.end();
  };
  const timer = setTimeout(end, REST_TIME);
  timer.unref();
  writePieces(response, body, () => {
    isWritten = true;
    if (isOver) response.end();
  });
  request.on('data', (chunk: Uint8Array) => {
    rest += chunk.length;
    if (rest > MAX_REST) end();
  });
  request.on('end', end);
  request.on('error', end);
  response.on('close', () => clearTimeout(timer));
  request.resume();
}
