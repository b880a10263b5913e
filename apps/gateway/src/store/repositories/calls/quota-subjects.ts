import type { JournalRecord, PeriodUse } from '@soapstone/rate-limiter';
import type { Kysely } from 'kysely';
import { KEY_SUBJECT } from '../../../domain/accounts/api-key.js';
import type { Tables } from '../../tables/schema.js';
import type { QuotaPlace } from './known-accounts.js';
import { createQuotaJournal, type QuotaJournal } from './quota-journal.js';
import { createQuotaLedger, type QuotaLedger } from './quota-ledger.js';

const ACCOUNTS: QuotaPlace = {
  ledger: 'quota_ledger',
  journal: 'quota_journal',
  id: 'account_id',
  subjects: 'accounts',
};

const KEYS = {
  ledger: 'key_quota_ledger',
  journal: 'key_quota_journal',
  id: 'key_id',
  subjects: 'api_keys',
} as unknown as QuotaPlace;

const isKey = ({ account }: { readonly account: string }): boolean => account.startsWith(KEY_SUBJECT);
const isAccount = (record: { readonly account: string }): boolean => !isKey(record);
const withoutPrefix = <Record extends { readonly account: string }>(record: Record): Record => ({
  ...record,
  account: record.account.slice(KEY_SUBJECT.length),
});
const withPrefix = <Record extends { readonly account: string }>(record: Record): Record => ({
  ...record,
  account: KEY_SUBJECT + record.account,
});

/** Creates the ledger of what the limiter counts: accounts, and keys with limits of their own by `keySubject`. */
export function createSubjectLedger(db: Kysely<Tables>, greatest: 'max' | 'greatest'): QuotaLedger {
  const accounts = createQuotaLedger(db, greatest, ACCOUNTS);
  const keys = createQuotaLedger(db, greatest, KEYS);
  return {
    async read(account, periodStart) {
      if (isAccount({ account })) return accounts.read(account, periodStart);
      const use = await keys.read(account.slice(KEY_SUBJECT.length), periodStart);
      return use && withPrefix(use);
    },
    async merge(uses: readonly PeriodUse[]) {
      await accounts.merge(uses.filter(isAccount));
      await keys.merge(uses.filter(isKey).map(withoutPrefix));
    },
  };
}

/** Creates the journal for the same subjects. */
export function createSubjectJournal(db: Kysely<Tables>): QuotaJournal {
  const accounts = createQuotaJournal(db, ACCOUNTS);
  const keys = createQuotaJournal(db, KEYS);
  return {
    async write(records: readonly JournalRecord[]) {
      await accounts.write(records.filter(isAccount));
      await keys.write(records.filter(isKey).map(withoutPrefix));
    },
    async findOfOthers(node) {
      return [...(await accounts.findOfOthers(node)), ...(await keys.findOfOthers(node)).map(withPrefix)];
    },
    countUnreported: (account, periodStart) =>
      isAccount({ account })
        ? accounts.countUnreported(account, periodStart)
        : keys.countUnreported(account.slice(KEY_SUBJECT.length), periodStart),
    // The numbers of a node are unique across both tables.
    async remove(records) {
      await accounts.remove(records);
      await keys.remove(records);
    },
    async removeUnchanged(records) {
      await accounts.removeUnchanged(records.filter(isAccount));
      await keys.removeUnchanged(records.filter(isKey).map(withoutPrefix));
    },
  };
}
