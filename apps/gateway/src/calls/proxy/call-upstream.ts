import type { SoapReplyText } from '@soapstone/json-xml-mapper';
import { fileResponseBytes } from '@soapstone/soap-call/internal/files';
import type { CallSignal, Transport } from '@soapstone/soap-transport';
import { markActivity } from '../../log/activity.js';
import type { CachedAnswer, CacheKey, ResponseCache } from '../cache/response-cache.js';
import type { Target } from '../catalog/resolve.js';
import { boundedTaker, type FileLimits } from '../file-limits.js';
import type { Recordings } from '../recordings/recordings.js';
import type { ConcurrencyLimit } from './concurrency.js';
import { type AnsweredReply, exchange } from './exchange.js';
import type { Door, ProxyRequest } from './http.js';
import { cacheInput, readSoapHeaders } from './input.js';
import type { PreparedCall } from './prepared-call.js';

/** The dependencies of calling the SOAP service. */
export interface UpstreamDependencies {
  readonly concurrency: ConcurrencyLimit;
  readonly cache: ResponseCache;
  readonly transport: Transport;
  readonly recordings: Recordings;
  readonly limits: ProxyLimits;
  /** A monotonic clock in milliseconds, for durations. */
  readonly elapsed: () => number;
}

/** Limits: sizes in bytes, times in milliseconds. */
export interface ProxyLimits extends FileLimits {
  readonly upstreamTimeout: number;
}

/** Sends the request or, for a GET with caching, returns a cached response. */
export function callUpstream(call: PreparedCall, deps: UpstreamDependencies): Promise<CachedAnswer> {
  const { request, caller, target, door, encoded } = call;
  const { cacheSeconds } = target.settings;
  if (!call.repeatable || cacheSeconds === 0)
    return sendCall(call, request.signal, deps, deps.transport, door.onAttachments, door.file).then(uncached);
  const { service } = target.service;
  const send = (signal: CallSignal): Promise<SoapReplyText> =>
    sendCall(call, signal, deps, deps.transport, door.onAttachments);
  const answer = (input: string): Promise<CachedAnswer> =>
    deps.cache.answer({ ...place, input }, cacheSeconds * 1000, request.signal, send);
  const place = {
    accountId: caller.account.id,
    serviceId: service.id,
    revision: service.revision,
    updatedAt: service.updatedAt,
    operation: target.operation.info.name,
    digits: door.digits,
    numbers: target.numbers,
    headers: filledHeaders(target, request),
  };
  // The key is not the envelope, because its security header blocks are created per call.
  const { canonical } = encoded;
  if (canonical !== undefined) return answer(cacheInput(canonical, readSoapHeaders(request)));
  return request
    .readBody(deps.limits.requestBytes)
    .then((body) => {
      markActivity(target.activity);
      return target.operation.canonicalJson(body);
    })
    .then((text) => answer(cacheInput(text, undefined)));
}

/** The values of the client's headers that the design fills in: responses to clients with others are not theirs. */
function filledHeaders(
  { fills }: Target,
  { header, clientHeader = header }: ProxyRequest,
): CacheKey['headers'] {
  if (fills === undefined || fills.headers.length === 0) return undefined;
  return fills.headers.map((name) => clientHeader(name.toLowerCase()) ?? null);
}

/**
 * Sends the request of a call, within the concurrent calls of its account. `transport` may watch the exchange. A file that is handed over while
 * it arrives keeps the place of the call until its end.
 */
export async function sendCall(
  { door, caller, target, encoded, addressing }: PreparedCall,
  signal: CallSignal,
  { concurrency, limits }: UpstreamDependencies,
  transport: Transport,
  onAttachments: Door['onAttachments'],
  file?: Door['file'],
): Promise<AnsweredReply> {
  const accountId = caller.account.id;
  const leave = concurrency.enter(accountId, caller.plan.concurrency);
  let isArriving = false;
  const responseBytes = file === undefined ? limits.responseBytes : fileResponseBytes(limits);
  const bounded = file && boundedTaker(file, limits, leave);
  const wanted = bounded && {
    ...bounded,
    maxBytes: responseBytes,
    take(...[body, mediaType]: Parameters<typeof bounded.take>) {
      isArriving = !(body instanceof Uint8Array);
      bounded.take(body, mediaType);
    },
  };
  try {
    door.onSent?.();
    const { timeoutMs } = target.service.service.settings;
    return await exchange(transport, {
      target,
      request: encoded.request,
      upload: encoded.upload,
      addressing,
      accountId,
      deadline: Math.min(timeoutMs ?? limits.upstreamTimeout, limits.upstreamTimeout),
      responseBytes,
      digits: door.digits,
      signal,
      onAttachments,
      file: wanted,
    });
  } finally {
    if (!isArriving) leave();
  }
}

/** Wraps a reply that is not from the cache. */
export function uncached(reply: AnsweredReply): CachedAnswer {
  return { reply, cached: false, left: 0 };
}
