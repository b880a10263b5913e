import { type Check, callback, count, kindOf, members, numberFrom, text, wrong } from '@soapstone/options';
import type { ReadUse } from '../limiter.js';
import { MINUTE } from '../minute-window.js';
import type { RedisClient } from './commands.js';
import { monotonic, platform } from './platform.js';

/** Options of the Redis limiter. Times are in milliseconds. */
export interface RedisLimiterOptions {
  readonly client: RedisClient;
  /**
   * The length of the sliding window. Limiters with windows of different lengths do not see each other's calls. Default 60,000.
   */
  readonly windowMs?: number | undefined;
  /** The number of nodes that share the limits. While Redis is down, a node may admit one part in this many. Default 1. */
  readonly nodes?: number | undefined;
  /** Distinguishes this process's journal from all others, including its own before a restart. Default: a random UUID. */
  readonly nodeId?: string | undefined;
  /**
   * The current time since the Unix epoch. Used only to guess the period and while Redis is down; otherwise the Redis clock
   * decides. Default `Date.now`.
   */
  readonly now?: (() => number) | undefined;
  /** A monotonic clock. Default `performance.now`. */
  readonly elapsed?: (() => number) | undefined;
  /** Reads the usage of a period that Redis does not know: a new one, or one that was flushed or lost. */
  readonly readUse?: ReadUse | undefined;
  /** Called when the limiter starts and stops deciding on its own. */
  readonly onDegraded?: ((degraded: boolean, cause?: unknown) => void) | undefined;
  /** The prefix of every key. Default `soapstone`. */
  readonly prefix?: string | undefined;
  /** Replaces the Redis clock, for tests. */
  readonly time?: (() => number) | undefined;
}

/** A client of ioredis, or a wrapper of one. */
export const ioredisClient: Check = (value) =>
  typeof (value as Partial<RedisClient> | null)?.defineCommand === 'function'
    ? []
    : wrong(`expected a client of ioredis, not ${kindOf(value)}`);

/** The member names of `RedisLimiterOptions`. */
export const redisLimiterOptions: Check = members<RedisLimiterOptions>(
  {
    client: ioredisClient,
    windowMs: numberFrom(1),
    nodes: count,
    nodeId: text,
    now: callback,
    elapsed: callback,
    readUse: callback,
    onDegraded: callback,
    prefix: text,
    time: callback,
  },
  ['client'],
);

/** Options with every default filled in. */
export interface FullRedisOptions extends RedisLimiterOptions {
  readonly nodes: number;
  readonly nodeId: string;
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly prefix: string;
  readonly windowMs: number;
}

/** Fills in the defaults. */
export function completeOptions(options: RedisLimiterOptions): FullRedisOptions {
  const { nodes, nodeId, now, elapsed, prefix, windowMs } = options;
  return {
    ...options,
    nodes: nodes ?? 1,
    nodeId: nodeId ?? platform.crypto.randomUUID(),
    now: now ?? Date.now,
    elapsed: elapsed ?? monotonic,
    prefix: prefix ?? 'soapstone',
    windowMs: windowMs ?? MINUTE,
  };
}
