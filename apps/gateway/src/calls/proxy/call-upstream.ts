import type { DecodeOptions, MimePart, SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import type { CallSignal, Transport } from '@soapstone/soap-transport';
import { MAX_RECORDED_BYTES } from '../../domain/calls/recording.js';
import { markActivity } from '../../log/activity.js';
import type { CachedAnswer, ResponseCache } from '../cache/response-cache.js';
import type { Target } from '../catalog/resolve.js';
import { type Exchanged, recordExchanges } from '../recordings/record-exchanges.js';
import type { Recordings } from '../recordings/recordings.js';
import type { Caller } from './authenticate.js';
import type { ConcurrencyLimit } from './concurrency.js';
import { exchange } from './exchange.js';
import { digitsOf, type ProxyRequest } from './http.js';
import { cacheInput, readSoapHeaders } from './input.js';

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
export interface ProxyLimits {
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly upstreamTimeout: number;
}

/** The request to the SOAP service. `canonical` is the input of a GET as text that is equal for equal inputs, however they were sent. */
export interface EncodedInput {
  readonly request: SoapRequest;
  readonly canonical?: string;
  /** The request without the owner's additions, if the call is recorded. */
  readonly recorded?: SoapRequest;
}

/** Sends the request or, for a GET with caching, returns a cached response. */
export function callUpstream(
  request: ProxyRequest,
  caller: Caller,
  target: Target,
  sent: {
    readonly encoded: EncodedInput;
    readonly addressing: DecodeOptions['addressing'];
    /** Whether a cached response may be returned. */
    readonly repeatable: boolean;
  },
  deps: UpstreamDependencies,
): Promise<CachedAnswer> {
  const { service } = target.service;
  const accountId = caller.account.id;
  const send = async (signal: CallSignal): Promise<SoapReplyText> => {
    const leave = deps.concurrency.enter(accountId, caller.plan.concurrency);
    try {
      request.agent?.onSent?.();
      const { recorded } = sent.encoded;
      const capture = recorded === undefined ? undefined : new Capture(deps);
      const reply = await exchange(capture?.transport ?? deps.transport, {
        target,
        request: sent.encoded.request,
        addressing: sent.addressing,
        accountId,
        deadline: Math.min(
          service.settings.timeoutMs ?? deps.limits.upstreamTimeout,
          deps.limits.upstreamTimeout,
        ),
        responseBytes: deps.limits.responseBytes,
        digits: digitsOf(request),
        signal,
        onAttachments: capture?.listen(request.agent?.onAttachments) ?? request.agent?.onAttachments,
      });
      const received = capture?.response();
      if (recorded !== undefined && received !== undefined)
        deps.recordings.record(target, recorded, received);
      return reply;
    } finally {
      leave();
    }
  };
  const { cacheSeconds } = target.settings;
  // Calls that are recorded bypass the cache, because a cached response would not be recorded.
  if (!sent.repeatable || cacheSeconds === 0 || sent.encoded.recorded !== undefined)
    return send(request.signal).then(uncached);
  const answer = (input: string): Promise<CachedAnswer> =>
    deps.cache.answer({ ...place, input }, cacheSeconds * 1000, request.signal, send);
  const place = {
    accountId,
    serviceId: service.id,
    revision: service.revision,
    updatedAt: service.updatedAt,
    operation: target.operation.info.name,
    digits: digitsOf(request),
    numbers: target.numbers,
  };
  // The key is not the envelope, because its security header blocks are created per call.
  const { canonical } = sent.encoded;
  if (canonical !== undefined) return answer(cacheInput(canonical, readSoapHeaders(request)));
  return request
    .readBody(deps.limits.requestBytes)
    .then((body) => {
      markActivity(target.activity);
      return target.operation.canonicalJson(body);
    })
    .then((text) => answer(cacheInput(text, undefined)));
}

/** Keeps the response of one call, up to the maximum size of a recording. */
class Capture {
  readonly transport: Transport;
  #exchanged: Exchanged | undefined;
  /** Undefined if they are too large. */
  #attachments: readonly MimePart[] | undefined = [];

  constructor({ transport, elapsed }: Pick<UpstreamDependencies, 'transport' | 'elapsed'>) {
    const keep = (latest: Exchanged) => {
      this.#exchanged = latest;
    };
    this.transport = recordExchanges(transport, elapsed, keep, MAX_RECORDED_BYTES);
  }

  /** Copies attachments, because decoding the response transfers their memory to a thread, and passes them on. */
  listen(next: ProxyAttachments | undefined): ProxyAttachments {
    return (parts) => {
      const bytes = parts.reduce((sum, { data }) => sum + data.length, 0);
      this.#attachments =
        bytes > MAX_RECORDED_BYTES ? undefined : parts.map((part) => ({ ...part, data: part.data.slice() }));
      next?.(parts);
    };
  }

  /** Returns the response; undefined if it is too large. */
  response(): Parameters<Recordings['record']>[2] | undefined {
    if (this.#exchanged === undefined || this.#exchanged.truncated || this.#attachments === undefined)
      return undefined;
    const { status, contentType = '', bytes: body } = this.#exchanged;
    return { status, contentType, body, attachments: this.#attachments };
  }
}

type ProxyAttachments = NonNullable<NonNullable<ProxyRequest['agent']>['onAttachments']>;

/** Wraps a reply that is not from the cache. */
export function uncached(reply: SoapReplyText): CachedAnswer {
  return { reply, cached: false, left: 0 };
}
