import { randomUUID } from 'node:crypto';
import { defined } from '@soapstone/options/defined';
import { type ApiKey, createKey, hashKey, type KeyRules, keyHint } from '../../../domain/accounts/api-key.js';
import type { TokenRule } from '../../../domain/accounts/token-rule.js';
import { badRequest, unusableMembers } from '../../../errors/errors.js';
import { notFound } from '../../../errors/management-errors.js';
import type { KeyChange } from '../../../store/repositories/accounts/change-keys.js';
import { type AdministrationDependencies, findAccount } from './administer-accounts.js';

/** A newly created key or secret, which is not visible at any other time. */
export interface IssuedKey {
  readonly stored: ApiKey;
  /** Absent for a key that stands for access tokens, which has no secret. */
  readonly key?: string;
}

/** The dependencies of changing keys, and who changes them, for the audit log: by default the operator. */
export interface KeyDependencies
  extends Pick<
    AdministrationDependencies,
    'store' | 'changes' | 'now' | 'keyLifetime' | 'tokenIssuers' | 'baseUrl'
  > {
  readonly actor?: string;
}

interface IssueDependencies extends KeyDependencies {
  readonly apiKeyPepper: string;
}

/** The input for a new key. */
export type NewKey = Pick<ApiKey, 'name' | 'purpose'> & KeyRules;

/** How long the old secret may work beside the new one, in milliseconds. */
export const MAX_OVERLAP = 30 * 86_400_000;

/** Creates a key for an account. Throws if there is no such account, or if the operator does not allow its rules. */
export async function issueKey(
  accountId: string,
  given: NewKey,
  deps: IssueDependencies & Pick<AdministrationDependencies, 'offer'>,
): Promise<IssuedKey> {
  await findAccount(accountId, deps);
  return issueKeyOf(accountId, given, deps);
}

/** Creates a key for an account that is known to exist. */
export async function issueKeyOf(
  accountId: string,
  given: NewKey,
  deps: IssueDependencies,
): Promise<IssuedKey> {
  const issued = makeKey(accountId, given, deps);
  await deps.store.apiKeys.create(issued.stored, hashOf(issued, deps));
  await tellOfTokens(issued, deps);
  await audit(issued.stored, 'key.create', deps);
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
  if (!(await apiKeys.createUnlessNamed(issued.stored, hashOf(issued, deps)))) return undefined;
  await tellOfTokens(issued, deps);
  await audit(issued.stored, 'key.create', deps);
  return issued;
}

/**
 * Changes the name and the rules of a key, on every node. Throws if the account has no such key, if it was revoked, or if the operator does
 * not allow the new end.
 */
export async function changeKey(
  accountId: string,
  keyId: string,
  change: KeyChange,
  deps: KeyDependencies,
): Promise<ApiKey> {
  const { store, changes, keyLifetime } = deps;
  const known = await findKey(accountId, keyId, deps);
  assertPurpose(known.purpose, change);
  assertToken(accountId, change.token ?? undefined, deps);
  if (change.token !== undefined && (change.token === null || known.token === undefined))
    throw badRequest(
      'SCHEMA_VIOLATION',
      '/token: a key has a secret or stands for tokens; create another key',
    );
  const { expiresAt } = change;
  if (expiresAt !== undefined && known.token === undefined)
    assertEnd(expiresAt ?? undefined, known.rolledAt ?? known.createdAt, keyLifetime);
  const changed = await store.apiKeys.change(accountId, keyId, change);
  if (changed === undefined) throw notFound('key');
  await changes.announce(accountId);
  await audit(changed, 'key.change', deps);
  return changed;
}

/**
 * Replaces the secret of a key. The one before it works for another `overlap` milliseconds, the one before that no more. With a maximum
 * lifetime, the new secret has it in full.
 *
 * @param expiresAt when the key ends; absent: as before, but no later than the operator allows; null: never
 */
export async function rollKey(
  accountId: string,
  keyId: string,
  { overlap, expiresAt }: { readonly overlap: number; readonly expiresAt?: number | null },
  deps: IssueDependencies,
): Promise<IssuedKey> {
  const { store, changes, now, keyLifetime } = deps;
  const { purpose, expiresAt: before, token } = await findKey(accountId, keyId, deps);
  if (token !== undefined)
    throw badRequest('SCHEMA_VIOLATION', 'This key stands for access tokens and has no secret to replace');
  const at = now();
  if (expiresAt !== undefined) assertEnd(expiresAt ?? undefined, at, keyLifetime);
  const most = keyLifetime === undefined ? undefined : at + keyLifetime;
  const end = expiresAt === undefined && most !== undefined && (before ?? most) >= most ? most : expiresAt;
  const key = createKey(purpose);
  const stored = await store.apiKeys.roll(accountId, keyId, {
    hash: hashKey(key, deps.apiKeyPepper),
    hint: keyHint(key),
    at,
    ...(overlap > 0 && { previousUntil: at + overlap }),
    ...defined({ expiresAt: end }),
  });
  if (stored === undefined) throw notFound('key');
  await changes.announce(accountId);
  await audit(stored, 'key.roll', deps);
  return { stored, key };
}

/** Revokes a key for good, on every node. Throws if the account has no such key or it was already revoked. */
export async function revokeKey(accountId: string, keyId: string, deps: KeyDependencies): Promise<void> {
  const { store, changes, now } = deps;
  if (!(await store.apiKeys.revoke(accountId, keyId, now()))) throw notFound('key');
  await changes.announce(accountId);
  await audit({ id: keyId, accountId }, 'key.revoke', deps);
}

async function findKey(accountId: string, keyId: string, { store }: KeyDependencies): Promise<ApiKey> {
  const known = await store.apiKeys.find(accountId, keyId);
  // A change to a key that a later version wrote must not lose the rules that this version cannot read.
  if (known === undefined || known.revokedAt !== undefined || known.unknownRules) throw notFound('key');
  return known;
}

/** Nodes remember which tokens an account accepts; a new secret is known to none. */
async function tellOfTokens({ stored, key }: IssuedKey, { changes }: KeyDependencies): Promise<void> {
  if (key === undefined) await changes.announce(stored.accountId);
}

/** The stored hash of a secret; a text that is the hash of none for a key without one. */
function hashOf({ key }: IssuedKey, { apiKeyPepper }: IssueDependencies): string {
  return key === undefined ? `none:${randomUUID()}` : hashKey(key, apiKeyPepper);
}

function makeKey(accountId: string, given: NewKey, deps: IssueDependencies): IssuedKey {
  assertPurpose(given.purpose, given);
  assertToken(accountId, given.token, deps);
  const createdAt = deps.now();
  if (given.token !== undefined)
    return { stored: { id: randomUUID(), accountId, ...given, hint: '', createdAt } };
  const { keyLifetime } = deps;
  const { expiresAt = keyLifetime === undefined ? undefined : createdAt + keyLifetime } = given;
  assertEnd(expiresAt, createdAt, keyLifetime);
  const key = createKey(given.purpose);
  const stored = {
    id: randomUUID(),
    accountId,
    ...given,
    ...defined({ expiresAt }),
    hint: keyHint(key),
    createdAt,
  };
  return { stored, key };
}

/** Calls with a management key are requests, which have limits of their own. */
function assertPurpose(purpose: ApiKey['purpose'], { operations, perMinute, quota, token }: KeyChange): void {
  if (purpose === 'live' || [operations, perMinute, quota, token].every((rule) => rule == null)) return;
  throw badRequest(
    'SCHEMA_VIOLATION',
    'Only keys that call services can be limited to operations or to a number of calls, or stand for tokens',
  );
}

/**
 * Throws if the operator does not allow the authorization server, or if the audience is that of something else on this gateway, such as
 * another account: a token for that is not meant for this account.
 */
function assertToken(
  accountId: string,
  token: TokenRule | undefined,
  { tokenIssuers, baseUrl }: Pick<KeyDependencies, 'tokenIssuers' | 'baseUrl'>,
): void {
  if (token === undefined) return;
  if (!tokenIssuers.includes(token.issuer)) {
    const allowed =
      tokenIssuers.length === 0 ? 'its operator can name some with TOKEN_ISSUERS' : tokenIssuers.join(', ');
    throw unusableMembers('The access tokens of the key cannot be used', {
      '/token/issuer': `Is none of the authorization servers that this gateway accepts: ${allowed}`,
    });
  }
  const { audience } = token;
  const own = `${baseUrl}/mcp/v1/${accountId}`;
  const isOwn = audience === own || audience?.startsWith(`${own}/`) === true;
  if (audience?.toLowerCase().startsWith(baseUrl.toLowerCase()) === true && !isOwn)
    throw unusableMembers('The access tokens of the key cannot be used', {
      '/token/audience': `Is not an address of this account; its own is ${own}`,
    });
}

/** Throws if a key whose secret was created at `from` may not end at `expiresAt`. */
function assertEnd(expiresAt: number | undefined, from: number, lifetime: number | undefined): void {
  if (lifetime === undefined || (expiresAt !== undefined && expiresAt <= from + lifetime)) return;
  const latest = new Date(from + lifetime).toISOString();
  throw unusableMembers('The end of the key cannot be used', {
    '/expiresAt': `Keys of this gateway end after ${lifetime / 86_400_000} days at the latest, this one on ${latest} (KEY_MAX_DAYS). Roll the key for a new secret`,
  });
}

function audit(
  { accountId, id }: Pick<ApiKey, 'accountId' | 'id'>,
  action: string,
  { store, now, actor = 'admin' }: KeyDependencies,
): Promise<void> {
  return store.audit.add(accountId, { at: now(), actor, action, subject: id });
}
