import type { PeriodUse } from '@soapstone/rate-limiter';
import type { Kysely } from 'kysely';
import { inParts } from '../../tables/in-parts.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import { findKnownAccounts, type QuotaPlace } from './known-accounts.js';

/** The usage of billing periods, which survives restarts of the gateway and of Redis. */
export interface QuotaLedger {
  read(accountId: string, periodStart: number): Promise<PeriodUse | undefined>;
  /** Merges records by maximum, so that late or repeated writes undo nothing. Skips deleted accounts. */
  merge(uses: readonly PeriodUse[]): Promise<void>;
}

/** The maximum number of rows per statement: four parameters each, within SQLite's limit. */
const ROWS_AT_ONCE = 200;

export function createQuotaLedger(
  db: Kysely<Tables>,
  greatest: 'max' | 'greatest',
  { ledger, id, subjects }: QuotaPlace,
): QuotaLedger {
  return {
    async read(accountId, periodStart) {
      const row = await db
        .selectFrom(ledger)
        .select(['charged', 'refunded'])
        .where(id, '=', accountId)
        .where('period_start', '=', printInstant(periodStart))
        .executeTakeFirst();
      return row && { account: accountId, periodStart, charged: row.charged, refunded: row.refunded };
    },
    async merge(all) {
      const known = await findKnownAccounts(
        db,
        all.map((use) => use.account),
        subjects,
      );
      const uses = all.filter((use) => known.has(use.account));
      // In one order, because nodes that write the same rows wait for each other, and must not deadlock.
      uses.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      for (const some of inParts(uses, ROWS_AT_ONCE)) {
        await db
          .insertInto(ledger)
          .values(
            some.map((use) => ({
              [id]: use.account,
              period_start: printInstant(use.periodStart),
              charged: use.charged,
              refunded: use.refunded,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns([id, 'period_start']).doUpdateSet(({ fn, ref }) => ({
              charged: fn<number>(greatest, [ref(`${ledger}.charged`), ref('excluded.charged')]),
              refunded: fn<number>(greatest, [ref(`${ledger}.refunded`), ref('excluded.refunded')]),
            })),
          )
          .execute();
      }
    },
  };
}

function keyOf({ account, periodStart }: PeriodUse): string {
  return `${account} ${periodStart}`;
}
