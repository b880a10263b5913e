/**
 * Keeps writing every kind of record to the embedded database in the directory of its argument, and prints a line for each acknowledged
 * write.
 */
import { randomUUID } from 'node:crypto';
import { openStore } from '../store/store.js';
import { sampleAccount } from './sample-records.js';

/** A write that was acknowledged. */
export type Acknowledged =
  | { readonly account: string; readonly kind: 'account' | 'suspended' }
  | { readonly account: string; readonly kind: 'key' | 'revoked'; readonly hash: string }
  | { readonly account: string; readonly kind: 'use'; readonly charged: number }
  | { readonly account: string; readonly kind: 'audit'; readonly number: number }
  | { readonly account: string; readonly kind: 'user'; readonly email: string };

const store = await openStore({ dataDir: process.argv[2] ?? '' }, () => {});
const acknowledge = (write: Acknowledged): void => void process.stdout.write(`${JSON.stringify(write)}\n`);
process.stdout.write('ready\n');
for (;;) {
  const at = Date.now();
  const made = sampleAccount(at);
  const account = made.id;
  const user = {
    id: randomUUID(),
    accountId: account,
    email: `${account}@example.com`,
    passwordHash: 'x',
    createdAt: at,
  };
  await store.users.createWithAccount(made, user);
  acknowledge({ account, kind: 'account' });
  acknowledge({ account, kind: 'user', email: user.email });
  const key = {
    id: randomUUID(),
    accountId: account,
    purpose: 'live',
    name: 'x',
    hint: 'x',
    createdAt: at,
  } as const;
  const hash = randomUUID();
  await store.apiKeys.create(key, hash);
  acknowledge({ account, kind: 'key', hash });
  for (let number = 1; number <= 3; number += 1) {
    await store.ledger.merge([{ account, periodStart: 0, charged: number, refunded: 0 }]);
    acknowledge({ account, kind: 'use', charged: number });
    await store.audit.add(account, { at, actor: 'system', action: 'test', subject: String(number) });
    acknowledge({ account, kind: 'audit', number });
  }
  await store.apiKeys.revoke(account, key.id, at);
  acknowledge({ account, kind: 'revoked', hash });
  await store.accounts.update(account, (current) => ({ ...current, status: 'suspended' }));
  acknowledge({ account, kind: 'suspended' });
}
