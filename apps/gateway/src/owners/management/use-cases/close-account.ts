import { type Account, CLOSING_GRACE, isClosing } from '../../../domain/accounts/account.js';
import type { User } from '../../../domain/accounts/session.js';
import { accountClosing, conflict, notFound } from '../../../errors/management-errors.js';
import type { AdministrationDependencies } from './administer-accounts.js';

/** The dependencies of closing an account. */
type ClosingDependencies = Pick<AdministrationDependencies, 'store' | 'changes' | 'now'>;

/**
 * Closes an account on every node: calls and keys are refused at once, and everything is deleted after a grace period, in which its owner
 * can keep it (decision 0202). Throws a conflict if one of its users administers the gateway.
 */
export async function closeAccount(id: string, by: User, deps: ClosingDependencies): Promise<Account> {
  const { store, changes, now } = deps;
  const users = await store.users.list(id);
  if (users.some(({ administrator }) => administrator === true)) {
    throw conflict(
      'OWN_ADMINISTRATION',
      'An administrator of this gateway uses this account: another administrator has to remove that right first',
    );
  }
  const at = now();
  const closesAt = at + CLOSING_GRACE;
  const until = new Date(closesAt).toISOString();
  const closed = await store.accounts.update(
    id,
    (current) => {
      if (current.status !== 'active') throw accountClosing(current.closesAt);
      return { ...current, status: 'suspended', closesAt };
    },
    { accountId: id, kind: 'account.closing', subject: id, period: until, at, data: { closesAt: until } },
  );
  if (closed === undefined) throw notFound('account');
  await changes.announce(id);
  await record('account.close', id, `user:${by.id}`, deps);
  return closed;
}

/** Keeps an account that was closed and is not deleted yet, on every node. An account that is active stays as it is. */
export async function keepAccount(id: string, actor: string, deps: ClosingDependencies): Promise<Account> {
  const { store, changes, now } = deps;
  let kept = false;
  const changed = await store.accounts.update(id, (current) => {
    if (current.status === 'active') return current;
    // Its deletion may have begun. An operator who suspended it meanwhile has the last word.
    if (!isClosing(current, now())) throw notFound('account');
    kept = true;
    const { closesAt: _, ...rest } = current;
    return { ...rest, status: 'active' };
  });
  if (changed === undefined) throw notFound('account');
  if (!kept) return changed;
  // It says that the account will be deleted, which is no longer so.
  const closing = await store.events.newest(id, ['account.closing'], id);
  if (closing !== undefined) await store.events.markRead(id, { ids: [closing.id] }, now());
  await changes.announce(id);
  await record('account.keep', id, actor, deps);
  return changed;
}

/** Writes both audit logs: that of the account is deleted with it. */
async function record(
  action: string,
  id: string,
  actor: string,
  { store, now }: ClosingDependencies,
): Promise<void> {
  const entry = { at: now(), actor, action, subject: id };
  await store.audit.add(id, entry);
  await store.gatewayAudit.add(entry);
}
