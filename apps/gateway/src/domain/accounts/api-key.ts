import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The purpose of a key: proxy calls, or the management API. */
export type KeyPurpose = 'live' | 'management';

/** A stored API key, never the key itself. Times are in milliseconds since the Unix epoch. */
export interface ApiKey {
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
  /**
   * The only operations that the key may call: `service/operation`, or `service/*` for all of a service. Absent = every operation of the
   * account.
   */
  readonly operations?: readonly string[];
}

/** Whether a key with this list may call an operation. */
export function mayCall(allowed: ApiKey['operations'], serviceSlug: string, operation: string): boolean {
  return (
    allowed === undefined ||
    allowed.includes(`${serviceSlug}/${operation}`) ||
    allowed.includes(`${serviceSlug}/*`)
  );
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
