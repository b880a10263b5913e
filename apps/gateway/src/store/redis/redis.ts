import { readFile } from 'node:fs/promises';
import { Cluster, Redis } from 'ioredis';
import type { Config } from '../../config/config.js';
import { readRedisAddress } from '../../config/redis-address.js';
import { StartError } from '../../config/start-error.js';
import { openCommands, openListener, type RedisPlace, TurnwiseRedis } from './redis-clients.js';

/** The Redis connections of this process. While Redis is down, commands fail immediately and the client keeps reconnecting. */
export interface RedisConnections {
  /** For the limiter: a command succeeds in time or fails, and is never retried. */
  readonly limits: Redis | Cluster;
  /** For cached responses, which are large and must not delay rate-limit decisions. */
  readonly answers: Redis | Cluster;
  /** Publishes to every node. Resolves whether or not any node receives it. */
  publish(channel: string, message: string): Promise<void>;
  /** Subscribes to what every node publishes, including this one. `onMissed` is called when messages may have been lost. */
  subscribe(channel: string, onMessage: (message: string) => void, onMissed: () => void): void;
  /** Returns the eviction policy; only `noeviction` keeps counters safe. */
  evictionPolicy(): Promise<string | undefined>;
  /** Whether the connection for the limiter is open. */
  isConnected(): boolean;
  close(): void;
}

/** Timeouts in milliseconds. */
export interface RedisPatience {
  /** The timeout of a limiter command, which a call waits for. Default 50. */
  readonly command?: number;
  /** How long `connectRedis` waits for the first connection. Default 2,000. */
  readonly connection?: number;
}

/**
 * Connects to one Redis, to the master that sentinels name, or to a cluster. Resolves when Redis has responded once, or after the timeout;
 * it may still connect later.
 *
 * @param config `redisUrl`: see `readRedisAddress`; without it there is no Redis
 * @throws {StartError} if the file with the CA certificates cannot be read
 */
export async function connectRedis(
  { redisUrl, redisCaFile }: Pick<Config, 'redisUrl' | 'redisCaFile'>,
  onError: (error: Error) => void,
  { command = 50, connection: patience = 2_000 }: RedisPatience = {},
): Promise<RedisConnections | undefined> {
  if (redisUrl === undefined) return undefined;
  const place: RedisPlace = {
    address: readRedisAddress(redisUrl),
    ...(redisCaFile !== undefined && { ca: await readAuthorities(redisCaFile) }),
  };
  const limits = openCommands(place, command, TurnwiseRedis);
  const answers = openCommands(place, command, Redis);
  const listener = openListener(place);
  for (const connection of [limits, answers, listener]) reportOnce(connection, onError);
  await Promise.race([
    new Promise<void>((resolve) => limits.once('ready', resolve)),
    new Promise<void>((resolve) => setTimeout(resolve, patience)),
  ]);
  return {
    limits,
    answers,
    async publish(channel, message) {
      await limits.publish(channel, message).catch(onError);
    },
    subscribe(channel, onMessage, onMissed) {
      listener.on('message', (from: string, message: string) => {
        if (from === channel) onMessage(message);
      });
      listener.on('ready', onMissed);
      listener.subscribe(channel).catch(onError);
    },
    async evictionPolicy() {
      const one = limits instanceof Cluster ? limits.nodes('master')[0] : limits;
      // Managed services forbid CONFIG, in which case the policy is unknown.
      const answer = await one?.config('GET', 'maxmemory-policy').catch(() => undefined);
      return Array.isArray(answer) ? String(answer[1]) : undefined;
    },
    isConnected: () => limits.status === 'ready',
    close() {
      limits.disconnect();
      answers.disconnect();
      listener.disconnect();
    },
  };
}

async function readAuthorities(file: string): Promise<Buffer> {
  return await readFile(file).catch((cause: unknown) => {
    throw new StartError(`${file} cannot be read: set REDIS_CA_FILE to a file with PEM certificates`, cause);
  });
}

/** Reports the first error of an outage, not every reconnection attempt. */
function reportOnce(connection: Redis | Cluster, onError: (error: Error) => void): void {
  let reported = false;
  connection.on('error', (error: Error) => {
    if (!reported) onError(error);
    reported = true;
  });
  connection.on('ready', () => {
    reported = false;
  });
}
