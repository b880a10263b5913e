import type { ApiKey, KeyRules } from '../../../domain/accounts/api-key.js';
import type { TokenRule } from '../../../domain/accounts/token-rule.js';
import { showInstant } from './show-instant.js';

/** Returns the rules of a key in the form in which clients send them; null where there is none. */
export function showKeyRules({
  operations,
  readOnly,
  addresses,
  perMinute,
  quota,
  expiresAt,
  token,
}: KeyRules) {
  return {
    operations: operations === undefined ? null : [...operations],
    readOnly: readOnly === true,
    addresses: addresses === undefined ? null : [...addresses],
    callsPerMinute: perMinute ?? null,
    callsPerPeriod: quota ?? null,
    expiresAt: showInstant(expiresAt),
    token: token === undefined ? null : showTokenRule(token),
  };
}

function showTokenRule({ issuer, audience, scopes }: TokenRule) {
  return { issuer, audience: audience ?? null, scopes: [...scopes] };
}

/** Returns a key without the key itself. */
export function showKey(key: ApiKey) {
  const { id, purpose, name, hint, createdAt, lastUsedAt, lastUsedFrom, rolledAt, previousUntil, revokedAt } =
    key;
  return {
    id,
    purpose,
    name,
    hint: hint === '' ? '' : `…${hint}`,
    createdAt: showInstant(createdAt),
    lastUsedAt: showInstant(lastUsedAt),
    lastUsedFrom: lastUsedFrom ?? null,
    rolledAt: showInstant(rolledAt),
    previousUntil: showInstant(previousUntil),
    revokedAt: showInstant(revokedAt),
    ...showKeyRules(key),
  };
}
