import type { PeriodUse } from '@soapstone/rate-limiter';
import { subscriptionAt } from '../domain/accounts/account.js';
import { KEY_SUBJECT } from '../domain/accounts/api-key.js';
import { type NewEvent, QUOTA_PERCENTS } from '../domain/accounts/event.js';
import type { Plans } from '../domain/accounts/plan.js';
import type { Store } from '../store/store.js';

/** Stores an event for each share of a quota that usage has reached. Rejects if the database fails; calling it again is harmless. */
export type NoticeQuotas = (uses: readonly PeriodUse[]) => Promise<void>;

/** The quota of a subject, as it was read. */
interface Allowance {
  /** Milliseconds since the Unix epoch. */
  readonly readAt: number;
  /** Undefined for a key without a quota, or a subject that was deleted. */
  readonly event: Pick<NewEvent, 'accountId' | 'kind' | 'subject' | 'data'> | undefined;
  /** The calls at which the next events are due, by the start of the period. */
  readonly due: Map<number, number>;
  readonly quotaIn: (periodStart: number) => number;
}

/** How long a quota is used before it is read again, in milliseconds. */
const FRESH = 60_000;
/** The number of subjects that are remembered. */
const CAPACITY = 20_000;

/**
 * Creates what compares the usage of accounts, and of keys with a quota of their own, with their quotas: once for each write of the ledger,
 * never for a call. A quota is read at most once a minute, together with all others that are due.
 */
export function createQuotaNotice(
  { accounts, apiKeys, events }: Pick<Store, 'accounts' | 'apiKeys' | 'events'>,
  plans: Plans,
  now: () => number,
): NoticeQuotas {
  const allowances = new Map<string, Allowance>();

  async function read(subjects: readonly string[]): Promise<void> {
    const at = now();
    if (allowances.size + subjects.length > CAPACITY) allowances.clear();
    const isKey = (subject: string): boolean => subject.startsWith(KEY_SUBJECT);
    const keyIds = subjects.filter(isKey).map((subject) => subject.slice(KEY_SUBJECT.length));
    const [foundAccounts, foundKeys] = await Promise.all([
      accounts.findAll(subjects.filter((subject) => !isKey(subject))),
      apiKeys.findAll(keyIds),
    ]);
    for (const subject of subjects) {
      allowances.set(subject, { readAt: at, event: undefined, due: new Map(), quotaIn: () => 0 });
    }
    for (const account of foundAccounts) {
      const { id } = account;
      allowances.set(id, {
        readAt: at,
        event: { accountId: id, kind: 'quota.reached', subject: id, data: {} },
        due: new Map(),
        quotaIn: (periodStart) => subscriptionAt(account, periodStart, plans).plan.quota,
      });
    }
    for (const { id, accountId, name, quota } of foundKeys) {
      if (quota === undefined) continue;
      const data = { keyId: id, keyName: name };
      allowances.set(KEY_SUBJECT + id, {
        readAt: at,
        event: { accountId, kind: 'key.quota.reached', subject: id, data },
        due: new Map(),
        quotaIn: () => quota,
      });
    }
  }

  return async (uses) => {
    const at = now();
    const unknown = uses.flatMap(({ account }) => {
      const known = allowances.get(account);
      return known === undefined || at - known.readAt >= FRESH || at < known.readAt ? [account] : [];
    });
    if (unknown.length > 0) await read([...new Set(unknown)]);
    const noticed: NewEvent[] = [];
    const settled: (() => void)[] = [];
    for (const { account, periodStart, charged, refunded } of uses) {
      const allowance = allowances.get(account);
      if (allowance?.event === undefined) continue;
      const used = charged - refunded;
      if (used < (allowance.due.get(periodStart) ?? 0)) continue;
      const quota = allowance.quotaIn(periodStart);
      const period = new Date(periodStart).toISOString();
      for (const percent of QUOTA_PERCENTS) {
        if (used < callsAt(percent, quota)) continue;
        const data = { ...allowance.event.data, percent, used, quota, periodStart: period };
        // Another quota in the same period, such as one that the owner has raised, is reached again.
        const threshold = `${percent} % of ${quota}`;
        noticed.push({ ...allowance.event, threshold, period, at, data });
      }
      const next = QUOTA_PERCENTS.map((percent) => callsAt(percent, quota)).find((calls) => calls > used);
      settled.push(() => allowance.due.set(periodStart, next ?? Number.POSITIVE_INFINITY));
    }
    try {
      if (noticed.length > 0) await events.add(noticed);
    } catch (error) {
      // An account may have been deleted, which must not hold up the events of the others.
      allowances.clear();
      throw error;
    }
    for (const settle of settled) settle();
  };
}

/** The smallest number of calls that is this share of a quota. A quota of none is never used up by calls. */
function callsAt(percent: number, quota: number): number {
  return quota === 0 ? Number.POSITIVE_INFINITY : Math.ceil((quota * percent) / 100);
}
