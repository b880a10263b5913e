import { type Command, Redis } from 'ioredis';

/** The Redis connections of this process. While Redis is down, commands fail at once and the client keeps reconnecting. */
export interface RedisConnections {
  /** For the limiter: a command succeeds in time or fails, and is never retried. */
  readonly limits: Redis;
  /** For cached responses, which are large and must not delay rate-limit decisions. */
  readonly answers: Redis;
  /** Publishes to every node. Resolves whether or not any node receives it. */
  publish(channel: string, message: string): Promise<void>;
  /** Subscribes to what every node publishes, including this one. `onMissed` reports that messages may have been lost. */
  subscribe(channel: string, onMessage: (message: string) => void, onMissed: () => void): void;
  /** The eviction policy; only `noeviction` keeps counters safe. */
  evictionPolicy(): Promise<string | undefined>;
  close(): void;
}

const RECONNECT = (attempt: number): number => Math.min(50 * attempt, 1_000);

/** In milliseconds. */
export interface RedisPatience {
  /** The timeout of a limiter command, which a call waits for. Default 50. */
  readonly command?: number;
  /** How long `connectRedis` waits for the first connection. Default 2,000. */
  readonly connection?: number;
}

/**
 * A connection that sends the commands of one turn of the event loop together. Each command has its own reply and timeout, but a
 * write to the socket costs more than everything else in a decision.
 */
class TurnwiseRedis extends Redis {
  #held = false;

  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    this.#hold();
    return super.sendCommand(command, stream);
  }

  #hold(): void {
    const { stream } = this;
    if (this.#held || stream === undefined) return;
    this.#held = true;
    stream.cork();
    setImmediate(() => {
      this.#held = false;
      stream.uncork();
    });
  }
}

/** Connects to `url`. Resolves when Redis has answered once, or after the timeout; it may connect later. */
export async function connectRedis(
  url: string,
  onError: (error: Error) => void,
  { command = 50, connection: patience = 2_000 }: RedisPatience = {},
): Promise<RedisConnections> {
  const hasty = {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout: command,
    connectTimeout: 500,
    retryStrategy: RECONNECT,
  };
  const limits = new TurnwiseRedis(url, hasty);
  const answers = new Redis(url, hasty);
  // A subscribed connection can do nothing else, and reconnects for as long as it takes.
  const listener = new Redis(url, {
    maxRetriesPerRequest: null,
    connectTimeout: 500,
    retryStrategy: RECONNECT,
  });
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
      // Managed services forbid CONFIG; then the policy is unknown.
      const answer = await limits.config('GET', 'maxmemory-policy').catch(() => undefined);
      return Array.isArray(answer) ? String(answer[1]) : undefined;
    },
    close() {
      limits.disconnect();
      answers.disconnect();
      listener.disconnect();
    },
  };
}

/** Reports the first error of an outage, not every reconnection attempt. */
function reportOnce(connection: Redis, onError: (error: Error) => void): void {
  let reported = false;
  connection.on('error', (error: Error) => {
    if (!reported) onError(error);
    reported = true;
  });
  connection.on('ready', () => {
    reported = false;
  });
}
