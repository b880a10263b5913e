import { randomUUID } from 'node:crypto';
import {
  type Account,
  createAccountId,
  createKey,
  type Gateway,
  hashKey,
  keyHint,
  readConfig,
  startGateway,
} from '@soapstone/gateway';
import { freePort } from '@soapstone/testing/free-port';
import { serveProcess } from '@soapstone/testing/server-process';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { storeServiceSecret } from '../../../apps/gateway/src/credentials/service-secrets.js';
import { createSealer } from '../../../apps/gateway/src/domain/seal.js';
import { gradeRevision } from '../../../apps/gateway/src/domain/services/operation-grade.js';
import { digestOf, packModel } from '../../../apps/gateway/src/domain/services/pack-model.js';
import { DEFAULT_SETTINGS, mappingOf } from '../../../apps/gateway/src/domain/services/service-settings.js';
import {
  artefactKey,
  describedMapper,
  makeArtefact,
} from '../../../apps/gateway/src/owners/description/artefact.js';
import { makerOf } from '../../../apps/gateway/src/owners/description/artefacts.js';
import { packText } from '../../../apps/gateway/src/owners/description/pack-text.js';
import { ordersWsdl } from '../gateway/orders.js';
import type { Crowd } from './crowd.js';

/** Operations of each service besides the first. */
const FURTHER = 9;
/** A third of the services has credentials, so that the database has sealed secrets. */
const CREDENTIALS = 3;
/** Transactions at a time. */
const AT_ONCE = 10;

/**
 * Writes accounts, keys and services into a database through the store of a gateway, which is stopped afterwards. An import in a child
 * process takes about a second, so each WSDL is read once here, by the functions that the child process uses, and the result is stored
 * for every service that has it: model, grades, and the page of each operation.
 */
await serveProcess(async ({ environment, upstream, accounts, services, wsdls }: Crowd) => {
  const gateway = await startGateway(readConfig({ ...environment, HTTPS_PORT: String(await freePort()) }));
  try {
    const keys = await inTurns(accounts, () => addAccount(gateway));
    const imports: Imported[] = [];
    for (let index = 0; index < wsdls; index++) imports.push(await readOne(upstream, index));
    const callers = await inTurns(services, async (index) => {
      // One account has a tenth of all services.
      const { account, key } = keys[index < services / 10 ? 0 : index % accounts]!;
      const imported = imports[index % wsdls]!;
      const slug = `orders-${index}`;
      await addService(gateway, account, slug, { ...imported, hasCredentials: index % CREDENTIALS === 0 });
      return { path: `/api/v1/${account.id}/${slug}/ListOrders`, key };
    });
    const management = await addKey(gateway, keys[0]!.account, 'management');
    return { callers: JSON.stringify(callers), management };
  } finally {
    await gateway.close();
  }
});

/** Runs `work` for 0 to `count` - 1, a few at a time. Resolves to the results in order. */
async function inTurns<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

async function addAccount(gateway: Gateway): Promise<{ account: Account; key: string }> {
  const now = Date.now();
  const account: Account = {
    id: createAccountId(),
    name: 'Example Ltd',
    status: 'active',
    plan: 'Pro',
    billingAnchor: now,
    createdAt: now,
  };
  await gateway.store.accounts.create(account);
  return { account, key: await addKey(gateway, account, 'live') };
}

async function addKey({ store, secrets }: Gateway, account: Account, purpose: 'live' | 'management') {
  const key = createKey(purpose);
  const stored = {
    id: randomUUID(),
    accountId: account.id,
    purpose,
    name: 'bench',
    hint: keyHint(key),
    createdAt: Date.now(),
  };
  await store.apiKeys.create(stored, hashKey(key, secrets.apiKeyPepper));
  return key;
}

type Imported = Awaited<ReturnType<typeof readOne>>;

/** The result of an import (registration/child.ts): no two WSDLs have the same types. */
async function readOne(upstream: string, index: number) {
  const own = `<xs:element name="remark-${index}" type="xs:string" minOccurs="0"/>`;
  const text = ordersWsdl(upstream, FURTHER).replace('<xs:element name="line"', `${own}$&`);
  const location = `https://soap.example.com/orders-${index}?wsdl`;
  const parsed = await parseWsdl(location, {
    resolve: async () => ({ bytes: new TextEncoder().encode(text) }),
  });
  const { diagnostics, grades } = gradeRevision(parsed.model, parsed.diagnostics);
  const packedModel = await packModel(parsed.model);
  const mapping = mappingOf(DEFAULT_SETTINGS);
  const mapper = describedMapper(parsed.model, mapping);
  const requests = [
    { kind: 'operations' } as const,
    ...mapper.model.exposed.map(({ name }) => ({ kind: 'operation', name }) as const),
  ];
  const artefacts = [];
  for (const request of requests) {
    const key = artefactKey(makerOf(), [digestOf(packedModel)], mapping, request);
    artefacts.push({ key, body: await packText(makeArtefact(mapper, request)) });
  }
  return { location, diagnostics, grades, packedModel, artefacts };
}

async function addService(
  { store, secrets }: Gateway,
  account: Account,
  slug: string,
  { artefacts, location, hasCredentials, ...imported }: Imported & { readonly hasCredentials: boolean },
): Promise<void> {
  const now = Date.now();
  const id = randomUUID();
  const service = {
    id,
    accountId: account.id,
    slug,
    name: 'Orders',
    status: 'active' as const,
    revision: 1,
    settings: DEFAULT_SETTINGS,
    createdAt: now,
    updatedAt: now,
  };
  const revision = { ...imported, serviceId: id, number: 1, source: location, createdAt: now };
  const creation = await store.services.create(service, revision);
  if (creation !== 'created') throw new Error(`a service was not stored: ${creation}`);
  await store.artefacts.put(account.id, id, artefacts);
  if (!hasCredentials) return;
  const place = { accountId: account.id, serviceId: id, field: 'credentials' as const };
  const profile = { basic: { username: 'bench', password: `password-${slug}` } };
  await storeServiceSecret(store, createSealer(secrets.sealingKeys), place, profile);
}
