import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createRequestId } from '../domain/request-id.js';
import { badRequest, type GatewayError } from '../errors/errors.js';
import { anonymousQuota, limitHeaders } from '../proxy/limit-headers.js';
import { errorResponse } from '../proxy/respond.js';

/**
 * What is wrong with a request that Node's parser lets through; nothing where it is fine. Each of these is read differently
 * by different servers, which is how requests are smuggled past one of them.
 */
export function findMalformed(request: IncomingMessage): GatewayError | undefined {
  const hosts = countHeaderLines(request, 'host');
  if (hosts > 1) return badRequest('MALFORMED_REQUEST', 'More than one Host header');
  // RFC 9112, section 3.2. HTTP/1.0 knew no Host.
  if (hosts === 0 && request.httpVersion !== '1.0')
    return badRequest('MALFORMED_REQUEST', 'The Host header is missing');
  if (!request.url?.startsWith('/')) {
    return badRequest('MALFORMED_REQUEST', 'The request target must be a path');
  }
  if (request.headers.upgrade !== undefined) {
    return badRequest('MALFORMED_REQUEST', 'This server does not switch protocols');
  }
  return undefined;
}

function countHeaderLines({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index]!;
    if (candidate.length === name.length && candidate.toLowerCase() === name) count += 1;
  }
  return count;
}

/** What the parser's error means to a client. */
function describe(error: NodeJS.ErrnoException): GatewayError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return badRequest('MALFORMED_REQUEST', 'The request headers are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return badRequest('REQUEST_INCOMPLETE', 'The request did not arrive in time');
    default:
      return badRequest('MALFORMED_REQUEST', 'The request is not valid HTTP');
  }
}

/**
 * Answer bytes that are not HTTP with the same error body and the same headers as everything else, and close. For
 * `clientError` of a server, where no answer is on its way on this connection.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, now: number): void {
  // Before TLS is agreed nothing can be said; what is written then waits for ever.
  const isHttp = error.code?.startsWith('HPE_') === true || error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (!socket.writable || !isHttp) {
    socket.destroy();
    return;
  }
  answerSocket(describe(error), socket, now);
}

/** Write `error` to a bare socket and close it. */
export function answerSocket(error: GatewayError, socket: Duplex, now: number): void {
  const { status, headers, body } = errorResponse(
    error,
    createRequestId(),
    limitHeaders(anonymousQuota(now), undefined, now),
  );
  const lines = Object.entries({ ...headers, 'Content-Length': body.length, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n`), body]));
}
