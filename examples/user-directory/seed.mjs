import { randomUUID } from 'node:crypto';
import { createKey, hashKey, keyHint, registerService } from '@soapstone/gateway';

export const ACCOUNT_ID = 'acc_demo';
export const SLUG = 'user-directory';
const KEY_NAME = 'npm start';

/**
 * Bring the embedded database to what the example shows: an account on the Starter plan, the registered service with GET on
 * its reading operations, and a fresh key. What is there already is used again; only a key cannot be, because no key is
 * stored, so the one of the last start is revoked.
 */
export async function seed(gateway, soapServer) {
  const { store, secrets, registration } = gateway;
  const now = Date.now();
  let account = await store.accounts.find(ACCOUNT_ID);
  const reused = account !== undefined;
  if (account === undefined) {
    account = {
      id: ACCOUNT_ID,
      name: 'Example',
      status: 'active',
      plan: 'Starter',
      billingAnchor: now,
      createdAt: now,
    };
    await store.accounts.create(account);
  }

  let service = await store.services.findBySlug(ACCOUNT_ID, SLUG);
  if (service === undefined) {
    const source = { kind: 'url', url: soapServer.wsdlAddress };
    ({ service } = await registerService(
      account,
      { source, slug: SLUG, name: 'User directory' },
      registration,
    ));
    for (const operation of ['GetUser', 'ListUsers']) {
      const settings = { methodPolicy: 'GET + POST', cacheSeconds: 0 };
      await store.services.setOperationSettings(ACCOUNT_ID, service.id, operation, settings);
    }
  }
  // The SOAP server may have moved to another port since the service was registered.
  const settings = { ...service.settings, endpoint: soapServer.address };
  await store.services.update({ ...service, settings, updatedAt: now });

  for (const old of await store.apiKeys.list(ACCOUNT_ID)) {
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
  return { key, service, reused };
}
