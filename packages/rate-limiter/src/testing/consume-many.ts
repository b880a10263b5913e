/** Entry point of one of several processes that use up a quota together. Prints each remainder that it receives. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createRedisLimiter } from '../redis/redis-limiter.js';

const [port = '', prefix = '', attempts = '', quota = ''] = process.argv.slice(2);
const client = new Redis({
  port: Number(port),
  host: '127.0.0.1',
  maxRetriesPerRequest: 0,
  commandTimeout: 20_000,
});
const limiter = createRedisLimiter({
  client,
  prefix,
  nodeId: randomUUID(),
  now: Date.now,
  elapsed: () => performance.now(),
});
const remaining: number[] = [];
let left = Number(attempts);

/** Each worker calls sequentially; sixty-four of them run concurrently. */
async function work(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const decision = await limiter.consume({
      account: 'acc_1',
      limits: { perMinute: 1_000_000_000, quota: Number(quota) },
      cycle: { kind: 'calendarMonth' },
      charge: 'call',
    });
    if (decision.allowed) remaining.push(decision.quota.remaining);
  }
}

await Promise.all(Array.from({ length: 64 }, work));
process.stdout.write(JSON.stringify({ remaining, degraded: limiter.degraded }));
client.disconnect();
