import { randomUUID } from 'node:crypto';
import { type Account, createAccountId } from '../domain/accounts/account.js';
import type { ApiKey } from '../domain/accounts/api-key.js';
import type { Invitation } from '../domain/accounts/invitation.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import { DEFAULT_SETTINGS } from '../domain/services/service-settings.js';

/** Returns an account on the Free plan, not stored yet. `createdAt` is in milliseconds since the Unix epoch. */
export function sampleAccount(createdAt: number, over: Partial<Account> = {}): Account {
  return { id: createAccountId(), name: 'Ada & Söhne', status: 'active', plan: 'Free', createdAt, ...over };
}

/** Returns a key for calls, not stored yet. `createdAt` is in milliseconds since the Unix epoch. */
export function sampleKey(accountId: string, createdAt: number, over: Partial<ApiKey> = {}): ApiKey {
  return { id: randomUUID(), accountId, purpose: 'live', name: 'ci', hint: 'abcd', createdAt, ...over };
}

/** Returns an unused invitation of an owner, not stored yet. `createdAt` is in milliseconds since the Unix epoch. */
export function sampleInvitation(createdAt: number): Invitation {
  const id = randomUUID();
  return {
    id,
    tokenHash: `hash of ${id}`,
    role: 'owner',
    createdBy: 'admin',
    createdAt,
    expiresAt: createdAt + 1,
  };
}

/** Returns a service of `accountId` with its first revision and the default settings, not stored yet. */
export function sampleService(
  accountId: string,
  createdAt: number,
  over: Partial<RegisteredService> = {},
): RegisteredService {
  return {
    id: randomUUID(),
    accountId,
    slug: 'users',
    name: 'Users',
    status: 'active',
    revision: 1,
    settings: DEFAULT_SETTINGS,
    createdAt,
    updatedAt: createdAt,
    ...over,
  };
}
