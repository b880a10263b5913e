import type { Cluster, Redis } from 'ioredis';
import { packReply, unpackReply } from './pack-reply.js';
import type { StoredReplies } from './stored-replies.js';

/** Options for sharing responses between nodes. */
export interface SharedRepliesOptions {
  /** This process's own cache, which is consulted first. */
  readonly local: StoredReplies;
  /** Its commands succeed or fail quickly and are never retried. Not the limiter's connection, because responses are large. */
  readonly client: Redis | Cluster;
  /** Bytes per account in Redis. */
  readonly bytesPerAccount: number;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  /** Called when Redis goes down or comes back. */
  readonly onAway: (away: boolean, cause?: unknown) => void;
}

/** How long Redis is left alone after a failure, and the interval between checks of its memory, in milliseconds. */
const COOL_DOWN = 1_000;
const LOOK = 5_000;

/** The share of Redis's memory above which nothing is cached; the rate-limit counters need the rest. */
const FULL = 0.75;

/** The overhead of an entry in bytes. */
const OVERHEAD = 1_024;

/**
 * Stores a response. KEYS: the response; expiry by digest; size by digest, with the sum under an empty name. ARGV: digest, packed response,
 * size, milliseconds to live, maximum bytes of the account. Evicts the entries that expire first. All keys share the account as their hash
 * tag.
 */
const KEEP = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local digest, size, ttl, limit = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local prefix = string.sub(KEYS[1], 1, #KEYS[1] - #digest)
local total = tonumber(redis.call('HGET', KEYS[3], '') or '0')
local function drop(member)
  total = total - tonumber(redis.call('HGET', KEYS[3], member) or '0')
  redis.call('ZREM', KEYS[2], member)
  redis.call('HDEL', KEYS[3], member)
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 100)) do drop(member) end
drop(digest)
while total + size > limit do
  local first = redis.call('ZRANGE', KEYS[2], 0, 0)[1]
  if not first then
    total = 0
    break
  end
  drop(first)
  redis.call('DEL', prefix .. first)
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ttl)
redis.call('ZADD', KEYS[2], now + ttl, digest)
redis.call('HSET', KEYS[3], digest, size, '', total + size)
local last = tonumber(redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2]) + 60000
redis.call('PEXPIREAT', KEYS[2], last)
redis.call('PEXPIREAT', KEYS[3], last)
return total + size`;

/**
 * Responses shared by all nodes, behind this process's own cache. If Redis is slow, full or down, each node uses its own cache
 * only. Storing does not wait for Redis.
 */
export function createSharedReplies(options: SharedRepliesOptions): StoredReplies {
  const { local, client, bytesPerAccount, elapsed, onAway } = options;
  let awayUntil = Number.NEGATIVE_INFINITY;
  let away = false;
  let lookAt = Number.NEGATIVE_INFINITY;
  let full = false;

  /** The result of `work`, or undefined if Redis does not respond. */
  async function ask<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    if (elapsed() < awayUntil) return undefined;
    try {
      const value = await work();
      if (away) onAway(false);
      away = false;
      return value;
    } catch (error) {
      awayUntil = elapsed() + COOL_DOWN;
      if (!away) onAway(true, error);
      away = true;
      return undefined;
    }
  }

  async function hasRoom(): Promise<boolean> {
    if (elapsed() < lookAt) return !full;
    lookAt = elapsed() + LOOK;
    const memory = await client.info('memory');
    const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(memory)?.[1] ?? 0);
    const limit = read('maxmemory');
    full = limit > 0 && read('used_memory') > limit * FULL;
    return !full;
  }

  return {
    async find(digest, accountId) {
      const own = await local.find(digest, accountId);
      if (own !== undefined) return own;
      const key = replyKey(accountId, digest);
      const answers = await ask(async () => {
        const [value, ttl] = await Promise.all([client.getBuffer(key), client.pttl(key)]);
        return { value, ttl };
      });
      if (answers?.value == null || answers.ttl <= 0) return undefined;
      const reply = unpackReply(answers.value);
      if (reply === undefined) return undefined;
      await local.keep(digest, accountId, reply, answers.ttl);
      return { reply, left: answers.ttl };
    },
    async keep(digest, accountId, reply, ttl) {
      await local.keep(digest, accountId, reply, ttl);
      const packed = packReply(reply);
      const size = packed.length + OVERHEAD;
      if (size > bytesPerAccount / 4) return;
      const account = `soapstone:{${accountId}}`;
      const keys = [replyKey(accountId, digest), `${account}:reply-ends`, `${account}:reply-sizes`];
      void ask(async () => {
        if (!(await hasRoom())) return;
        await client.eval(KEEP, 3, ...keys, digest, packed, size, Math.ceil(ttl), bytesPerAccount);
      });
    },
  };
}

function replyKey(accountId: string, digest: string): string {
  return `soapstone:{${accountId}}:reply:${digest}`;
}
