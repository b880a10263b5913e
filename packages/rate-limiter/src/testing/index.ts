/** Test support for this package and its users: real Redis servers, and faults between them and their clients. */
export { connectRedis } from './connect-redis.js';
export { type FaultProxy, startFaultProxy } from './fault-proxy.js';
export { freePort } from './free-port.js';
export { type RedisCluster, startRedisCluster, until } from './redis-cluster.js';
export {
  hasRedis,
  openRedis,
  type RedisDatabase,
  type RedisServer,
  SHARED_REDIS,
  startRedis,
} from './redis-server.js';
