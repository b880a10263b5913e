import type { Selectable } from 'kysely';
import type { ApiKey, KeyRules } from '../../../domain/accounts/api-key.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** A row of a key without its hashes, which nobody needs to read. */
export type KeyRow = Omit<Selectable<Tables['api_keys']>, 'hash' | 'previous_hash'>;

/**
 * The rules that this version knows, in the column `rules`. A key with a rule that is not here is refused, because a later version stored
 * it.
 */
const STORED = ['readOnly', 'addresses', 'perMinute', 'quota', 'token'] as const;

type StoredRules = Pick<KeyRules, (typeof STORED)[number]>;

/**
 * The hash of a key with rules begins with this. Versions from before rules look for hashes without it, so they refuse the key during a
 * rolling upgrade instead of ignoring its rules. A later version with rules that this one must not ignore takes another number.
 */
const RULED = '1:';

/** Returns the hashes under which a key may be stored. */
export function storedHashes(hash: string): readonly string[] {
  return [hash, RULED + hash];
}

/** Returns the hash under which a key with these rules is stored. Accepts a stored one. */
export function storedHash(hash: string, rules: KeyRules): string {
  const plain = hash.startsWith(RULED) ? hash.slice(RULED.length) : hash;
  return rules.expiresAt === undefined && printRules(rules) === null ? plain : RULED + plain;
}

/** Returns the columns of the rules of a key. */
export function ruleColumns(rules: KeyRules): Pick<KeyRow, 'operations' | 'rules' | 'expires_at'> {
  const { operations, expiresAt } = rules;
  return {
    operations: operations === undefined ? null : JSON.stringify(operations),
    rules: printRules(rules),
    expires_at: expiresAt === undefined ? null : printInstant(expiresAt),
  };
}

function printRules(rules: KeyRules): string | null {
  const present = STORED.filter((name) => rules[name] !== undefined);
  return present.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(present.map((name) => [name, rules[name]])));
}

/** Reads a key. */
export function readKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    purpose: row.purpose,
    name: row.name,
    hint: row.hint,
    createdAt: parseInstant(row.created_at),
    ...(row.revoked_at !== null && { revokedAt: parseInstant(row.revoked_at) }),
    ...(row.last_used_at !== null && { lastUsedAt: parseInstant(row.last_used_at) }),
    ...(row.last_used_from !== null && { lastUsedFrom: row.last_used_from }),
    ...(row.rolled_at !== null && { rolledAt: parseInstant(row.rolled_at) }),
    ...(row.previous_until !== null && { previousUntil: parseInstant(row.previous_until) }),
    ...(row.expires_at !== null && { expiresAt: parseInstant(row.expires_at) }),
    ...(row.operations !== null && { operations: JSON.parse(row.operations) as string[] }),
    ...(row.rules !== null && readRules(JSON.parse(row.rules) as StoredRules)),
  };
}

function readRules(stored: StoredRules): StoredRules & Pick<ApiKey, 'unknownRules'> {
  const known = new Set<string>(STORED);
  return Object.keys(stored).every((name) => known.has(name)) ? stored : { ...stored, unknownRules: true };
}
