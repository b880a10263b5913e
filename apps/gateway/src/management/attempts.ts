/** Rate-limits what may be attempted only so often per minute: logins, and what costs others something. */
export interface Attempts {
  /** Counts an attempt of `key`. Resolves to the milliseconds to wait; 0 if it is within the `perMinute` allowed. */
  take(key: string, perMinute: number): Promise<number>;
}

const MINUTE = 60_000;
/** The number of keys to remember. A client that invents more per minute evicts the oldest instead of growing the memory. */
const CAPACITY = 100_000;

/** Counts in process memory. `elapsed` is a monotonic clock in milliseconds. */
export function createLocalAttempts(elapsed: () => number, capacity: number = CAPACITY): Attempts {
  /** The times of the attempts of the last minute, oldest first; keys in the order of their last attempt. */
  const instants = new Map<string, number[]>();

  function forget(at: number): void {
    for (const [key, known] of instants) {
      if (instants.size <= capacity && at - (known.at(-1) ?? 0) < MINUTE) return;
      instants.delete(key);
    }
  }

  return {
    async take(key, perMinute) {
      const at = elapsed();
      const known = (instants.get(key) ?? []).filter((instant) => at - instant < MINUTE);
      const isFree = known.length < perMinute;
      if (isFree) {
        known.push(at);
        instants.delete(key);
        instants.set(key, known);
        forget(at);
      }
      return isFree ? 0 : Math.max(1, (known.at(-perMinute) ?? at) + MINUTE - at);
    },
  };
}

/** The required part of a Redis client; it must answer or fail quickly. */
export interface ScriptRunner {
  eval(script: string, keys: number, ...parameters: (string | number)[]): Promise<unknown>;
}

/** By the Redis clock. Key: a list of times, newest first. ARGV: the limit. Reply: milliseconds to wait. */
const TAKE = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local limit = tonumber(ARGV[1])
local oldest = redis.call('LINDEX', KEYS[1], limit - 1)
if oldest and now - tonumber(oldest) < ${MINUTE} then return tonumber(oldest) + ${MINUTE} - now end
redis.call('LPUSH', KEYS[1], now)
redis.call('LTRIM', KEYS[1], 0, limit - 1)
redis.call('PEXPIRE', KEYS[1], ${MINUTE})
return 0
`;

/**
 * Counts across all processes through Redis. While Redis does not answer, each of `nodes` processes allows its share, minus what it
 * allowed in the previous minute.
 */
export function createSharedAttempts(client: ScriptRunner, local: Attempts, nodes: number): Attempts {
  return {
    async take(key, perMinute) {
      let wait: number;
      try {
        wait = Number(await client.eval(TAKE, 1, `soapstone:attempts:${key}`, perMinute));
      } catch {
        return local.take(key, Math.ceil(perMinute / nodes));
      }
      // For the moment at which Redis goes down.
      if (wait === 0) await local.take(key, perMinute);
      return wait;
    },
  };
}
