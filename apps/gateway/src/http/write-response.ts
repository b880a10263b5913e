import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProxyResponse } from '../proxy/http.js';

/** Bytes up to which a body goes out as text: Node then sends it in one piece with the header section, which is faster. */
const SHORT = 4_096;

/** Write an answer, unless the client has gone. A body that was not read ends the connection with the answer. */
export function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ProxyResponse,
): void {
  if (response.headersSent || response.destroyed) return;
  const { status, headers, body } = answer;
  // Names and values in turn: what Node itself makes of an object, without a copy of the object.
  const lines: (string | number)[] = [];
  for (const name in headers) lines.push(name, headers[name]!);
  // 204 and 304 have no body (RFC 9110 §8.6).
  if (status !== 204 && status !== 304) lines.push('Content-Length', body.length);
  if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD') {
    lines.push('Connection', 'close');
  }
  response.writeHead(status, lines as string[]);
  if (request.method === 'HEAD') response.end();
  else if (body.length > SHORT) response.end(body);
  // Latin-1 is a character for each byte, whatever the bytes are.
  else response.end(asBuffer(body).toString('latin1'), 'latin1');
}

function asBuffer(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
