/**
 * The limiter for several nodes: its state lives in Redis. See `redis/redis-limiter.ts` for what happens while Redis is away,
 * and `redis/scripts.ts` for the decision itself.
 */
export type { RedisClient } from './redis/commands.js';
export { createRedisLimiter, type RedisLimiter } from './redis/redis-limiter.js';
export type { RedisLimiterOptions } from './redis/redis-options.js';
