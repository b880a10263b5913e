import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { defined } from '@soapstone/options/defined';
import type { TokenRule } from './token-rule.js';

/** The purpose of a key: proxy calls, or the management API. */
export type KeyPurpose = 'live' | 'management';

/** The owner's settings of a key. Absent members do not restrict it. */
export interface KeyRules {
  /** The only operations that the key may call: `service/operation`, or `service/*` for all of a service. */
  readonly operations?: readonly string[];
  /**
   * Whether the key only reads: calls of operations of which the owner says that they change nothing (`readsOnly`), or GET requests to the
   * management API.
   */
  readonly readOnly?: true;
  /** The only networks from which the key may be used, in canonical form: see `address-list.ts`. */
  readonly addresses?: readonly string[];
  /** Calls in any 60 seconds, in addition to the limit of the account. */
  readonly perMinute?: number;
  /** Calls in one billing period of the account, in addition to its quota. */
  readonly quota?: number;
  /** When the key stops working, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number;
  /** The access tokens that the key stands for. Such a key has no secret, and is for agents alone. */
  readonly token?: TokenRule;
}

/** Returns the rules of a key alone. */
export function rulesOf({
  operations,
  readOnly,
  addresses,
  perMinute,
  quota,
  expiresAt,
  token,
}: KeyRules): KeyRules {
  return defined({ operations, readOnly, addresses, perMinute, quota, expiresAt, token });
}

/** A stored API key, never the key itself. Times are in milliseconds since the Unix epoch. */
export interface ApiKey extends KeyRules {
  readonly id: string;
  readonly accountId: string;
  readonly purpose: KeyPurpose;
  readonly name: string;
  /** The last four characters of the secret part, by which people tell keys apart. */
  readonly hint: string;
  readonly createdAt: number;
  readonly revokedAt?: number;
  /** May lag by a few seconds. */
  readonly lastUsedAt?: number;
  /** The client address of a recent use. */
  readonly lastUsedFrom?: string;
  /** When the secret was last replaced. */
  readonly rolledAt?: number;
  /** Until when the secret before that one works. */
  readonly previousUntil?: number;
  /** Whether a later version stored rules that this one does not know. Such a key is refused. */
  readonly unknownRules?: true;
}

/** Returns the last moment of a key, at which it is refused: 0 if it was revoked or cannot be understood. `Infinity` for none. */
export function endOfKey({ revokedAt, unknownRules, expiresAt }: ApiKey): number {
  if (revokedAt !== undefined || unknownRules) return 0;
  return expiresAt ?? Number.POSITIVE_INFINITY;
}

/** The name of a key for the limiter, which counts its calls beside those of its account. No account id contains a slash. */
export function keySubject(keyId: string): string {
  return `${KEY_SUBJECT}${keyId}`;
}

/** The beginning of `keySubject`. */
export const KEY_SUBJECT = 'key/';

/** The operations that a key may call. */
export type KeyScope = Pick<KeyRules, 'operations' | 'readOnly'>;

/** Returns the scope of a key; undefined for every operation of the account. */
export function scopeOf({ operations, readOnly }: KeyScope): KeyScope | undefined {
  if (operations === undefined && readOnly === undefined) return undefined;
  return { ...(operations !== undefined && { operations }), ...(readOnly && { readOnly }) };
}

/**
 * Whether a key with this scope may call an operation.
 *
 * @param reads whether the owner says that the operation changes nothing
 */
export function mayCall(
  { operations, readOnly }: KeyScope,
  serviceSlug: string,
  operation: string,
  reads: boolean,
): boolean {
  if (readOnly && !reads) return false;
  return (
    operations === undefined ||
    operations.includes(`${serviceSlug}/${operation}`) ||
    operations.includes(`${serviceSlug}/*`)
  );
}

/** Whether a key with this scope is for operations of a service. */
export function knowsService({ operations }: KeyScope, serviceSlug: string): boolean {
  return operations === undefined || operations.some((each) => each.startsWith(`${serviceSlug}/`));
}

const PREFIXES: Readonly<Record<KeyPurpose, string>> = { live: 'sst_live_', management: 'sst_mgmt_' };
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECK_LENGTH = 6;

/**
 * Creates a key: a fixed prefix for secret scanners, 190 random bits in base 62, and their CRC-32 in base 62, so that a mistyped or made-up
 * key is rejected without a database lookup.
 */
export function createKey(purpose: KeyPurpose): string {
  let secret = PREFIXES[purpose];
  for (let index = 0; index < SECRET_LENGTH; index += 1) secret += BASE62[randomInt(62)];
  return secret + checksum(secret);
}

/** Returns the purpose of a well-formed key; undefined if its prefix, length, alphabet or checksum is wrong. */
export function keyPurpose(key: string): KeyPurpose | undefined {
  for (const purpose of ['live', 'management'] as const) {
    const prefix = PREFIXES[purpose];
    if (!key.startsWith(prefix)) continue;
    if (key.length !== prefix.length + SECRET_LENGTH + CHECK_LENGTH) return undefined;
    if (!/^[0-9A-Za-z]+$/.test(key.slice(prefix.length))) return undefined;
    const secret = key.slice(0, -CHECK_LENGTH);
    return checksum(secret) === key.slice(-CHECK_LENGTH) ? purpose : undefined;
  }
  return undefined;
}

/**
 * Returns the hash that is stored of a key. A slow hash would be pointless, given the entropy of a key; the pepper is not in the database.
 */
export function hashKey(key: string, pepper: string): string {
  return createHmac('sha256', pepper).update(key).digest('base64url');
}

/** Returns the part of a key that may be shown again. */
export function keyHint(key: string): string {
  return key.slice(-CHECK_LENGTH - 4, -CHECK_LENGTH);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECK_LENGTH; index += 1) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
