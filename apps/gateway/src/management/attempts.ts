/** Counts what may be tried only so often in any minute: signing in, and what costs others something. */
export interface Attempts {
  /** Count an attempt of `key`. Resolves to the milliseconds to wait; 0 where it was one of the `perMinute` that are free. */
  take(key: string, perMinute: number): Promise<number>;
}

const MINUTE = 60_000;
/** Keys that are remembered: whoever makes up more in a minute makes the oldest be forgotten, not the memory grow. */
const CAPACITY = 100_000;

/** Counts in the memory of this process. `elapsed` is a clock in milliseconds that never goes back. */
export function createLocalAttempts(elapsed: () => number, capacity: number = CAPACITY): Attempts {
  /** When the attempts of the last minute were, oldest first; keys in the order of their last attempt. */
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

/** What is needed of a Redis client: it answers or fails soon. */
export interface ScriptRunner {
  eval(script: string, keys: number, ...parameters: (string | number)[]): Promise<unknown>;
}

/** By the clock of Redis. Key: a list of instants, newest first. ARGV: the limit. Reply: milliseconds to wait. */
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
 * Counts over all processes through Redis. While Redis does not answer, each of `nodes` processes has its part, of which what
 * it let pass in the minute before is taken.
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
      // For the moment at which Redis goes away.
      if (wait === 0) await local.take(key, perMinute);
      return wait;
    },
  };
}
