import type { JournalRecord, PeriodUse } from '../limiter.js';
import type { LimiterCommands, ReconcileCommand } from './commands.js';
import type { JournalEntry, LocalShare } from './local-share.js';
import type { RefundNumbers } from './refund-numbers.js';

const AT_ONCE = 100;

/** Reports to Redis what nodes admitted on their own. */
export class JournalReports {
  readonly #node: string;
  readonly #local: LocalShare;
  readonly #commands: LimiterCommands;
  readonly #refunds: RefundNumbers;
  readonly #onUse: (use: PeriodUse) => void;

  /** @param onUse called with the usage of a period after a report */
  constructor(
    node: string,
    local: LocalShare,
    commands: LimiterCommands,
    refunds: RefundNumbers,
    onUse: (use: PeriodUse) => void,
  ) {
    this.#node = node;
    this.#local = local;
    this.#commands = commands;
    this.#refunds = refunds;
    this.#onUse = onUse;
  }

  /** Reports this node's journal. Rejects if Redis does not answer. */
  async settle(): Promise<void> {
    await inBatches(this.#local.closeJournal(), (entry) => this.#reconcile(entry));
  }

  /** Reports stored records of other nodes. Rejects if Redis does not answer. */
  async handIn(records: readonly JournalRecord[]): Promise<void> {
    await inBatches(records, ({ id, periodStart, periodEnd, knownCharged, knownRefunded, ...record }) =>
      this.#report({
        ...record,
        journalId: id,
        period: { start: periodStart, end: periodEnd },
        known: { charged: knownCharged, refunded: knownRefunded },
        // Only the node itself knows which of its refunds are settled.
        refundFloor: 0,
      }),
    );
  }

  async #reconcile(entry: JournalEntry): Promise<void> {
    const { id, account, period, known, charged, refunded, inDoubt } = entry;
    // Refunds beyond what this node admitted belong to calls that Redis had charged.
    if (charged > 0 || refunded > 0) {
      await this.#report({
        ...{ node: this.#node, journalId: id, account, period, known, charged, refunded, inDoubt },
        refundFloor: this.#refunds.floor(account),
      });
      this.#refunds.settle(account, inDoubt);
    }
    this.#local.settle(entry);
  }

  async #report(command: ReconcileCommand): Promise<void> {
    const { account, period } = command;
    const { charged, refunded } = await this.#commands.reconcile(command);
    this.#onUse({ account, periodStart: period.start, charged, refunded });
  }
}

/** Does some items at the same time. Throws the first failure, after the batch that has it. */
async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const results = await Promise.allSettled(items.slice(first, first + AT_ONCE).map(work));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
