import { CONSUME, RECONCILE, REFUND } from './scripts.js';

/**
 * The part of an ioredis client (`Redis` or `Cluster`) that the limiter uses. It must answer or fail soon and never repeat a
 * command by itself: `{ maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 50 }`. A repeated decision
 * would be charged twice.
 */
export interface RedisClient {
  defineCommand(name: string, definition: { lua: string; numberOfKeys: number }): void;
}

type Argument = string | number;

/** The scripts as functions. ioredis sends their digest, and their text where the server does not know it yet. */
export interface LimiterCommands {
  consume(...parameters: Argument[]): Promise<[status: string, ...numbers: number[]]>;
  refund(...parameters: Argument[]): Promise<[charged: number, refunded: number]>;
  reconcile(...parameters: Argument[]): Promise<[charged: number, refunded: number]>;
}

/** Make the scripts known to `client`. */
export function defineCommands(client: RedisClient): LimiterCommands {
  client.defineCommand('soapstoneConsume', { lua: CONSUME, numberOfKeys: 3 });
  client.defineCommand('soapstoneRefund', { lua: REFUND, numberOfKeys: 2 });
  client.defineCommand('soapstoneReconcile', { lua: RECONCILE, numberOfKeys: 3 });
  // `defineCommand` adds methods to the client that its type does not know.
  const scripted = client as unknown as {
    soapstoneConsume: LimiterCommands['consume'];
    soapstoneRefund: LimiterCommands['refund'];
    soapstoneReconcile: LimiterCommands['reconcile'];
  };
  return {
    consume: (...parameters) => scripted.soapstoneConsume(...parameters),
    refund: (...parameters) => scripted.soapstoneRefund(...parameters),
    reconcile: (...parameters) => scripted.soapstoneReconcile(...parameters),
  };
}
