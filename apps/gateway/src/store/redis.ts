import { type Command, Redis } from 'ioredis';

/** The connections of this process to Redis. While Redis is away commands fail at once, and it is asked again and again. */
export interface RedisConnections {
  /** For the limiter: a command answers in time or fails, and is never sent twice. */
  readonly limits: Redis;
  /** For stored answers, which are large: they must not stand in the way of a decision on limits. */
  readonly answers: Redis;
  /** Tell every node. Resolves whether or not anybody heard. */
  publish(channel: string, message: string): Promise<void>;
  /** Hear what every node tells, this one too. `onMissed` says that messages may have been lost in between. */
  subscribe(channel: string, onMessage: (message: string) => void, onMissed: () => void): void;
  /** How Redis makes room when it is full; `noeviction` is the only policy under which counters are safe. */
  evictionPolicy(): Promise<string | undefined>;
  close(): void;
}

const RECONNECT = (attempt: number): number => Math.min(50 * attempt, 1_000);

/** In milliseconds. */
export interface RedisPatience {
  /** How long a command of the limiter waits for its answer. Default 50: a call waits for it. */
  readonly command?: number;
  /** How long `connectRedis` waits for the first connection. Default 2,000. */
  readonly connection?: number;
}

/**
 * A connection that sends the commands of one turn of the event loop together: each is a command of its own, with its own
 * answer and its own patience, but a write to the socket costs more than all else of a decision.
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

/** Connect to `url`. Resolves when Redis answered once, or when patience with it ends: it may come later. */
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
  // A connection that listens can do nothing else, and keeps trying for as long as it takes.
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
      // Managed services forbid CONFIG; then nobody knows.
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

/** Tell of the first error of an outage, not of each attempt to end it. */
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
