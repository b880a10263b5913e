import { readFile } from 'node:fs/promises';
import { findPostgres, startPostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, startRedis } from '@soapstone/testing/redis-server';
import { Redis } from 'ioredis';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startFleet } from '../testing/fleet.js';

const postgresPrograms = await findPostgres();
const CALLS = 3_000 * Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
const CALLERS = 10;
const CONNECTIONS = 16;

/** The work of the shared servers and of the nodes so far. */
interface Work {
  readonly commands: number;
  readonly redisCpu: number;
  readonly transactions: number;
  readonly nodeCpu: number;
  /** CPU time, in seconds. */
  readonly at: number;
}

test.skipIf(postgresPrograms === undefined || !(await hasRedis()))(
  'a call costs at most one script of Redis, and less where calls of one moment share one',
  async () => {
    const [postgres, redis] = await Promise.all([startPostgres(postgresPrograms!), startRedis()]);
    const databaseUrl = await postgres.createDatabase();
    const fleet = await startFleet(
      {
        DATABASE_URL: databaseUrl,
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        // Redis may be slow because the machine is busy; a long timeout keeps a node from deciding alone.
        REDIS_TIMEOUT_MS: '20000',
        API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
        ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      },
      CALLERS,
    );
    const client = new Redis(redis.port);
    const database = new pg.Client(databaseUrl);
    await database.connect();
    const look = async (): Promise<Work> => {
      const stats = await client.info('commandstats');
      const cpu = await client.info('cpu');
      const { rows } = await database.query<{ count: string }>(
        'select xact_commit as count from pg_stat_database where datname = current_database()',
      );
      const nodes = await Promise.all(fleet.nodes.map(({ pid }) => cpuSeconds(pid)));
      return {
        // Counts scripts, not the commands that they run within Redis.
        commands: sum([...stats.matchAll(/cmdstat_(?:evalsha|eval|publish):calls=(\d+)/g)]),
        redisCpu: sum([...cpu.matchAll(/used_cpu_(?:user|sys):([\d.]+)/g)]),
        transactions: Number(rows[0]?.count),
        at: performance.now() / 1_000,
        nodeCpu: nodes.reduce((total, one) => total + one, 0),
      };
    };
    const callMany = async (calls: number): Promise<void> => {
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < calls) expect(await fleet.call(next++)).toMatchObject({ status: 200 });
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
    };
    try {
      // Warm up: every node caches every key and compiles its services.
      await callMany(CALLERS * 30);
      const before = await look();
      await callMany(CALLS);
      const after = await look();
      const per = (name: keyof Work): number => (after[name] - before[name]) / CALLS;
      const nodeSeconds = (after.at - before.at) * fleet.nodes.length;
      const transactions = (after.transactions - before.transactions) / nodeSeconds;
      // Calls are written to PostgreSQL in batches, so its work depends on time rather than on calls.
      process.stderr.write(
        `shared parts: per call ${per('commands').toFixed(2)} scripts and ${(per('redisCpu') * 1e6).toFixed(0)} us of CPU of Redis, ` +
          `${(per('nodeCpu') * 1e6).toFixed(0)} us of CPU of a node; ${transactions.toFixed(1)} transactions of PostgreSQL ` +
          `per second and node, at ${(CALLS / nodeSeconds).toFixed(0)} calls per second and node\n`,
      );
      expect(per('commands')).toBeGreaterThan(1 / 32);
      expect(per('commands')).toBeLessThan(1.2);
    } finally {
      client.disconnect();
      await database.end();
      await fleet.stop();
      await Promise.all([postgres.stop(), redis.stop()]);
    }
  },
);

function sum(matches: readonly RegExpMatchArray[]): number {
  return matches.reduce((total, [, value]) => total + Number(value), 0);
}

/** Returns the CPU seconds of a process with all its threads (Linux only). */
async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Skip the name, which may contain spaces. User and system time are fields 14 and 15.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
