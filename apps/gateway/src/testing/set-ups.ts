import { hasRedis, type RedisServer, startRedis } from '@soapstone/rate-limiter/testing';
import { findPostgres, type PostgresServer, startPostgres } from './postgres-server.js';

/** A way to run the gateway that the end-to-end suite is run in. */
export interface SetUp {
  readonly name: string;
  /** Start the servers that it needs; resolves to the configuration that uses them. */
  start(): Promise<Record<string, string>>;
  /** Where its servers keep their data; absent = in the data directory of the gateway. */
  directories?(): string[];
  stop(): Promise<void>;
}

const embedded = async (): Promise<Record<string, string>> => ({});
const nothing = async (): Promise<void> => {};

const inMemory: SetUp = { name: 'SQLite and memory', start: embedded, stop: nothing };

/** Every set-up that this machine has the servers for; `npm test` runs in the first one only. Says once which are missing. */
export async function setUps(): Promise<SetUp[]> {
  if (process.env['SOAPSTONE_TESTS'] === 'fast') return [inMemory];
  const list: SetUp[] = [inMemory];
  const [bin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);
  if (bin === undefined || !redisInstalled) {
    process.stderr.write('PostgreSQL or Redis is not installed: the end-to-end suite runs without them\n');
    return list;
  }
  let postgres: PostgresServer | undefined;
  let redis: RedisServer | undefined;
  list.push({
    name: 'PostgreSQL and Redis',
    async start() {
      [postgres, redis] = await Promise.all([startPostgres(bin), startRedis()]);
      return {
        DATABASE_URL: await postgres.createDatabase(),
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
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
