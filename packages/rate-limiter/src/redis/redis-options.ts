import { type Check, callback, count, kindOf, members, text, wrong } from '@soapstone/soap-model/options';
import type { ReadUse } from '../limiter.js';
import type { RedisClient } from './commands.js';

/** Options of the Redis limiter. Times are in milliseconds. */
export interface RedisLimiterOptions {
  readonly client: RedisClient;
  /** The number of nodes that share the limits. While Redis is down, a node may admit one part in this many. Default 1. */
  readonly nodes?: number | undefined;
  /** Distinguishes this process's journal from all others, including its own before a restart. */
  readonly nodeId: string;
  /**
   * The current time since the Unix epoch. Used only to guess the period and while Redis is down; otherwise the Redis clock
   * decides.
   */
  readonly now: () => number;
  /** A monotonic clock. */
  readonly elapsed: () => number;
  /** Reads the usage of a period that Redis does not know: a new one, or one that was flushed or lost. */
  readonly readUse?: ReadUse | undefined;
  /** Called when the limiter starts and stops deciding on its own. */
  readonly onDegraded?: ((degraded: boolean, cause?: unknown) => void) | undefined;
  /** The prefix of every key. Default `soapstone`. */
  readonly prefix?: string | undefined;
  /** Replaces the Redis clock, for tests. */
  readonly time?: (() => number) | undefined;
}

const ioredisClient: Check = (value) =>
  typeof (value as Partial<RedisClient> | null)?.defineCommand === 'function'
    ? []
    : wrong(`expected a client of ioredis, not ${kindOf(value)}`);

/** The member names of `RedisLimiterOptions`. */
export const redisLimiterOptions: Check = members<RedisLimiterOptions>(
  {
    client: ioredisClient,
    nodes: count,
    nodeId: text,
    now: callback,
    elapsed: callback,
    readUse: callback,
    onDegraded: callback,
    prefix: text,
    time: callback,
  },
  ['client', 'nodeId', 'now', 'elapsed'],
);
