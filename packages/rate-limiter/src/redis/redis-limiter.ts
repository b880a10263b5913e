import { assertOptions } from '@soapstone/soap-model/options';
import {
  assertLimitRequest,
  type Decision,
  type LimitRequest,
  type QuotaState,
  type Receipt,
  receipt as receiptCheck,
} from '../decision.js';
import type { Limiter, PeriodUse } from '../limiter.js';
import { createPeriodFinder, type Period } from '../period.js';
import { createBlockList } from './block-list.js';
import { defineCommands } from './commands.js';
import { createHeardCharges } from './heard-charges.js';
import { createLocalShare, type JournalEntry } from './local-share.js';
import { type RedisLimiterOptions, redisLimiterOptions } from './redis-options.js';
import { createRefundNumbers } from './refund-numbers.js';
import { createUseBook } from './use-book.js';

export interface RedisLimiter extends Limiter {
  /** The use that changed since the last call, for a durable ledger. Records merge by maximum. */
  takeChanges(): PeriodUse[];
  /** True while this node decides alone. */
  readonly degraded: boolean;
  /**
   * Tell Redis what this node has decided alone and not told yet, before it ends. Where Redis cannot be told, `takeChanges`
   * has it afterwards: the ledger is what is left.
   */
  settle(): Promise<void>;
}

/** After this many failures in a row Redis is left alone and asked now and then whether it is back. */
const FAILURES = 5;
const PROBE_INTERVAL = 250;
const HANDED_IN_AT_ONCE = 100;
/** How long the counters of a period stay after its end. */
const KEEP = 40 * 86_400_000;
const CAPACITY = 100_000;

/**
 * A limiter whose state lives in Redis, shared by any number of nodes: each decision is one atomic script and one round
 * trip. While Redis does not answer, the node admits its share of what is left (see `LocalShare`) and hands its journal in
 * afterwards; a counter that Redis lost is rebuilt from what the nodes have seen and from the ledger.
 * Throws `OptionError` for an unknown option or a value that cannot be used, here and in each method.
 */
export function createRedisLimiter(options: RedisLimiterOptions): RedisLimiter {
  assertOptions(redisLimiterOptions, options, 'createRedisLimiter');
  const { nodeId, now, elapsed, readUse, time, onDegraded, prefix = 'soapstone', nodes = 1 } = options;
  const commands = defineCommands(options.client);
  const uses = createUseBook(CAPACITY);
  const heard = createHeardCharges(CAPACITY);
  const refunds = createRefundNumbers();
  const blocks = createBlockList(CAPACITY, elapsed);
  const findPeriod = createPeriodFinder(CAPACITY);
  const findNext = createPeriodFinder(CAPACITY);
  const local = createLocalShare({ nodes, now: time ?? now, uses, readUse });
  let failures = 0;
  let degraded = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let handingIn: Promise<void> | undefined;

  const key = (account: string, what: string | number): string => `${prefix}:{${account}}:${what}`;

  async function decide(request: LimitRequest): Promise<Decision> {
    const { account, limits, cycle, charge } = request;
    let instant = (time ?? now)();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const current = findPeriod(cycle, instant);
      const next = findNext(cycle, current.end);
      const floor = uses.find(account, current.start) ?? uses.find(account, next.start);
      const [status, c = 0, r = 0, start = 0, end = 0, count = 0, leaves = 0, retry = 0, at = 0, mine = 0] =
        await commands.consume(
          key(account, 'minute'),
          key(account, current.start),
          key(account, next.start),
          limits.perMinute,
          limits.quota,
          current.start,
          current.end,
          next.end,
          charge === 'call' ? 1 : 0,
          charge === 'nothing' ? 0 : 1,
          floor?.periodStart ?? 0,
          floor?.charged ?? -1,
          floor?.refunded ?? -1,
          KEEP,
          time?.() ?? '',
          nodeId,
        );
      if (status === 'STALE') {
        // This node's clock is off by more than a period allows: Redis says what time it is.
        instant = at;
        continue;
      }
      if (status === 'SEED') {
        const read = await readUse?.(account, start);
        uses.note(account, start, read?.charged ?? 0, read?.refunded ?? 0);
        instant = at;
        continue;
      }
      const use = uses.note(account, start, c, r);
      const period: Period = { start, end };
      const unheard = heard.note(account, start, mine, status === 'OK' && charge === 'call' ? 1 : 0);
      if (unheard > 0) local.giveBack(account, period, unheard);
      const quota = quotaState(limits.quota, { ...use, charged: c, refunded: r }, period);
      const minute = {
        limit: limits.perMinute,
        remaining: Math.max(0, limits.perMinute - count),
        resetAfter: leaves,
      };
      if (status === 'OK') {
        if (charge !== 'call') return { allowed: true, quota, minute };
        return { allowed: true, quota, minute, receipt: { account, period, quota: limits.quota } };
      }
      const rule = status === 'QUOTA' ? 'quota' : 'minute';
      return { allowed: false, rule, retryAfter: Math.max(1, retry), quota, minute };
    }
    throw new Error('Redis and this node do not agree about the time');
  }

  function succeed(): void {
    failures = 0;
    if (local.pending || degraded) void handIn();
  }

  function fail(cause: unknown): void {
    failures += 1;
    if (degraded || failures < FAILURES) return;
    degraded = true;
    onDegraded?.(true, cause);
  }

  /** Tell Redis what was admitted without it; only then does it decide again. */
  function handIn(): Promise<void> {
    handingIn ??= handInJournal().finally(() => {
      handingIn = undefined;
    });
    return handingIn;
  }

  async function handInJournal(): Promise<void> {
    try {
      await settleJournal();
      if (degraded) {
        degraded = false;
        failures = 0;
        onDegraded?.(false);
      }
      // What was decided here meanwhile; from now on Redis decides, so there is an end to it.
      while (local.pending) await settleJournal();
    } catch (error) {
      fail(error);
    }
  }

  async function settleJournal(): Promise<void> {
    const entries = local.closeJournal();
    for (let first = 0; first < entries.length; first += HANDED_IN_AT_ONCE) {
      const batch = entries.slice(first, first + HANDED_IN_AT_ONCE);
      const results = await Promise.allSettled(batch.map(reconcile));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  }

  async function reconcile(entry: JournalEntry): Promise<void> {
    const { id, account, period, known, charged, refunded, inDoubt } = entry;
    // What was refunded beyond what was admitted here belongs to calls that Redis had charged.
    if (charged > 0 || refunded > 0) {
      const [c, r] = await commands.reconcile(
        key(account, period.start),
        key(account, `journal:${nodeId}:${id}`),
        key(account, `refunds:${nodeId}`),
        period.end,
        KEEP,
        charged,
        refunded - inDoubt.length,
        known.charged,
        known.refunded,
        refunds.floor(account),
        ...inDoubt,
      );
      refunds.settle(account, inDoubt);
      uses.note(account, period.start, c, r);
      blocks.clear(account);
    }
    local.settle(entry);
  }

  async function consume(request: LimitRequest): Promise<Decision> {
    assertLimitRequest(request);
    const blocked = blocks.find(request);
    if (blocked !== undefined) return blocked;
    if (degraded) {
      probe(request);
      return local.consume(request);
    }
    let decision: Decision;
    try {
      decision = await decide(request);
    } catch (error) {
      fail(error);
      return local.consume(request);
    }
    succeed();
    if (!decision.allowed) blocks.add(request, decision);
    return decision;
  }

  /** Ask Redis, beside a call that is decided here, whether it is back. */
  function probe(request: LimitRequest): void {
    if (elapsed() - askedAt < PROBE_INTERVAL || handingIn !== undefined) return;
    askedAt = elapsed();
    decide({ ...request, charge: 'nothing' }).then(succeed, fail);
  }

  async function refund(receipt: Receipt): Promise<QuotaState> {
    assertOptions(receiptCheck, receipt, 'refund');
    const { account, period, quota } = receipt;
    blocks.clear(account);
    if (degraded) return local.refund(receipt);
    const known = uses.find(account, period.start);
    const number = refunds.take(account);
    try {
      const [c, r] = await commands.refund(
        key(account, period.start),
        key(account, `refunds:${nodeId}`),
        period.end,
        KEEP,
        known?.charged ?? 0,
        known?.refunded ?? 0,
        number,
        refunds.floor(account),
      );
      refunds.settle(account, [number]);
      const use = uses.note(account, period.start, c, r);
      return quotaState(quota, { ...use, charged: c, refunded: r }, period);
    } catch (error) {
      fail(error);
      return local.refund(receipt, number);
    }
  }

  return {
    consume,
    refund,
    takeChanges: () => uses.takeChanges(),
    settle: async () => {
      if (local.pending) await handIn();
      for (const { account, period, known, charged, refunded } of local.closeJournal()) {
        uses.note(account, period.start, known.charged + charged, known.refunded + refunded);
      }
    },
    get degraded() {
      return degraded;
    },
  };
}

function quotaState(limit: number, use: PeriodUse, period: Period): QuotaState {
  return {
    limit,
    remaining: Math.max(0, limit - (use.charged - use.refunded)),
    resetAt: period.end,
    window: period.end - period.start,
  };
}
