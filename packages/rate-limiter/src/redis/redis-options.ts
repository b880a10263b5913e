import { type Check, callback, count, kindOf, members, text, wrong } from '@soapstone/soap-model/options';
import type { ReadUse } from '../limiter.js';
import type { RedisClient } from './commands.js';

/** Options of the Redis limiter. Times are milliseconds. */
export interface RedisLimiterOptions {
  readonly client: RedisClient;
  /** How many nodes share the limits: what one of them may admit alone is that part. Default 1. */
  readonly nodes?: number | undefined;
  /** Tells this process's journal from every other one's, also from its own before a restart. */
  readonly nodeId: string;
  /** Since the Unix epoch. Only used to guess the period and while Redis is away; Redis's own time decides. */
  readonly now: () => number;
  /** A clock that never goes back. */
  readonly elapsed: () => number;
  /** Where the use of a period comes from that Redis does not know: new to it, flushed, or lost. */
  readonly readUse?: ReadUse | undefined;
  /** Told when the limiter starts and stops deciding alone. */
  readonly onDegraded?: ((degraded: boolean, cause?: unknown) => void) | undefined;
  /** Before every key. Default `soapstone`. */
  readonly prefix?: string | undefined;
  /** Instead of Redis's time, for tests. */
  readonly time?: (() => number) | undefined;
}

const ioredisClient: Check = (value) =>
  typeof (value as Partial<RedisClient> | null)?.defineCommand === 'function'
    ? []
    : wrong(`expected a client of ioredis, not ${kindOf(value)}`);

/** The members of `RedisLimiterOptions`. */
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
