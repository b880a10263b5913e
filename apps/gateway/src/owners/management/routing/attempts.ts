/** Limits attempts per minute: logins, and requests that cost others something. */
export interface Attempts {
  /** Counts an attempt of `key`. Resolves to the milliseconds to wait; 0 if it is within the `perMinute` allowed. */
  take(key: string, perMinute: number): Promise<number>;
  /** Remembers that an attempt of `key` succeeded, for 30 days at most. */
  remember(key: string): Promise<void>;
  /** Whether `key` is remembered. */
  isRemembered(key: string): Promise<boolean>;
}

const MINUTE = 60_000;
const REMEMBERED = 30 * 24 * 60 * MINUTE;
/** The maximum number of remembered keys. A client that makes up more per minute evicts the oldest instead of growing memory. */
const CAPACITY = 100_000;

/** Counts in process memory. `elapsed` is a monotonic clock in milliseconds. */
export function createLocalAttempts(elapsed: () => number, capacity: number = CAPACITY): Attempts {
  /** The times of each key's attempts in the last minute, oldest first. Keys are in the order of their last attempt. */
  const instants = new Map<string, number[]>();
  /** When each key last succeeded, oldest first. */
  const successes = new Map<string, number>();

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
    async remember(key) {
      successes.delete(key);
      successes.set(key, elapsed());
      const [oldest] = successes.keys();
      if (successes.size > capacity && oldest !== undefined) successes.delete(oldest);
    },
    async isRemembered(key) {
      return elapsed() - (successes.get(key) ?? Number.NEGATIVE_INFINITY) < REMEMBERED;
    },
  };
}

/** The required part of a Redis client, which must respond or fail quickly. */
export interface ScriptRunner {
  eval(script: string, keys: number, ...parameters: (string | number)[]): Promise<unknown>;
}

/** Counts an attempt by the Redis clock. KEYS: a list of times, newest first. ARGV: the limit. Reply: milliseconds to wait. */
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

const REMEMBER = `redis.call('SET', KEYS[1], '', 'PX', ${REMEMBERED})`;
const IS_REMEMBERED = `return redis.call('EXISTS', KEYS[1])`;

/**
 * Counts across all processes through Redis. While Redis is down, each of `nodes` processes allows its share, minus what it allowed in the
 * previous minute.
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
      // Counted locally as well, for when Redis goes down.
      if (wait === 0) await local.take(key, perMinute);
      return wait;
    },
    async remember(key) {
      await local.remember(key);
      // If Redis is down, only this process remembers.
      await client.eval(REMEMBER, 1, `soapstone:succeeded:${key}`).catch(() => {});
    },
    async isRemembered(key) {
      try {
        return (await client.eval(IS_REMEMBERED, 1, `soapstone:succeeded:${key}`)) === 1;
      } catch {
        return local.isRemembered(key);
      }
    },
  };
}
