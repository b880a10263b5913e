import { createHash } from 'node:crypto';
import type { Digits, SoapReplyText } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { CallSignal } from '@soapstone/soap-transport';
import { createJoinedCalls } from './join-calls.js';
import type { StoredReplies } from './stored-replies.js';

/** The cache key of a response: everything that could change the response. */
export interface CacheKey {
  readonly accountId: string;
  readonly serviceId: string;
  readonly revision: number;
  /** Changes with every change of the service's settings and credentials, and of the secrets of its design. */
  readonly updatedAt: number;
  readonly operation: string;
  /** How the response writes decimals. */
  readonly digits: Digits;
  /** The form of wide numbers in the response, if the call chose one. */
  readonly numbers?: 'string' | undefined;
  /** The values of the client's HTTP headers that the design fills in, if it fills in any. */
  readonly headers?: readonly (string | null)[] | undefined;
  /** The input in its canonical form. */
  readonly input: string;
}

/** A response, and whether it came from the cache. */
export interface CachedAnswer {
  /** With the HTTP status of a fault. */
  readonly reply: SoapReplyText & { readonly status?: number };
  readonly cached: boolean;
  /** Milliseconds for which the client may reuse it. */
  readonly left: number;
}

/** Returns cached responses, joins identical calls in flight, and stores successes, never faults or failures. */
export interface ResponseCache {
  /** `ttl` is in milliseconds. Rejects as `call` does. */
  answer(
    key: CacheKey,
    ttl: number,
    signal: CallSignal,
    call: (signal: AbortSignal) => Promise<SoapReplyText>,
  ): Promise<CachedAnswer>;
}

export function createResponseCache(stored: StoredReplies): ResponseCache {
  const joined = createJoinedCalls<SoapReplyText>();
  return {
    async answer(key, ttl, signal, call) {
      const id = digest(key);
      const found = await stored.find(id, key.accountId);
      if (found !== undefined) {
        const reply = { kind: 'result', ...found.reply } as SoapReplyText;
        return { reply, cached: true, left: found.left };
      }
      const reply = await joined.run(id, signal, async (joinedSignal) => {
        const fresh = await call(joinedSignal);
        if (fresh.kind === 'result') {
          const { result, headers, warnings } = fresh;
          const kept = { result, warnings, ...defined({ headers }) };
          await stored.keep(id, key.accountId, kept, ttl);
        }
        return fresh;
      });
      return { reply, cached: false, left: ttl };
    },
  };
}

/**
 * Nodes of the previous version know only canonical digits and the service's own form of numbers, so responses of that kind keep their key.
 */
function digest({
  accountId,
  serviceId,
  revision,
  updatedAt,
  operation,
  digits,
  numbers,
  headers,
  input,
}: CacheKey): string {
  const parts: unknown[] = [accountId, serviceId, revision, updatedAt, operation];
  if (digits !== 'canonical') parts.push(digits);
  if (numbers !== undefined) parts.push({ numbers });
  if (headers !== undefined) parts.push({ headers });
  const scope = JSON.stringify(parts);
  return createHash('sha256').update(scope).update('\0').update(input).digest('base64url');
}
