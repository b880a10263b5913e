import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { anonymousQuota, limitHeaders } from '../../calls/proxy/limit-headers.js';
import { createRequestId } from '../../domain/calls/request-id.js';
import { errorResponse } from '../../errors/error-response.js';
import { badRequest, type GatewayError } from '../../errors/errors.js';

const HOST = 'host';
const CONTENT_TYPE = 'content-type';

/**
 * Finds a problem in a request that Node's parser accepted; undefined if there is none. Servers interpret such requests differently, which
 * is what request smuggling exploits.
 */
export function findMalformed(request: IncomingMessage): GatewayError | undefined {
  const { rawHeaders } = request;
  let hosts = 0;
  let types = 0;
  // `headers` has only the first value of each, so the lines are counted, in one pass.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
    else if (name.length === CONTENT_TYPE.length && name.toLowerCase() === CONTENT_TYPE) types += 1;
  }
  // Node takes a request line without a version for HTTP/0.9, and reads header lines after it.
  if (request.httpVersionMajor !== 1)
    return badRequest(
      'MALFORMED_REQUEST',
      'The request line has no version of HTTP that is served: 1.0 or 1.1',
    );
  if (hosts > 1) return badRequest('MALFORMED_REQUEST', 'More than one Host header');
  if (types > 1) return badRequest('MALFORMED_REQUEST', 'More than one Content-Type header');
  const coding = request.headers['transfer-encoding'];
  // RFC 9112, section 6.1: HTTP/1.0 has no transfer codings, and nothing but chunked can be decoded here.
  if (coding !== undefined && (request.httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    return badRequest('MALFORMED_REQUEST', 'The Transfer-Encoding can only be chunked, with HTTP/1.1');
  // RFC 9112, section 3.2. HTTP/1.0 has no Host.
  if (hosts === 0 && request.httpVersion !== '1.0')
    return badRequest('MALFORMED_REQUEST', 'The Host header is missing');
  if (!request.url?.startsWith('/')) {
    return badRequest('MALFORMED_REQUEST', 'The request target must be a path');
  }
  return undefined;
}

/** `http://host/path`, in any case. The host decides nothing, as Host does not: the addresses of responses begin with `BASE_URL`. */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]+/i;

/** Turns the absolute form of a request target, which every server has to accept (RFC 9112, section 3.2.2), into a path. */
export function acceptAbsoluteForm(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/')) return;
  const path = url.replace(ABSOLUTE_FORM, '');
  if (path !== url) request.url = path.startsWith('/') ? path : `/${path}`;
}

/** Explains the parser's error to the client. */
function describe(error: NodeJS.ErrnoException): GatewayError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return badRequest('MALFORMED_REQUEST', 'The request headers are too large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return badRequest('REQUEST_INCOMPLETE', 'The request did not arrive in time');
    case 'HPE_INVALID_EOF_STATE':
      return badRequest('REQUEST_INCOMPLETE', 'The request ended too early');
    default:
      return badRequest('MALFORMED_REQUEST', 'The request is not valid HTTP');
  }
}

/**
 * Responds to bytes that are not HTTP with the usual error body and headers, and closes. For the `clientError` event of a server, if no
 * response is being written on this connection.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, now: number): void {
  // Nothing can be sent before the TLS handshake: data would wait forever.
  // Nor if the client has sent nothing: browsers connect in advance and would take an error as the response to their next request.
  const isIncomplete = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead > 0;
  const isHttp = error.code?.startsWith('HPE_') === true || isIncomplete;
  if (!socket.writable || !isHttp) {
    socket.destroy();
    return;
  }
  answerSocket(describe(error), socket, now);
}

/** Writes `error` to a bare socket and closes it. */
export function answerSocket(error: GatewayError, socket: Duplex, now: number): void {
  const { status, headers, body } = errorResponse(
    error,
    createRequestId(),
    limitHeaders(anonymousQuota(now), undefined, now),
  );
  const lines = Object.entries({ ...headers, 'Content-Length': body.length, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  // Node removes its own listener before `connect`, and a client may reset the connection instead of reading.
  socket.on('error', () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n`), body]));
}
