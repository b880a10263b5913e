import { Redis } from 'ioredis';

/**
 * A connected client of the server on a loopback port, with the options that the limiter asks for: what cannot be sent now fails
 * at once. `commandTimeout` is milliseconds. Who connects disconnects.
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
