import type { FullRequest } from '../decision.js';
import type { PeriodUse } from '../limiter.js';
import { MINUTE } from '../minute-window.js';
import type { Period } from '../period.js';
import { CONSUME, RECONCILE, REFUND } from './scripts.js';

/**
 * The part of an ioredis client (`Redis` or `Cluster`) that the limiter uses. The client must answer or fail quickly and must never
 * retry a command, because a repeated decision would be charged twice: `{ maxRetriesPerRequest: 0, enableOfflineQueue: false,
 * commandTimeout: 50 }`.
 */
export interface RedisClient {
  defineCommand(name: string, definition: { lua: string; numberOfKeys: number }): void;
}

/** A request for a decision by Redis. */
export interface ConsumeCommand {
  readonly request: FullRequest;
  readonly current: Period;
  readonly next: Period;
  /** The usage that this node has seen for each of the two periods. The counters in Redis cannot honestly be lower. */
  readonly floor: PeriodUse | undefined;
  /** Milliseconds since the Unix epoch; absent if the Redis clock decides. */
  readonly now: number | undefined;
}

/** The result of the script. `STALE`: this node's clock is off. `SEED`: the counter must be rebuilt from the ledger first. */
export interface ConsumeReply {
  readonly status: 'OK' | 'QUOTA' | 'MINUTE' | 'STALE' | 'SEED';
  /** The bounds of the period. */
  readonly charged: number;
  readonly refunded: number;
  readonly period: Period;
  /** Calls in the current minute, and the milliseconds until the oldest leaves it. */
  readonly minuteCalls: number;
  readonly minuteLeaves: number;
  /** Milliseconds until a call is allowed again. */
  readonly retryAfter: number;
  /** The time of the Redis server. */
  readonly at: number;
  /** Calls that Redis has charged for this node. */
  readonly chargedHere: number;
}

/** A refund of one call. Its number makes a repeated refund harmless. */
export interface RefundCommand {
  readonly account: string;
  readonly period: Period;
  readonly known: PeriodUse | undefined;
  readonly number: number;
  /** All refunds with a lower number are settled. */
  readonly floor: number;
}

/** Usage that a node admitted on its own. */
export interface ReconcileCommand {
  readonly node: string;
  readonly journalId: number;
  readonly account: string;
  readonly period: Period;
  readonly known: Pick<PeriodUse, 'charged' | 'refunded'>;
  readonly charged: number;
  readonly refunded: number;
  readonly refundFloor: number;
  /** Numbers of refunds that Redis may already have counted. */
  readonly inDoubt: readonly number[];
}

/** The counters of a period after a command. */
export interface CountersReply {
  readonly charged: number;
  readonly refunded: number;
}

export interface LimiterCommands {
  consume(command: ConsumeCommand): Promise<ConsumeReply>;
  refund(command: RefundCommand): Promise<CountersReply>;
  reconcile(command: ReconcileCommand): Promise<CountersReply>;
}

export interface CommandOptions {
  readonly client: RedisClient;
  readonly prefix: string;
  readonly nodeId: string;
  /** The length of the sliding window, in milliseconds. */
  readonly windowMs: number;
}

type Argument = string | number;
type Counters = [charged: number, refunded: number];

/** The commands that `defineCommand` adds to the client at run time, which its type does not include. */
interface ScriptedClient {
  soapstoneConsume(
    ...parameters: Argument[]
  ): Promise<[status: ConsumeReply['status'], ...numbers: number[]]>;
  soapstoneRefund(...parameters: Argument[]): Promise<Counters>;
  soapstoneReconcile(...parameters: Argument[]): Promise<Counters>;
}

/** The longest time that the counters of a period are kept after its end. */
const KEEP = 40 * 86_400_000;
const HOUR = 3_600_000;

/** How long the counters of a period are kept after its end: for short periods, not much longer than the period itself. */
function keepOf({ start, end }: Period): number {
  return Math.min(KEEP, 2 * (end - start) + HOUR);
}

/**
 * The scripts as typed functions; the only place that knows the order of their arguments. ioredis sends the digest of a script, and
 * its text if the server does not know it yet.
 */
export function defineCommands({ client, prefix, nodeId, windowMs }: CommandOptions): LimiterCommands {
  client.defineCommand('soapstoneConsume', { lua: CONSUME, numberOfKeys: 3 });
  client.defineCommand('soapstoneRefund', { lua: REFUND, numberOfKeys: 2 });
  client.defineCommand('soapstoneReconcile', { lua: RECONCILE, numberOfKeys: 3 });
  const scripted = client as unknown as ScriptedClient;
  const window = windowMs === MINUTE ? 'minute' : `window:${windowMs}`;
  const key = (account: string, what: string | number): string => `${prefix}:{${account}}:${what}`;

  return {
    async consume({ request: { account, limits, charge }, current, next, floor, now }) {
      const [status, ...numbers] = await scripted.soapstoneConsume(
        key(account, window),
        key(account, current.start),
        key(account, next.start),
        limits.perMinute,
        Math.min(limits.quota, Number.MAX_SAFE_INTEGER),
        current.start,
        current.end,
        next.end,
        charge === 'call' ? 1 : 0,
        charge === 'nothing' ? 0 : 1,
        floor?.periodStart ?? 0,
        floor?.charged ?? -1,
        floor?.refunded ?? -1,
        keepOf(current),
        now ?? '',
        nodeId,
        windowMs,
      );
      const [charged = 0, refunded = 0, start = 0, end = 0, minuteCalls = 0, minuteLeaves = 0] = numbers;
      const [retryAfter = 0, at = 0, chargedHere = 0] = numbers.slice(6);
      const period = { start, end };
      return { status, charged, refunded, period, minuteCalls, minuteLeaves, retryAfter, at, chargedHere };
    },
    async refund({ account, period, known, number, floor }) {
      const [charged, refunded] = await scripted.soapstoneRefund(
        key(account, period.start),
        key(account, `refunds:${nodeId}`),
        period.end,
        keepOf(period),
        known?.charged ?? 0,
        known?.refunded ?? 0,
        number,
        floor,
      );
      return { charged, refunded };
    },
    async reconcile({ node, journalId, account, period, known, charged, refunded, refundFloor, inDoubt }) {
      const counters = await scripted.soapstoneReconcile(
        key(account, period.start),
        key(account, `journal:${node}:${journalId}`),
        key(account, `refunds:${node}`),
        period.end,
        keepOf(period),
        charged,
        refunded - inDoubt.length,
        known.charged,
        known.refunded,
        refundFloor,
        ...inDoubt,
      );
      return { charged: counters[0], refunded: counters[1] };
    },
  };
}
