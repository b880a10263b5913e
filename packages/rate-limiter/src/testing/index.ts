/** What tests of this package and of its users start: real Redis servers, and the faults between them and their clients. */
export { connectRedis } from './connect-redis.js';
export { type FaultProxy, startFaultProxy } from './fault-proxy.js';
export { freePort } from './free-port.js';
export { hasRedis, type RedisServer, startRedis } from './redis-server.js';
