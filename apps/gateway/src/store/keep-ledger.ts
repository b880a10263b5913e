import type { PeriodUse } from '@soapstone/rate-limiter';
import type { Log } from '../log/log.js';
import type { QuotaLedger } from './quota-ledger.js';

/** Writes quota usage to the ledger while the gateway runs. */
export interface LedgerKeeper {
  /** Writes what is left, and stops. */
  close(): Promise<void>;
}

/** The interval between two writes in milliseconds, which is also how much a killed process can lose. */
const INTERVAL = 1_000;

/** Copies the changes of `limiter` into `ledger` every second. A failed write is retried with the next one. */
export function keepLedger(
  limiter: { takeChanges(): PeriodUse[] },
  ledger: QuotaLedger,
  log: Log,
): LedgerKeeper {
  let unwritten = new Map<string, PeriodUse>();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    // A later record of a period includes everything in an earlier one.
    for (const use of limiter.takeChanges()) unwritten.set(`${use.account} ${use.periodStart}`, use);
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

  const timer = setInterval(() => {
    writing = writing.then(write);
  }, INTERVAL);
  return {
    async close() {
      clearInterval(timer);
      writing = writing.then(write);
      await writing;
    },
  };
}
