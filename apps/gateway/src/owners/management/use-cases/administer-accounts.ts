import { randomUUID } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import {
  type Account,
  changePlan,
  createAccountId,
  subscriptionAt,
} from '../../../domain/accounts/account.js';
import type { NewEvent } from '../../../domain/accounts/event.js';
import { createLink } from '../../../domain/accounts/one-time-link.js';
import { hashPassword } from '../../../domain/accounts/password.js';
import type { PlanName, PlanOffer } from '../../../domain/accounts/plan.js';
import type { User } from '../../../domain/accounts/session.js';
import { badRequest, type GatewayError } from '../../../errors/errors.js';
import { accountClosing, conflict, notFound } from '../../../errors/management-errors.js';
import type { Changes } from '../../../services/changes.js';
import type { Store } from '../../../store/store.js';

/** The dependencies of an operator's actions. */
export interface AdministrationDependencies {
  readonly store: Store;
  readonly offer: PlanOffer;
  readonly changes: Changes;
  /** The maximum lifetime of the secret of a key, in milliseconds; undefined for none. */
  readonly keyLifetime?: number | undefined;
  /** The authorization servers whose access tokens owners may accept. */
  readonly tokenIssuers: readonly string[];
  /** The address of the gateway, below which its resources are. */
  readonly baseUrl: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** The input for a new account. */
export interface NewAccount {
  readonly name: string;
  /** Default `Free`. */
  readonly plan?: PlanName;
  /** Start of the first billing period of a paid plan, in milliseconds since the Unix epoch. Default: now. */
  readonly billingAnchor?: number;
  /** Its first user, who can log in to the dashboard. Without one, the account can be used only with its keys. */
  readonly user?: { readonly email: string; readonly password: string };
}

/** The changes that an operator makes; absent members stay. */
export interface AccountChange {
  readonly plan?: PlanName;
  /** Milliseconds since the Unix epoch. */
  readonly billingAnchor?: number;
  readonly status?: Account['status'];
}

/** The operator's name in the audit log. */
const ACTOR = 'admin';

/**
 * Creates an account. Throws the conflict `EMAIL_TAKEN` if its user already has an account, and a bad request for a billing anchor on the
 * Free plan, without storing anything.
 */
export async function createAccount(
  given: NewAccount,
  { store, now }: Pick<AdministrationDependencies, 'store' | 'now'>,
  actor = ACTOR,
): Promise<Account> {
  const at = now();
  const { name, plan = 'Free', user } = given;
  if (plan === 'Free' && given.billingAnchor !== undefined) throw anchorWithoutPeriod();
  const account: Account = {
    id: createAccountId(),
    name,
    status: 'active',
    plan,
    ...(plan === 'Free' ? {} : { billingAnchor: given.billingAnchor ?? at }),
    createdAt: at,
  };
  if (user === undefined) {
    await store.accounts.create(account);
  } else {
    const email = user.email.toLowerCase();
    const passwordHash = await hashPassword(user.password);
    const stored = { id: randomUUID(), accountId: account.id, email, passwordHash, createdAt: at };
    if (!(await store.users.createWithAccount(account, stored))) {
      throw conflict('EMAIL_TAKEN', 'There is already an account with this email address');
    }
  }
  await store.audit.add(account.id, { at, actor, action: 'account.create', subject: account.id });
  return account;
}

/** Returns the account `id`. Throws if there is none. */
export async function findAccount(id: string, { store }: AdministrationDependencies): Promise<Account> {
  const account = await store.accounts.find(id);
  if (account === undefined) throw notFound('account');
  return account;
}

/**
 * Changes the plan, the billing anchor or the state of an account, and notifies every node. An upgrade applies immediately, a downgrade
 * with the next period. A state also ends the closing of an account. Throws if there is no such account, if it is being deleted, or for a
 * billing anchor on the Free plan.
 */
export async function updateAccount(
  id: string,
  change: AccountChange,
  deps: AdministrationDependencies,
  actor = ACTOR,
): Promise<Account> {
  const event = changeEvent(id, subjectOf(change), deps);
  return changeAccount(id, change, deps, actor, event);
}

/** Changes the plan of an account for its owner, who need not be notified. Throws what `updateAccount` throws. */
export function changeOwnPlan(
  id: string,
  plan: PlanName,
  deps: AdministrationDependencies,
  actor: string,
): Promise<Account> {
  return changeAccount(id, { plan }, deps, actor);
}

async function changeAccount(
  id: string,
  change: AccountChange,
  deps: AdministrationDependencies,
  actor: string,
  event?: NewEvent,
): Promise<Account> {
  const { store, changes, now, offer } = deps;
  if (change.status === 'suspended') await assertNotOwn(actor, id, deps);
  const { plan, ...others } = change;
  const changed = await store.accounts.update(
    id,
    (current) => {
      const at = now();
      if (current.closesAt !== undefined && current.closesAt <= at) throw accountClosing(current.closesAt);
      const next = plan === undefined ? current : changePlan(current, plan, at, offer.plans);
      const isPaid = subscriptionAt(next, at, offer.plans).plan.paid;
      if (others.billingAnchor !== undefined && !isPaid) throw anchorWithoutPeriod();
      if (others.status === undefined) return { ...next, ...defined(others) };
      // An operator who resumes or suspends a closed account keeps it.
      const { closesAt: _, ...kept } = next;
      return { ...kept, ...defined(others) };
    },
    event,
  );
  if (changed === undefined) throw notFound('account');
  await changes.announce(id);
  await store.audit.add(id, { at: now(), actor, action: 'account.update', subject: subjectOf(change) });
  return changed;
}

/** Tells the owner of an account what an operator changed. */
function changeEvent(
  accountId: string,
  change: string,
  { now }: Pick<AdministrationDependencies, 'now'>,
): NewEvent {
  const at = now();
  const period = `${new Date(at).toISOString()} ${change}`;
  return { accountId, kind: 'account.changed', subject: accountId, period, at, data: { change } };
}

function anchorWithoutPeriod(): GatewayError {
  return badRequest(
    'SCHEMA_VIOLATION',
    'The Free plan has calendar months; a billing anchor needs a paid plan',
  );
}

/** `plan=Pro status=suspended` */
function subjectOf({ plan, billingAnchor, status }: AccountChange): string {
  const at = billingAnchor === undefined ? undefined : new Date(billingAnchor).toISOString();
  return Object.entries(defined({ plan, billingAnchor: at, status }))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** Grants or revokes a user's right to administer the gateway. Throws a conflict if administrators would revoke their own. */
export async function setAdministrator(
  user: User,
  administrator: boolean,
  { store, now }: Pick<AdministrationDependencies, 'store' | 'now'>,
  actor = ACTOR,
): Promise<void> {
  if (!administrator && actor === `user:${user.id}`) throw ownRight();
  const action = administrator ? 'administrator.grant' : 'administrator.revoke';
  const event = changeEvent(user.accountId, `${action} ${user.email}`, { now });
  await store.users.setAdministrator(user.accountId, user.id, administrator, event);
  await store.audit.add(user.accountId, { at: now(), actor, action, subject: user.id });
}

/** Throws if administrators would lock themselves out, for example by suspending their own account. */
async function assertNotOwn(
  actor: string,
  accountId: string,
  { store }: Pick<AdministrationDependencies, 'store'>,
): Promise<void> {
  const users = await store.users.list(accountId);
  if (users.some(({ id }) => actor === `user:${id}`)) throw ownRight();
}

function ownRight(): GatewayError {
  return conflict('OWN_ADMINISTRATION', 'You cannot lock yourself out; another administrator can do this');
}

/**
 * Creates a link with which a user sets a new password. The sessions and the password from before stay until it is used. Throws if there is no
 * such user.
 */
export async function createPasswordLink(
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  { store, now, baseUrl }: Pick<AdministrationDependencies, 'store' | 'now'> & { readonly baseUrl: string },
  actor = ACTOR,
): Promise<{ readonly email: string; readonly url: string; readonly expiresAt: number }> {
  const user = await store.users.find(accountId, userId);
  if (user === undefined) throw notFound('user');
  const { link, url } = createLink({ purpose: 'password', accountId, userId }, baseUrl, now());
  await store.links.create(link);
  await store.events.add([changeEvent(accountId, `password.link ${user.email}`, { now })]);
  await store.audit.add(accountId, { at: now(), actor, action: 'password.link', subject: userId });
  return { email: user.email, url, expiresAt: link.expiresAt };
}

/** Sets a user's password and ends all of the user's sessions. Throws if no user has the address. */
export async function resetPassword(
  email: string,
  password: string,
  { store, now }: AdministrationDependencies,
): Promise<void> {
  const user = await store.users.findByEmail(email.toLowerCase());
  if (user === undefined) throw notFound('user');
  const event = changeEvent(user.accountId, `password.reset ${user.email}`, { now });
  await store.users.setPassword(user.accountId, user.id, await hashPassword(password), event);
  // No session has an empty hash, so all of them end.
  await store.sessions.deleteOthers(user.accountId, user.id, '');
  const entry = { at: now(), actor: ACTOR, action: 'password.reset', subject: user.id };
  await store.audit.add(user.accountId, entry);
}
