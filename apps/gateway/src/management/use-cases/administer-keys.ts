import { randomUUID } from 'node:crypto';
import { type ApiKey, createKey, hashKey, keyHint } from '../../domain/api-key.js';
import { notFound } from '../../errors/management-errors.js';
import { type AdministrationDependencies, findAccount } from './administer-accounts.js';

/** A newly created key, which is not visible at any other time. */
export interface IssuedKey {
  readonly stored: ApiKey;
  readonly key: string;
}

/** Creates a key for an account. Throws if there is no such account. */
export async function issueKey(
  accountId: string,
  given: Pick<ApiKey, 'name' | 'purpose' | 'operations'>,
  deps: AdministrationDependencies & { readonly apiKeyPepper: string },
): Promise<IssuedKey> {
  const { store, now } = deps;
  await findAccount(accountId, deps);
  const key = createKey(given.purpose);
  const stored: ApiKey = { id: randomUUID(), accountId, ...given, hint: keyHint(key), createdAt: now() };
  await store.apiKeys.create(stored, hashKey(key, deps.apiKeyPepper));
  await store.audit.add(accountId, { at: now(), actor: 'admin', action: 'key.create', subject: stored.id });
  return { stored, key };
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
