import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packReply, unpackReply } from './pack-reply.js';
import { createSharedReplies } from './shared-replies.js';
import { createStoredReplies, type StoredReply } from './stored-replies.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const reply = (text: string): StoredReply => ({ result: bytes(text), warnings: [] });
const PATIENCE = { timeout: 60_000, interval: 20 };

describe('a packed reply', () => {
  test.each<StoredReply>([
    { result: bytes('{}'), warnings: [] },
    { result: bytes('{"a":9007199254740993}'), headers: bytes(''), warnings: [] },
    {
      result: bytes('ü'),
      headers: bytes('{"h":1}'),
      warnings: [{ code: 'X', path: '/a', message: 'ü' }] as unknown as StoredReply['warnings'],
    },
  ])('%# survives packing', (given) => {
    const unpacked = unpackReply(packReply(given));
    const text = (part: Uint8Array | undefined) => part && Buffer.from(part).toString();
    expect(text(unpacked?.result)).toBe(text(given.result));
    expect(text(unpacked?.headers)).toBe(text(given.headers));
    expect(unpacked?.warnings).toEqual(given.warnings);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['another version', Buffer.concat([Buffer.from([2]), packReply(reply('{}')).subarray(1)])],
    ['a truncated reply', packReply({ ...reply('{}'), headers: bytes('x'.repeat(50)) }).subarray(0, 20)],
    ['broken warnings', Buffer.concat([packReply(reply('{}')).subarray(0, 9), Buffer.from('x]{}')])],
  ])('%s is rejected', (_, packed) => {
    expect(unpackReply(packed)).toBeUndefined();
  });
});

describe.skipIf(!(await hasRedis()))('responses shared by nodes', () => {
  let redis: RedisServer;
  const clients: Redis[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await redis?.stop();
  });
  beforeEach(async () => {
    const client = new Redis(redis.port);
    await client.flushall();
    client.disconnect();
  });

  async function node(bytesPerAccount = 1_000_000) {
    const client = new Redis(redis.port, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      commandTimeout: 30_000,
      retryStrategy: () => 50,
    });
    client.on('error', () => {});
    clients.push(client);
    await new Promise((resolve) => client.once('ready', resolve));
    const events: boolean[] = [];
    let skipped = 0;
    const stored = createSharedReplies({
      local: createStoredReplies(
        { bytes: 1_000_000, bytesPerAccount: 1_000_000 },
        () => performance.now() + skipped,
      ),
      client,
      bytesPerAccount,
      elapsed: () => performance.now(),
      onAway: (away) => events.push(away),
    });
    const find = async (digest: string, accountId = 'acc_1') => {
      const found = await stored.find(digest, accountId);
      return found && Buffer.from(found.reply.result).toString();
    };
    /** Advances the time of this node's own cache. */
    const skip = (milliseconds: number) => {
      skipped += milliseconds;
    };
    return { stored, client, events, find, skip };
  }

  test('a node returns what another node cached, until it expires, and only to the same account', async () => {
    const [one, two] = [await node(), await node()];
    await one.stored.keep('d', 'acc_1', { ...reply('1'), headers: bytes('h') }, 300_000);
    await expect.poll(() => two.find('d'), PATIENCE).toBe('1');
    const found = await two.stored.find('d', 'acc_1');
    expect(found?.left).toBeLessThanOrEqual(300_000);
    expect(Buffer.from(found?.reply.headers ?? []).toString()).toBe('h');
    // The same digest, which cannot happen because a digest includes its account; Redis separates accounts as well.
    expect(await (await node()).find('d', 'acc_2')).toBeUndefined();
    // It expires in Redis, and in a node that has a copy.
    const ttl = await one.client.pttl('soapstone:{acc_1}:reply:d');
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(300_000);
    await one.client.pexpire('soapstone:{acc_1}:reply:d', 1);
    await expect.poll(async () => (await node()).find('d'), PATIENCE).toBeUndefined();
    expect(await two.find('d')).toBe('1');
    two.skip(300_000);
    expect(await two.find('d')).toBeUndefined();
  });

  test('an account has its share of bytes, and entries that expire first make room', async () => {
    const limit = 20_000;
    const [writer, other] = [await node(limit), await node(limit)];
    const keep = (digest: string, accountId: string, ttl: number) =>
      writer.stored.keep(digest, accountId, reply(digest.padEnd(3_000, '.')), ttl);
    await keep('other', 'acc_2', 60_000);
    for (let index = 0; index < 20; index += 1) await keep(`d${index}`, 'acc_1', 60_000 + index * 1_000);
    const kept = async () => {
      const keys = await other.client.keys('soapstone:{acc_1}:reply:*');
      return keys.map((key) => key.split(':').at(-1)).sort();
    };
    await expect.poll(kept, PATIENCE).toEqual(['d16', 'd17', 'd18', 'd19']);
    expect(await other.client.zcard('soapstone:{acc_1}:reply-ends')).toBe(4);
    expect(Number(await other.client.hget('soapstone:{acc_1}:reply-sizes', ''))).toBeLessThanOrEqual(limit);
    expect(await other.find('other', 'acc_2')).toMatch(/^other/);
    // An entry that is stored again is counted once.
    const ends = async () => Number(await other.client.zscore('soapstone:{acc_1}:reply-ends', 'd19'));
    const before = await ends();
    await keep('d19', 'acc_1', 90_000);
    await keep('d19', 'acc_1', 300_000);
    await expect.poll(ends, PATIENCE).toBeGreaterThan(before + 100_000);
    expect(await other.client.zcard('soapstone:{acc_1}:reply-ends')).toBe(4);
    // Larger than a quarter of the share: not stored in Redis.
    await writer.stored.keep('large', 'acc_1', reply('x'.repeat(6_000)), 60_000);
    expect(await writer.find('large')).toHaveLength(6_000);
    expect(await other.find('large')).toBeUndefined();
  });

  test('expired entries leave nothing behind', async () => {
    const { stored, client } = await node();
    await stored.keep('d', 'acc_1', reply('1'), 1_000);
    await expect.poll(() => client.dbsize(), PATIENCE).toBe(3);
    const ends = await Promise.all((await client.keys('*')).map((key) => client.pttl(key)));
    for (const ttl of ends) expect(ttl).toBeGreaterThan(0);
    for (const ttl of ends) expect(ttl).toBeLessThanOrEqual(61_000);
  });

  test('nothing is cached in a nearly full Redis, whose memory is needed for the counters', async () => {
    const { stored, client } = await node();
    await client.config('SET', 'maxmemory', '1');
    await stored.keep('d', 'acc_1', reply('1'), 60_000);
    // This runs after the memory check, because it uses the same connection; what the check triggers is sent before the next command.
    await client.config('SET', 'maxmemory', '0');
    expect(await client.dbsize()).toBe(0);
  });

  test('without Redis each node uses its own cache, and nodes share again once Redis is back', async () => {
    const [one, two] = [await node(), await node()];
    await redis.kill();
    await one.stored.keep('d', 'acc_1', reply('1'), 60_000);
    expect(await one.find('d')).toBe('1');
    expect(await two.find('d')).toBeUndefined();
    expect(two.events).toEqual([true]);
    await redis.start();
    await expect
      .poll(async () => {
        await one.stored.keep('e', 'acc_1', reply('2'), 60_000);
        return two.find('e');
      }, PATIENCE)
      .toBe('2');
    expect(two.events).toEqual([true, false]);
  });
});
