import { Redis } from 'ioredis';

/**
 * Returns a connected client of the server on a loopback port, with the options that the limiter requires: a command that cannot be
 * sent fails immediately. `commandTimeout` is in milliseconds. The caller disconnects it.
 */
export async function connectRedis(port: number, commandTimeout: number): Promise<Redis> {
  const client = new Redis({
    port,
    host: '127.0.0.1',
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout,
    lazyConnect: true,
    retryStrategy: () => 20,
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}
