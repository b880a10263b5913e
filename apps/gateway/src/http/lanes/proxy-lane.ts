import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_PREFIX, ROUTES_PREFIX } from '@soapstone/http-contract';
import type { CallSignal } from '@soapstone/soap-transport';
import type { ProxyRequest } from '../../calls/proxy/http.js';
import { type CallHandler, newTrail } from '../../calls/proxy/layer.js';
import { anonymousQuota, limitHeaders } from '../../calls/proxy/limit-headers.js';
import { createRouteDoor } from '../../calls/routes/route-door.js';
import { createRequestId } from '../../domain/calls/request-id.js';
import { overloaded } from '../../errors/errors.js';
import type { TurnBudget } from '../limits/turn-budget.js';
import type { UnreadResponses } from '../limits/unread-responses.js';
import { readBody, streamBody } from '../messages/body.js';
import { clientAddress } from '../messages/client-address.js';
import { ClientSignal } from '../messages/client-signal.js';
import { errorFor, isRoutePath } from '../messages/error-for.js';
import type { FailRequest } from '../messages/fail-request.js';
import { nameInPath } from '../messages/path-name.js';
import { writeResponse, writeStream } from '../messages/write-response.js';

/** Whether the proxy serves this path, including its query. The match is exact: `/API/V1` is another path. */
export function isProxyPath(url: string): boolean {
  return url.startsWith(API_PREFIX) && (url.length === API_PREFIX.length || url[7] === '/' || url[7] === '?');
}

/**
 * The proxy as a plain handler in front of Express, whose middleware chain costs more than a whole call. `now` is in milliseconds since the
 * Unix epoch; `hops` is the number of trusted proxies.
 */
export function createProxyLane(
  call: CallHandler,
  budget: Pick<TurnBudget, 'refuses'>,
  now: () => number,
  unread: UnreadResponses,
  fail: FailRequest,
  hops = 0,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (budget.refuses()) {
      refuse(request, response, now());
      return;
    }
    const signal = new ClientSignal();
    // Not `once`: a response closes once, and a listener that removes itself costs more than one that stays.
    response.on('close', () => {
      if (!response.writableFinished) signal.abort();
    });
    const trail = newTrail();
    const failed = (error: unknown): void => fail(request, response, error);
    void call(readRequest(request, signal, hops), trail).then((answer) => {
      try {
        unread.hold(trail.caller?.account.id ?? '', response, answer.body.length);
        if (answer.stream === undefined) writeResponse(request, response, answer);
        else void writeStream(request, response, answer, answer.stream, failed);
      } catch (error) {
        failed(error);
      }
    }, failed);
  };
}

/**
 * A body up to this size is read before its call is rejected, because a response that leaves it unread must close the connection.
 */
const SHORT_BODY = 64 * 1024;

/** Rejected before the request is inspected, so there is no key, log entry or limit. */
function refuse(request: IncomingMessage, response: ServerResponse, now: number): void {
  const answer = () => {
    const limits = limitHeaders(anonymousQuota(now), undefined, now);
    writeResponse(request, response, errorFor(request, overloaded(), createRequestId(), limits));
  };
  void readBody(request, SHORT_BODY).then(answer, answer);
}

function readRequest(request: IncomingMessage, signal: CallSignal, hops: number): ProxyRequest {
  const { url = '' } = request;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const byRoute = isRoutePath(path);
  const prefix = byRoute ? ROUTES_PREFIX.length : API_PREFIX.length;
  const afterAccount = endOfSegment(path, prefix + 1);
  const afterService = endOfSegment(path, afterAccount + 1);
  const read: ProxyRequest = {
    id: createRequestId(),
    method: request.method ?? '',
    accountId: decodeSegment(path.slice(prefix + 1, afterAccount)),
    serviceSlug: decodeSegment(path.slice(afterAccount + 1, afterService)),
    // No operation's name contains a slash, so a longer path names no operation. A route has its path instead of a name.
    operationName: byRoute ? path.slice(afterService + 1) : decodeSegments(path.slice(afterService + 1)),
    query: mark === -1 ? '' : url.slice(mark + 1),
    apiKeys: sentKeys(request),
    address: () => addressOf(request, hops),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    readBody: (limit) => readBody(request, limit),
    streamBody: (limit) => streamBody(request, limit),
    signal,
  };
  return byRoute ? { ...read, route: createRouteDoor(path.slice(afterService)) } : read;
}

/** Returns the end of the segment that starts at `start`. */
function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}

function decodeSegments(segments: string): string {
  return segments.includes('%') ? segments.split('/').map(decodeSegment).join('/') : segments;
}

/** Decodes a segment once. One that cannot be decoded matches nothing, because a lone `%` is in no account, slug or operation. */
function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return nameInPath(decodeURIComponent(segment));
  } catch {
    return '%';
  }
}

/** Returns the client's IP address. A connection that has ended has none. */
export function addressOf({ headers, socket }: IncomingMessage, hops: number): string {
  return clientAddress(headers, socket.remoteAddress ?? '', hops);
}

/**
 * Returns the keys in `X-API-Key` or, without one, in `Authorization: Bearer`. With both, the latter may be for a proxy in between. Other
 * schemes are ignored.
 */
export function sentKeys(request: IncomingMessage): string[] {
  const keys = headerLines(request, 'x-api-key');
  return keys.length > 0 || request.headers.authorization === undefined ? keys : bearerKeys(request);
}

/** Returns the keys in `Authorization: Bearer`. */
export function bearerKeys(request: IncomingMessage): string[] {
  return headerLines(request, 'authorization').flatMap((line) => /^Bearer +([^\s]+)$/i.exec(line)?.[1] ?? []);
}

/** Returns every value of a header, as sent; `headers` of Node joins repeated ones. */
export function headerLines(request: IncomingMessage, name: string): string[] {
  const { rawHeaders } = request;
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index]!;
    if (candidate.length === name.length && candidate.toLowerCase() === name)
      values.push(rawHeaders[index + 1]!);
  }
  return values;
}
