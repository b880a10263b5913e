import { assertOptions } from '@soapstone/options';
import {
  completeRequest,
  type Decision,
  type FullRequest,
  type LimitRequest,
  type QuotaState,
  quotaState,
  type Receipt,
  receipt as receiptCheck,
} from '../decision.js';
import type { JournalChanges, JournalRecord, Limiter, PeriodUse } from '../limiter.js';
import { createPeriodFinder } from '../period.js';
import { type BlockList, createBlockList } from './block-list.js';
import { type ConsumeReply, defineCommands, type LimiterCommands } from './commands.js';
import { createHeardCharges } from './heard-charges.js';
import { JournalReports } from './journal-reports.js';
import { LocalShare } from './local-share.js';
import { platform } from './platform.js';
import {
  completeOptions,
  type FullRedisOptions,
  type RedisLimiterOptions,
  redisLimiterOptions,
} from './redis-options.js';
import { createRefundNumbers } from './refund-numbers.js';
import { createUseBook } from './use-book.js';
import { type Waits, waitInTurns } from './wait-in-turns.js';

export interface RedisLimiter extends Limiter {
  /** Returns the usage that changed since the last call, for a durable ledger. Records merge by maximum. */
  takeChanges(): PeriodUse[];
  /** True while this node decides on its own. */
  readonly degraded: boolean;
  /** The number of decisions that this node took on its own or that Redis answered only after the timeout of the client. */
  readonly degradedDecisions: number;
  /**
   * Returns what changed in the journal of this node's own decisions since the last call, so that a store keeps them if the process is
   * killed. The node reports them to Redis itself, even without further calls, as soon as Redis answers.
   */
  takeJournal(): JournalChanges;
  /** Reports stored records of other nodes to Redis, or of an earlier run of this one. Rejects if Redis does not answer. */
  handIn(records: readonly JournalRecord[]): Promise<void>;
  /**
   * Reports to Redis what this node admitted on its own, before the node ends. If Redis is unreachable, `takeJournal` returns it, or
   * `takeChanges` if `takeJournal` has never been called.
   */
  settle(): Promise<void>;
}

/** After this many failures in a row the limiter stops calling Redis and only probes it now and then. */
const FAILURES = 5;
const PROBE_INTERVAL = 250;
const CAPACITY = 100_000;

/**
 * Creates a limiter whose state lives in Redis, shared by any number of nodes. Each decision is one atomic script and one round
 * trip. While Redis does not answer, the node admits its share of what is left (see `LocalShare`) and reports its journal
 * afterwards. A counter that Redis lost is rebuilt from what the nodes have seen and from the ledger. Throws `OptionError` for an
 * unknown option or an unusable value, here and in each method.
 *
 * @example
 * ```ts
 * const client = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 50 });
 * const limiter = createRedisLimiter({ client, nodes: 3 });
 * ```
 */
export function createRedisLimiter(options: RedisLimiterOptions): RedisLimiter {
  assertOptions(redisLimiterOptions, options, 'createRedisLimiter');
  return new SharedLimiter(completeOptions(options));
}

class SharedLimiter implements RedisLimiter {
  readonly #options: FullRedisOptions;
  readonly #commands: LimiterCommands;
  readonly #uses = createUseBook(CAPACITY);
  readonly #heard = createHeardCharges(CAPACITY);
  readonly #refunds = createRefundNumbers();
  readonly #blocks: BlockList;
  readonly #findPeriod = createPeriodFinder(CAPACITY);
  readonly #findNext = createPeriodFinder(CAPACITY);
  readonly #local: LocalShare;
  readonly #reports: JournalReports;
  readonly #waits: Waits;
  #alone = 0;
  #failures = 0;
  #degraded = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #handingIn: Promise<void> | undefined;
  /** The last request that was decided without Redis, to probe with. */
  #last: FullRequest | undefined;
  #retrying = false;
  #ended = false;
  #journaled = false;

  constructor(options: FullRedisOptions) {
    const { client, nodeId, prefix, nodes, now, time, readUse, elapsed, windowMs } = options;
    this.#options = options;
    this.#waits = waitInTurns(client);
    this.#commands = defineCommands({ client, prefix, nodeId, windowMs });
    this.#blocks = createBlockList(CAPACITY, elapsed);
    this.#local = new LocalShare({ nodeId, nodes, windowMs, now: time ?? now, uses: this.#uses, readUse });
    this.#reports = new JournalReports(nodeId, this.#local, this.#commands, this.#refunds, (use) => {
      this.#uses.note(use.account, use.periodStart, use.charged, use.refunded);
      this.#blocks.clear(use.account);
    });
  }

  get windowMs(): number {
    return this.#options.windowMs;
  }

  get degraded(): boolean {
    return this.#degraded;
  }

  get degradedDecisions(): number {
    return this.#alone + this.#waits.late;
  }

  async consume(given: LimitRequest): Promise<Decision> {
    const request = completeRequest(given);
    const blocked = this.#blocks.find(request);
    if (blocked !== undefined) return blocked;
    if (this.#degraded) {
      this.#probe(request);
      return this.#decideAlone(request);
    }
    let decision: Decision;
    try {
      decision = await this.#decide(request);
    } catch (error) {
      this.#fail(error);
      return this.#decideAlone(request);
    }
    this.#succeed();
    if (!decision.allowed) this.#blocks.add(request, decision);
    return decision;
  }

  async refund(receipt: Receipt): Promise<QuotaState> {
    assertOptions(receiptCheck, receipt, 'refund');
    const { account, period, quota } = receipt;
    this.#blocks.clear(account);
    if (this.#degraded) return this.#refundAlone(receipt);
    const known = this.#uses.find(account, period.start);
    const number = this.#refunds.take(account);
    try {
      const floor = this.#refunds.floor(account);
      const counters = await this.#commands.refund({ account, period, known, number, floor });
      this.#refunds.settle(account, [number]);
      this.#uses.note(account, period.start, counters.charged, counters.refunded);
      return quotaState(quota, counters.charged - counters.refunded, period);
    } catch (error) {
      this.#fail(error);
      return this.#refundAlone(receipt, number);
    }
  }

  takeChanges(): PeriodUse[] {
    return this.#uses.takeChanges();
  }

  takeJournal(): JournalChanges {
    this.#journaled = true;
    return this.#local.takeJournal();
  }

  handIn(records: readonly JournalRecord[]): Promise<void> {
    return this.#reports.handIn(records);
  }

  async settle(): Promise<void> {
    this.#ended = true;
    if (this.#local.pending) await this.#handIn();
    if (this.#journaled) return;
    for (const { account, period, known, charged, refunded } of this.#local.closeJournal()) {
      this.#uses.note(account, period.start, known.charged + charged, known.refunded + refunded);
    }
  }

  #decideAlone(request: FullRequest): Promise<Decision> {
    this.#alone += 1;
    this.#last = request;
    this.#retryLater();
    return this.#local.consume(request);
  }

  #refundAlone(receipt: Receipt, inDoubt?: number): QuotaState {
    this.#retryLater();
    return this.#local.refund(receipt, inDoubt);
  }

  /** Reports the journal after a while, even if no call probes whether Redis is back. */
  #retryLater(): void {
    if (this.#retrying || this.#ended) return;
    this.#retrying = true;
    const timer = platform.setTimeout(() => {
      this.#retrying = false;
      if (!this.#local.pending || this.#ended) return;
      if (this.#degraded && this.#last !== undefined) this.#probe(this.#last);
      else void this.#handIn();
      this.#retryLater();
    }, PROBE_INTERVAL);
    timer.unref?.();
  }

  /** Gets one decision from Redis. It takes more than one round trip after a restart and around the end of a period. */
  async #decide(request: FullRequest): Promise<Decision> {
    const { account, cycle } = request;
    const { time, now, readUse } = this.#options;
    let instant = (time ?? now)();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const current = this.#findPeriod(cycle, instant);
      const next = this.#findNext(cycle, current.end);
      const floor = this.#uses.find(account, current.start) ?? this.#uses.find(account, next.start);
      const reply = await this.#commands.consume({ request, current, next, floor, now: time?.() });
      if (reply.status !== 'STALE' && reply.status !== 'SEED') return this.#decisionOf(request, reply);
      if (reply.status === 'SEED') {
        const { start } = reply.period;
        const read = await readUse?.(account, start);
        this.#uses.note(account, start, read?.charged ?? 0, read?.refunded ?? 0);
      }
      // If this node's clock is off by more than a period allows, Redis supplies the time.
      instant = reply.at;
    }
    throw new Error('Redis and this node do not agree about the time');
  }

  #decisionOf({ account, limits, charge }: FullRequest, reply: ConsumeReply): Decision {
    const { status, period, charged, refunded } = reply;
    this.#uses.note(account, period.start, charged, refunded);
    const chargedNow = status === 'OK' && charge === 'call' ? 1 : 0;
    const unheard = this.#heard.note(account, period.start, reply.chargedHere, chargedNow);
    if (unheard > 0) {
      this.#local.giveBack(account, period, unheard);
      this.#retryLater();
    }
    const quota = quotaState(limits.quota, reply.charged - reply.refunded, period);
    const minute = {
      limit: limits.perMinute,
      remaining: Math.max(0, limits.perMinute - reply.minuteCalls),
      resetAfter: reply.minuteLeaves,
    };
    if (status !== 'OK') {
      const rule = status === 'QUOTA' ? 'quota' : 'minute';
      return { allowed: false, rule, retryAfter: Math.max(1, reply.retryAfter), quota, minute };
    }
    if (charge !== 'call') return { allowed: true, quota, minute };
    return { allowed: true, quota, minute, receipt: { account, period, quota: limits.quota } };
  }

  #succeed(): void {
    this.#failures = 0;
    if (this.#local.pending || this.#degraded) void this.#handIn();
  }

  #fail(cause: unknown): void {
    this.#failures += 1;
    if (this.#degraded || this.#failures < FAILURES) return;
    this.#degraded = true;
    this.#options.onDegraded?.(true, cause);
  }

  /** Probes whether Redis is back, while a call is decided locally. */
  #probe(request: FullRequest): void {
    const { elapsed } = this.#options;
    if (elapsed() - this.#askedAt < PROBE_INTERVAL || this.#handingIn !== undefined) return;
    this.#askedAt = elapsed();
    this.#decide({ ...request, charge: 'nothing' }).then(
      () => this.#succeed(),
      (error: unknown) => this.#fail(error),
    );
  }

  /** Reports to Redis what was admitted without it; only then does Redis decide again. */
  #handIn(): Promise<void> {
    this.#handingIn ??= this.#handInJournal().finally(() => {
      this.#handingIn = undefined;
    });
    return this.#handingIn;
  }

  async #handInJournal(): Promise<void> {
    try {
      await this.#reports.settle();
      if (this.#degraded) {
        this.#degraded = false;
        this.#failures = 0;
        this.#options.onDegraded?.(false);
      }
      // Reports what was admitted in the meantime. New calls already go to Redis, so this loop ends.
      while (this.#local.pending) await this.#reports.settle();
    } catch (error) {
      this.#fail(error);
    }
  }
}
