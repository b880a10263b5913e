import type { JournalRecord, PeriodUse } from '@soapstone/rate-limiter';
import type { RedisLimiter } from '@soapstone/rate-limiter/redis';
import type { Log } from '../../../log/log.js';
import type { QuotaJournal } from './quota-journal.js';
import type { QuotaLedger } from './quota-ledger.js';

/** Writes quota usage to the database while the gateway runs. */
export interface LedgerKeeper {
  /** Reports to Redis what processes that have ended admitted on their own. Does nothing if Redis or the database does not answer. */
  handInOthers(): Promise<void>;
  /** Writes what is left, and stops. */
  close(): Promise<void>;
}

/** A limiter in memory, or one in Redis with a journal of what it decided on its own. */
export type RecordedLimiter = { takeChanges(): PeriodUse[] } & Partial<
  Pick<RedisLimiter, 'takeJournal' | 'handIn' | 'degraded'>
>;

/** The interval between two writes in milliseconds, which is also how much a killed process can lose. */
const INTERVAL = 1_000;
/** How often, in intervals, a process looks for records of others. */
const LOOK_EVERY = 5;

/**
 * Copies the changes of `limiter` into `ledger` and `journal` every second. A failed write is retried with the next one.
 *
 * @param node the id of the limiter
 * @param notice receives changed usage before it is written, and again if it fails, which does not keep the usage from the ledger
 */
export function keepLedger(
  limiter: RecordedLimiter,
  { ledger, journal }: { readonly ledger: QuotaLedger; readonly journal: QuotaJournal },
  node: string,
  log: Pick<Log, 'error' | 'info'>,
  notice: (uses: readonly PeriodUse[]) => Promise<void> = async () => {},
): LedgerKeeper {
  let unwritten = new Map<string, PeriodUse>();
  let unnoticed = new Map<string, PeriodUse>();
  let records = new Map<number, JournalRecord>();
  let settled: { readonly node: string; readonly id: number }[] = [];
  let writing = Promise.resolve();
  let rounds = 0;
  let wasDegraded = false;

  async function noticeUses(): Promise<void> {
    if (unnoticed.size === 0) return;
    const batch = unnoticed;
    unnoticed = new Map();
    try {
      await notice([...batch.values()]);
    } catch (error) {
      unnoticed = new Map([...batch, ...unnoticed]);
      log.error('what usage means for quotas could not be noticed', error);
    }
  }

  async function writeLedger(): Promise<void> {
    // A later record of a period includes everything in an earlier one.
    for (const use of limiter.takeChanges()) {
      const key = `${use.account} ${use.periodStart}`;
      unwritten.set(key, use);
      unnoticed.set(key, use);
    }
    // First, because a process that is killed in between must not leave a quota that is used up without a word.
    await noticeUses();
    if (unwritten.size === 0) return;
    const batch = unwritten;
    unwritten = new Map();
    try {
      await ledger.merge([...batch.values()]);
    } catch (error) {
      unwritten = new Map([...batch, ...unwritten]);
      log.error('the quota ledger could not be written', error);
    }
  }

  async function writeJournal(): Promise<void> {
    if (limiter.takeJournal === undefined) return;
    const changes = limiter.takeJournal();
    for (const record of changes.records) records.set(record.id, record);
    for (const one of changes.settled) records.delete(one.id);
    settled.push(...changes.settled);
    const batch = records;
    const done = settled;
    records = new Map();
    settled = [];
    try {
      if (batch.size > 0) await journal.write([...batch.values()]);
      if (done.length > 0) await journal.remove(done);
    } catch (error) {
      records = new Map([...batch, ...records]);
      settled = [...done, ...settled];
      log.error('the journal of decisions without Redis could not be written', error);
    }
  }

  async function handInOthers(): Promise<void> {
    if (limiter.handIn === undefined || limiter.degraded === true) return;
    try {
      const left = await journal.findOfOthers(node);
      if (left.length === 0) return;
      await limiter.handIn(left);
      await journal.removeUnchanged(left);
      log.info('calls that other processes admitted without Redis were reported to it', {
        records: left.length,
      });
    } catch {
      // The next round tries again. The limiter and the store report that Redis or the database does not answer.
    }
  }

  async function write(): Promise<void> {
    await writeLedger();
    await writeJournal();
  }

  async function round(): Promise<void> {
    await write();
    const degraded = limiter.degraded === true;
    if (rounds % LOOK_EVERY === 0 || (wasDegraded && !degraded)) await handInOthers();
    wasDegraded = degraded;
    rounds += 1;
  }

  const timer = setInterval(() => {
    writing = writing.then(round);
  }, INTERVAL);
  return {
    handInOthers,
    async close() {
      clearInterval(timer);
      writing = writing.then(write);
      await writing;
    },
  };
}
