import type { FullRequest, PlanLimits } from '../decision.js';
import type { PeriodUse } from '../limiter.js';
import { MINUTE } from '../minute-window.js';
import type { Period } from '../period.js';
import { askTogether } from './batch.js';
import { CONSUME, RECONCILE, REFUND } from './scripts.js';

/**
 * The part of an ioredis client (`Redis` or `Cluster`) that the limiter uses. The client must answer or fail quickly and must never
 * retry a command, because a repeated decision would be charged twice: `{ maxRetriesPerRequest: 0, enableOfflineQueue: false,
 * commandTimeout: 50 }`.
 */
export interface RedisClient {
  defineCommand(name: string, definition: { lua: string; numberOfKeys?: number }): void;
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
  soapstoneConsume(...parameters: Argument[]): Promise<string>;
  soapstoneRefund(...parameters: Argument[]): Promise<Counters>;
  soapstoneReconcile(...parameters: Argument[]): Promise<Counters>;
}

/** The maximum number of decisions in one command: Redis serves no other client in the meantime. */
const MOST_DECISIONS = 32;

/** The longest time that the counters of a period are kept after its end. */
const KEEP = 40 * 86_400_000;
const HOUR = 3_600_000;

/** How long the counters of a period are kept after its end: for short periods, not much longer than the period itself. */
function keepOf({ start, end }: Period): number {
  return Math.min(KEEP, 2 * (end - start) + HOUR);
}

/** The part of a command that is the same for every call of one request in one period. */
interface FixedWords extends Pick<FullRequest, 'account' | 'charge'>, PlanLimits {
  readonly current: Period;
  readonly next: Period;
  readonly minuteKey: string;
  readonly currentKey: string;
  readonly nextKey: string;
  readonly text: string;
}

/** Whether words are still those of a request, which its caller may have changed. */
function fits(words: FixedWords, { account, limits, charge }: FullRequest, current: Period, next: Period) {
  return (
    words.current === current &&
    words.next === next &&
    words.charge === charge &&
    words.account === account &&
    words.perMinute === limits.perMinute &&
    words.quota === limits.quota
  );
}

/** A request for a decision, as the script reads it. */
interface Question {
  readonly words: FixedWords;
  readonly text: string;
}

/** Whether a server refused a command because the keys of its decisions belong to different nodes of a cluster; it then did nothing. */
function isOfSeveralSlots(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('CROSSSLOT');
}

function readReply(reply: string): ConsumeReply {
  const words = reply.split(' ');
  return {
    status: words[0] as ConsumeReply['status'],
    charged: Number(words[1]),
    refunded: Number(words[2]),
    period: { start: Number(words[3]), end: Number(words[4]) },
    minuteCalls: Number(words[5]),
    minuteLeaves: Number(words[6]),
    retryAfter: Number(words[7]),
    at: Number(words[8]),
    chargedHere: Number(words[9]),
  };
}

/**
 * The scripts as typed functions; the only place that knows the order of their arguments. ioredis sends the digest of a script, and
 * its text if the server does not know it yet.
 */
export function defineCommands({ client, prefix, nodeId, windowMs }: CommandOptions): LimiterCommands {
  client.defineCommand('soapstoneConsume', { lua: CONSUME });
  client.defineCommand('soapstoneRefund', { lua: REFUND, numberOfKeys: 2 });
  client.defineCommand('soapstoneReconcile', { lua: RECONCILE, numberOfKeys: 3 });
  const scripted = client as unknown as ScriptedClient;
  const window = windowMs === MINUTE ? 'minute' : `window:${windowMs}`;
  const key = (account: string, what: string | number): string => `${prefix}:{${account}}:${what}`;
  /** The words of requests that a caller passes repeatedly, for as long as the caller keeps these. */
  const fixed = new WeakMap<FullRequest, FixedWords>();

  function fixedWords({ account, limits, charge }: FullRequest, current: Period, next: Period): FixedWords {
    const [quotaUnits, minuteUnits] = [charge === 'call' ? 1 : 0, charge === 'nothing' ? 0 : 1];
    const quota = Math.min(limits.quota, Number.MAX_SAFE_INTEGER);
    const periods = `${current.start} ${current.end} ${next.end}`;
    return {
      account,
      charge,
      perMinute: limits.perMinute,
      quota: limits.quota,
      current,
      next,
      minuteKey: key(account, window),
      currentKey: key(account, current.start),
      nextKey: key(account, next.start),
      text: `${limits.perMinute} ${quota} ${periods} ${quotaUnits} ${minuteUnits} ${keepOf(current)} ${windowMs}`,
    };
  }

  async function sendAll(questions: readonly Question[]): Promise<readonly ConsumeReply[]> {
    const keys: string[] = [];
    for (const { words } of questions) keys.push(words.minuteKey, words.currentKey, words.nextKey);
    const texts = questions.map(({ text }) => text);
    const reply = await scripted.soapstoneConsume(keys.length, ...keys, nodeId, ...texts);
    return reply.split('\n').map(readReply);
  }

  async function sendAlone(question: Question): Promise<ConsumeReply> {
    const [reply] = await sendAll([question]);
    return reply!;
  }

  let together = true;
  const askWithOthers = askTogether(sendAll, MOST_DECISIONS);

  /** Asks for a decision in one command with others; a cluster is asked for each alone, because it keeps accounts on different nodes. */
  async function ask(question: Question): Promise<ConsumeReply> {
    if (!together) return sendAlone(question);
    try {
      return await askWithOthers(question);
    } catch (error) {
      if (!isOfSeveralSlots(error)) throw error;
      together = false;
      return sendAlone(question);
    }
  }

  return {
    async consume({ request, current, next, floor, now }) {
      let words = fixed.get(request);
      if (words === undefined || !fits(words, request, current, next)) {
        words = fixedWords(request, current, next);
        fixed.set(request, words);
      }
      const known =
        floor === undefined ? '0 -1 -1' : `${floor.periodStart} ${floor.charged} ${floor.refunded}`;
      return ask({ words, text: `${words.text} ${known} ${now ?? '-'}` });
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
