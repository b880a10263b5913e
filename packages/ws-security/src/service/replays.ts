import { createHash } from 'node:crypto';
import type { ReplayStore } from './service-profile.js';

/** The maximum number of requests that are remembered. */
const MAX_REMEMBERED = 200_000;
/** The minimum interval in milliseconds between searches for expired entries when there is no room. */
const SWEEP_MS = 1_000;

/** The key of something that may be accepted only once. */
export function replayKey(kind: 'signature' | 'nonce', ...parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64');
}

/**
 * Remembers keys in memory until they expire. A key for which there is no room is treated as known, because a request that cannot
 * be remembered could be sent again. Only requests that passed every other check get here.
 *
 * @param now milliseconds since the Unix epoch
 */
export function createReplayMemory(now: () => number, most: number = MAX_REMEMBERED): ReplayStore {
  const expiries = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  return {
    add(key, expiresAt) {
      const time = now();
      const known = expiries.get(key);
      if (known !== undefined && known > time) return false;
      if (expiries.size >= most) {
        if (time < sweptAt + SWEEP_MS) return false;
        sweptAt = time;
        for (const [old, expiry] of expiries) if (expiry <= time) expiries.delete(old);
        if (expiries.size >= most) return false;
      }
      expiries.set(key, expiresAt);
      return true;
    },
  };
}
