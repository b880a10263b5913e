import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../log/log.js';
import type { Changes } from '../../../services/changes.js';
import type { Store } from '../../../store/store.js';

/** Deletes accounts whose owners closed them, once nobody can keep them any more. One node of the gateway does so at a time. */
export interface ClosedAccountDeletion {
  /** Looks once a minute. */
  start(): void;
  /** Deletes the accounts that are due, if this node has the right to. Rejects if the database fails: the next check continues. */
  look(): Promise<void>;
  /** Stops after the step that has begun. */
  close(): Promise<void>;
}

/** The dependencies of the deletion. */
export interface DeletionDependencies {
  readonly store: Pick<Store, 'closedAccounts' | 'leases'>;
  readonly changes: Changes;
  readonly log: Pick<Log, 'error' | 'info'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** The name of the right to delete. */
const LEASE = 'closed-accounts';
/** How long the right lasts without a step, in milliseconds. */
const LEASE_FOR = 60_000;
/** Milliseconds between two checks. */
const LOOK_EVERY = 60_000;
/** Accounts per look. */
const ACCOUNTS_AT_ONCE = 20;
/** Milliseconds between two steps, in which the database serves others. */
const PAUSE = 20;

/** Creates the deletion of a node. A node that was killed leaves what the next one continues. */
export function createClosedAccountDeletion({
  store,
  changes,
  log,
  now,
}: DeletionDependencies): ClosedAccountDeletion {
  const { closedAccounts, leases } = store;
  let closing = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Deletes one account in steps. Resolves to false if this node lost the right, or ends. */
  async function deleteAccount(id: string, lease: number): Promise<boolean> {
    do {
      await pause(PAUSE);
      if (closing || !(await leases.renew(LEASE, lease, now() + LEASE_FOR))) return false;
    } while (await closedAccounts.deleteSome(id, now()));
    const at = now();
    const entry = { at, actor: 'system', action: 'account.delete', subject: id };
    if (await closedAccounts.finish(id, at, entry)) {
      await changes.announce(id);
      log.info('a closed account was deleted', { accountId: id });
    }
    return true;
  }

  async function look(): Promise<void> {
    const due = await closedAccounts.due(now(), ACCOUNTS_AT_ONCE);
    if (due.length === 0) return;
    const at = now();
    const lease = await leases.take(LEASE, at, at + LEASE_FOR);
    if (lease === undefined) return;
    try {
      for (const id of due) {
        if (!(await deleteAccount(id, lease))) return;
      }
    } finally {
      // The right expires if the database does not answer.
      await leases.release(LEASE, lease).catch(() => {});
    }
  }

  function tryLook(): void {
    looking ??= look()
      .catch((error: unknown) => log.error('closed accounts could not be deleted', error))
      .finally(() => {
        looking = undefined;
      });
  }

  return {
    look,
    start() {
      tryLook();
      timer = setInterval(tryLook, LOOK_EVERY).unref();
    },
    async close() {
      clearInterval(timer);
      closing = true;
      await looking;
    },
  };
}
