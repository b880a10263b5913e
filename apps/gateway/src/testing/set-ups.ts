import { findPostgres, type PostgresServer, usePostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, openRedis, type RedisDatabase } from '@soapstone/testing/redis-server';

/** A set of databases with which the end-to-end suite runs the gateway. */
export interface SetUp {
  readonly name: string;
  /**
   * Opens the databases. Resolves to the configuration that uses them. With `own`, their servers are not shared, for tests that change a
   * server.
   */
  start(own?: boolean): Promise<Record<string, string>>;
  /** The data directories of its servers. Absent if the data is in the gateway's own directory. */
  directories?(): string[];
  stop(): Promise<void>;
}

const embedded = async (): Promise<Record<string, string>> => ({});
const nothing = async (): Promise<void> => {};

/** The set-up without servers, for tests that do not depend on the database. */
export const inMemory: SetUp = { name: 'SQLite and memory', start: embedded, stop: nothing };

/**
 * False if an end-to-end test runs a second time: `npm run test:deep` runs it with the databases that `npm test` does not use
 * (`vitest.config.ts`).
 */
export const runsInMemory = process.env['SOAPSTONE_SET_UPS'] !== 'servers';

/**
 * Returns the set-ups for this run of a test file whose servers are installed. An end-to-end file runs with SQLite and memory in `npm test`
 * and with the others in `npm run test:deep`; a deep file runs with all of them. Writes to stderr if servers are missing.
 */
export async function setUps(): Promise<SetUp[]> {
  if (process.env['SOAPSTONE_TESTS'] === 'fast') return [inMemory];
  const [bin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);
  if (bin === undefined || !redisInstalled) {
    process.stderr.write('PostgreSQL or Redis is not installed: the end-to-end suite runs without them\n');
    return [inMemory];
  }
  const list: SetUp[] = runsInMemory ? [inMemory] : [];
  let postgres: PostgresServer | undefined;
  let redis: RedisDatabase | undefined;
  list.push({
    name: 'PostgreSQL and Redis',
    async start(own) {
      [postgres, redis] = await Promise.all([usePostgres(bin, own), openRedis(own)]);
      return {
        DATABASE_URL: await postgres.createDatabase(),
        REDIS_URL: redis.url,
        API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
        ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      };
    },
    directories: () => (postgres === undefined ? [] : [postgres.directory]),
    async stop() {
      await Promise.all([postgres?.stop(), redis?.stop()]);
    },
  });
  return list;
}
