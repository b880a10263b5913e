import type { MimePart } from '@soapstone/json-xml-mapper';
import type { Transport } from '@soapstone/soap-transport';
import { MAX_RECORDED_BYTES } from '../../domain/calls/recording.js';
import type { CachedAnswer } from '../cache/response-cache.js';
import { type Exchanged, recordExchanges } from '../recordings/record-exchanges.js';
import type { Recordings } from '../recordings/recordings.js';
import { sendCall, type UpstreamDependencies, uncached } from './call-upstream.js';
import type { Door } from './http.js';
import type { PreparedCall } from './prepared-call.js';

/** Sends the request and records the exchange. It bypasses the cache, because a cached response would not be recorded. */
export async function recordCall(call: PreparedCall, deps: UpstreamDependencies): Promise<CachedAnswer> {
  const { request, target, door, encoded } = call;
  const capture = new Capture(deps);
  const reply = await sendCall(
    call,
    request.signal,
    deps,
    capture.transport,
    capture.listen(door.onAttachments),
  );
  const received = capture.response();
  const isReply = call.isRefused?.(reply) !== true;
  if (isReply && encoded.recorded !== undefined && received !== undefined)
    deps.recordings.record(target, encoded.recorded, received);
  return uncached(reply);
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
  listen(next: Door['onAttachments']): NonNullable<Door['onAttachments']> {
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
