import { randomUUID } from 'node:crypto';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis-5';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { describeLimiter } from '../testing/limiter-contract.js';
import { createRedisLimiter } from './redis-limiter.js';

const installed = await hasRedis();
if (!installed) process.stderr.write('Redis is not installed: the limiter is not tested with ioredis 5\n');

describe.skipIf(!installed)('with ioredis 5, the oldest supported peer version', () => {
  let server: RedisServer;
  const clients: Redis[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });
  afterAll(() => server?.stop());

  describeLimiter('the Redis limiter', async (start, options) => {
    let now = start;
    const client = new Redis({ port: server.port, host: '127.0.0.1', maxRetriesPerRequest: 0 });
    clients.push(client);
    await client.ping();
    const time = () => now;
    const limiter = createRedisLimiter({
      ...options,
      client,
      nodeId: randomUUID(),
      now: time,
      time,
      elapsed: time,
      prefix: randomUUID(),
    });
    return {
      limiter,
      advance: (milliseconds) => {
        now += milliseconds;
      },
      now: time,
    };
  });
});
