import type { DecodeOptions } from '@soapstone/json-xml-mapper';
import { markActivity } from '../../log/activity.js';
import type { Target } from '../catalog/resolve.js';
import type { Caller } from './authenticate.js';
import type { AnsweredReply } from './exchange.js';
import type { Door, EncodedInput, ProxyRequest } from './http.js';
import { readJsonBody } from './input.js';
import type { CallEnvelope } from './request-options.js';

/** A call that has passed every rule and is ready to be answered. */
export interface PreparedCall {
  readonly request: ProxyRequest;
  readonly door: Door;
  readonly caller: Caller;
  readonly target: Target;
  readonly encoded: EncodedInput;
  /** The WS-Addressing of the request, if it has any (WA-4). */
  readonly addressing: DecodeOptions['addressing'];
  /** Whether a cached response may be returned. */
  readonly repeatable: boolean;
  /** Whether a reply says that the session of the call is not valid, so that the reply is not one to the call. */
  readonly isRefused?: ((reply: AnsweredReply) => boolean) | undefined;
}

/**
 * Reads the input of a call and writes its envelope; if the call is recorded, also the envelope without the owner's additions, unless that
 * is the same. Throws `VALIDATION_ERROR` with every problem.
 */
export async function encodeInput(
  request: ProxyRequest,
  { digits }: Door,
  { operation, activity }: Target,
  { options, recorded }: CallEnvelope,
  requestBytes: number,
): Promise<EncodedInput> {
  if (request.method === 'GET') {
    const encoded = await operation.encodeQuery(request.query, options);
    if (recorded === undefined) return encoded;
    const plain = recorded === options ? encoded : await operation.encodeQuery(request.query, recorded);
    return { ...encoded, recorded: plain.request };
  }
  const body = await readJsonBody(request, requestBytes);
  markActivity(activity);
  const written = operation.encodeJson(body, digits === 'canonical' ? options : { ...options, digits });
  const encoded = written instanceof Promise ? await written : written;
  if (recorded === undefined) return { request: encoded };
  if (recorded === options) return { request: encoded, recorded: encoded };
  const plain = await operation.encodeJson(body, digits === 'canonical' ? recorded : { ...recorded, digits });
  return { request: encoded, recorded: plain };
}
