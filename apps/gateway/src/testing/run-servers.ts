import {
  findPostgres,
  SHARED_POSTGRES,
  SHARED_POSTGRES_DATA,
  startPostgres,
} from '@soapstone/testing/postgres-server';
import { hasRedis, SHARED_REDIS, startRedis } from '@soapstone/testing/redis-server';

/**
 * Starts one PostgreSQL and one Redis server for all files of `npm run test:deep`, if they are installed. Each file opens separate
 * databases. Tests that stop, freeze or flush a server start their own.
 */
export default async function startServers(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['SOAPSTONE_TESTS'] !== 'deep') return undefined;
  const [bin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);
  const [postgres, redis] = await Promise.all([
    // The data need not survive a crash of the machine.
    bin === undefined ? undefined : startPostgres(bin, ['fsync=off', 'max_connections=300']),
    redisInstalled ? startRedis(['--databases', '10000']) : undefined,
  ]);
  if (postgres !== undefined) {
    process.env[SHARED_POSTGRES] = String(postgres.port);
    process.env[SHARED_POSTGRES_DATA] = postgres.directory;
  }
  if (redis !== undefined) process.env[SHARED_REDIS] = String(redis.port);
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}
