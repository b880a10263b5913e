import type { Warning } from '@soapstone/json-xml-mapper';
import type { StoredRepliesLimits } from '../../config/config.js';

/** A cached successful response. The bytes are JSON text in UTF-8. */
export interface StoredReply {
  readonly result: Uint8Array;
  readonly headers?: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** A cache of responses. Losing an entry is never an error. */
export interface StoredReplies {
  /** Returns the response of `key` in the share of `accountId`, and its remaining lifetime in milliseconds. */
  find(key: string, accountId: string): Promise<{ reply: StoredReply; left: number } | undefined>;
  /** Stores `reply` for `ttl` milliseconds in the share of `accountId`. */
  keep(key: string, accountId: string, reply: StoredReply, ttl: number): Promise<void>;
}

interface Entry {
  readonly reply: StoredReply;
  readonly accountId: string;
  readonly size: number;
  readonly until: number;
}

/** A cache in process memory with least-recently-used eviction. `elapsed` returns monotonic milliseconds. */
export function createStoredReplies(limits: StoredRepliesLimits, elapsed: () => number): StoredReplies {
  const entries = new Map<string, Entry>();
  const used = new Map<string, number>();
  let total = 0;

  function drop(key: string, entry: Entry): void {
    entries.delete(key);
    total -= entry.size;
    const left = (used.get(entry.accountId) ?? 0) - entry.size;
    if (left > 0) used.set(entry.accountId, left);
    else used.delete(entry.accountId);
  }

  /** Evicts the least recently used entries. */
  function makeRoom(accountId: string, size: number): void {
    for (const [key, entry] of entries) {
      const accountFull = (used.get(accountId) ?? 0) + size > limits.bytesPerAccount;
      if (!accountFull && total + size <= limits.bytes) return;
      if (!accountFull || entry.accountId === accountId) drop(key, entry);
    }
  }

  return {
    async find(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const left = entry.until - elapsed();
      if (left <= 0) {
        drop(key, entry);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return { reply: entry.reply, left };
    },
    async keep(key, accountId, reply, ttl) {
      const old = entries.get(key);
      if (old !== undefined) drop(key, old);
      const size = reply.result.length + (reply.headers?.length ?? 0) + 1024;
      if (size > Math.min(limits.bytesPerAccount, limits.bytes) / 4) return;
      makeRoom(accountId, size);
      entries.set(key, { reply, accountId, size, until: elapsed() + ttl });
      total += size;
      used.set(accountId, (used.get(accountId) ?? 0) + size);
    },
  };
}
