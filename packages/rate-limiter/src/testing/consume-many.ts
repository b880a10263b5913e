/**
 * Entry point of one of several processes that use up the quotas of some accounts together. Prints each remainder that it receives. Each
 * decision is followed by `busy` milliseconds of work that blocks the event loop.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createRedisLimiter } from '../redis/redis-limiter.js';

const [port = '', prefix = '', attempts = '', quota = '', timeout = '20000', busy = '0', accounts = '1'] =
  process.argv.slice(2);
const client = new Redis({
  port: Number(port),
  host: '127.0.0.1',
  maxRetriesPerRequest: 0,
  commandTimeout: Number(timeout),
});
const limiter = createRedisLimiter({
  client,
  prefix,
  nodeId: randomUUID(),
  now: Date.now,
  elapsed: () => performance.now(),
});
const remaining: number[][] = [];

/** Each worker calls sequentially; sixty-four of them run concurrently. */
async function useUp(account: string): Promise<number[]> {
  const told: number[] = [];
  let left = Number(attempts);
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const decision = await limiter.consume({
        account,
        limits: { perMinute: 1_000_000_000, quota: Number(quota) },
        cycle: { kind: 'calendarMonth' },
        charge: 'call',
      });
      if (decision.allowed) told.push(decision.quota.remaining);
      const until = performance.now() + Number(busy);
      while (performance.now() < until);
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
  return told;
}

await new Promise<void>((resolve) => client.once('ready', () => resolve()));
for (let account = 1; account <= Number(accounts); account += 1)
  remaining.push(await useUp(`acc_${account}`));
const { degraded, degradedDecisions } = limiter;
process.stdout.write(JSON.stringify({ remaining, degraded, degradedDecisions }));
client.disconnect();
