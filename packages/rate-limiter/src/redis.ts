/**
 * The limiter for several nodes, with its state in Redis. `redis/redis-limiter.ts` explains what happens while Redis is down, and
 * `redis/scripts.ts` contains the decision.
 */
export type { RedisClient } from './redis/commands.js';
export { createRedisLimiter, type RedisLimiter } from './redis/redis-limiter.js';
export type { RedisLimiterOptions } from './redis/redis-options.js';
export { type Waits, waitInTurns } from './redis/wait-in-turns.js';
