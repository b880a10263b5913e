import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changePlan, createKey, hashKey, hashPassword, keyHint, registerService } from '@soapstone/gateway';

/** @import { Account, Gateway } from '@soapstone/gateway' */

export const ACCOUNT_ID = 'acc_demo';
export const SLUG = 'user-directory';
const EMAIL = 'owner@example.com';
const KEY_NAME = 'npm start';

/**
 * Brings the embedded database to what the example shows: an account on the Pro plan with a user who can log in, the
 * registered service with GET on its reading operations, and a new API key. Everything else is kept from the last start; the
 * previous key is revoked, because keys are stored as hashes and cannot be printed again.
 *
 * @param {Gateway} gateway
 * @param {{ address: string, wsdlAddress: string }} soapServer
 */
export async function seed(gateway, soapServer) {
  const { store, secrets, registration } = gateway;
  const now = Date.now();
  const { account, reused } = await seedAccount(gateway, now);
  const password = await seedUser(gateway, account, now);

  let service = await store.services.findBySlug(ACCOUNT_ID, SLUG);
  if (service === undefined) {
    ({ service } = await registerService(
      account,
      { source: { kind: 'url', url: soapServer.wsdlAddress }, slug: SLUG, name: 'User directory' },
      registration,
    ));
    for (const operation of ['GetUser', 'ListUsers']) {
      await store.services.setOperationSettings(ACCOUNT_ID, service.id, operation, {
        methodPolicy: 'GET + POST',
        cacheSeconds: 0,
      });
    }
  }
  // The SOAP server may listen on another port than at the last start.
  const settings = { ...service.settings, endpoint: soapServer.address };
  await store.services.update({ ...service, settings, updatedAt: now });

  const { items } = await store.apiKeys.list(ACCOUNT_ID, { limit: 100, revoked: false });
  for (const old of items) {
    if (old.name === KEY_NAME) await store.apiKeys.revoke(ACCOUNT_ID, old.id, now);
  }
  const key = createKey('live');
  await store.apiKeys.create(
    {
      id: randomUUID(),
      accountId: ACCOUNT_ID,
      purpose: 'live',
      name: KEY_NAME,
      hint: keyHint(key),
      createdAt: now,
    },
    hashKey(key, secrets.apiKeyPepper),
  );
  return { key, service, reused, email: EMAIL, password };
}

/**
 * The account, on the Pro plan: earlier versions of this example created it on Starter.
 *
 * @param {Gateway} gateway
 * @param {number} now
 */
async function seedAccount({ store, config }, now) {
  const kept = await store.accounts.update(ACCOUNT_ID, (stored) =>
    changePlan(stored, 'Pro', now, config.plans.plans),
  );
  if (kept !== undefined) return { account: kept, reused: true };
  /** @type {Account} */
  const account = {
    id: ACCOUNT_ID,
    name: 'Example',
    status: 'active',
    plan: 'Pro',
    billingAnchor: now,
    createdAt: now,
  };
  await store.accounts.create(account);
  return { account, reused: false };
}

/**
 * The user who logs in to the dashboard; returns the password. It is random, and kept in the data directory so that it stays
 * the same from start to start. The database has the hash of this one at every start, even if the password was changed.
 *
 * @param {Gateway} gateway
 * @param {Account} account
 * @param {number} now
 */
async function seedUser({ store, config }, account, now) {
  const file = join(config.dataDir, 'demo-password');
  let password = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (password === '') {
    password = randomBytes(12).toString('base64url');
    await writeFile(file, `${password}\n`, { mode: 0o600 });
  }
  const passwordHash = await hashPassword(password);
  const user = await store.users.findByEmail(EMAIL);
  if (user === undefined) {
    const id = randomUUID();
    await store.users.create({ id, accountId: account.id, email: EMAIL, passwordHash, createdAt: now });
  } else if (user.accountId === account.id) {
    await store.users.setPassword(account.id, user.id, passwordHash);
  } else {
    throw new Error(`${EMAIL} belongs to another account: remove ${config.dataDir} to start over`);
  }
  return password;
}
