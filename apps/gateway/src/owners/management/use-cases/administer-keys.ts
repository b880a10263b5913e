import { randomUUID } from 'node:crypto';
import { type ApiKey, createKey, hashKey, keyHint } from '../../../domain/accounts/api-key.js';
import { notFound } from '../../../errors/management-errors.js';
import { type AdministrationDependencies, findAccount } from './administer-accounts.js';

/** A newly created key, which is not visible at any other time. */
export interface IssuedKey {
  readonly stored: ApiKey;
  readonly key: string;
}

interface IssueDependencies extends AdministrationDependencies {
  readonly apiKeyPepper: string;
}

type NewKey = Pick<ApiKey, 'name' | 'purpose' | 'operations'>;

/** Creates a key for an account. Throws if there is no such account. */
export async function issueKey(
  accountId: string,
  given: NewKey,
  deps: IssueDependencies,
): Promise<IssuedKey> {
  await findAccount(accountId, deps);
  const issued = makeKey(accountId, given, deps);
  await deps.store.apiKeys.create(issued.stored, hashKey(issued.key, deps.apiKeyPepper));
  await auditKey(issued, deps);
  return issued;
}

/** Creates the same, unless the account has a key of this name and purpose. Resolves to undefined then. */
export async function issueMissingKey(
  accountId: string,
  given: NewKey,
  deps: IssueDependencies,
): Promise<IssuedKey | undefined> {
  const issued = makeKey(accountId, given, deps);
  const { apiKeys } = deps.store;
  if (!(await apiKeys.createUnlessNamed(issued.stored, hashKey(issued.key, deps.apiKeyPepper))))
    return undefined;
  await auditKey(issued, deps);
  return issued;
}

function makeKey(accountId: string, given: NewKey, { now }: IssueDependencies): IssuedKey {
  const key = createKey(given.purpose);
  return { stored: { id: randomUUID(), accountId, ...given, hint: keyHint(key), createdAt: now() }, key };
}

function auditKey({ stored }: IssuedKey, { store, now }: IssueDependencies): Promise<void> {
  const entry = { at: now(), actor: 'admin', action: 'key.create', subject: stored.id };
  return store.audit.add(stored.accountId, entry);
}

/** Limits a key to some operations, or removes its limit. Throws if the account has no such key or it was revoked. */
export async function restrictKey(
  accountId: string,
  keyId: string,
  operations: ApiKey['operations'],
  { store, changes, now }: AdministrationDependencies,
): Promise<void> {
  if (!(await store.apiKeys.restrict(accountId, keyId, operations))) throw notFound('key');
  await changes.announce(accountId);
  await store.audit.add(accountId, { at: now(), actor: 'admin', action: 'key.restrict', subject: keyId });
}

/** Revokes a key for good, on every node. Throws if the account has no such key or it was already revoked. */
export async function revokeKey(
  accountId: string,
  keyId: string,
  { store, changes, now }: AdministrationDependencies,
): Promise<void> {
  if (!(await store.apiKeys.revoke(accountId, keyId, now()))) throw notFound('key');
  await changes.announce(accountId);
  await store.audit.add(accountId, { at: now(), actor: 'admin', action: 'key.revoke', subject: keyId });
}
