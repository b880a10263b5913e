import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseWsdlText, type ServiceModel } from '@soapstone/wsdl-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSealer } from '../accounts/seal.js';
import { openStore, type Store } from '../store/store.js';
import { sampleAccount, sampleService } from '../testing/sample-records.js';
import { type Catalog, createCatalog } from './catalog.js';
import { packModel } from './pack-model.js';
import { DEFAULT_SETTINGS, type RegisteredService } from './registered-service.js';

const now = Date.parse('2026-11-22T10:00:00Z');

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" name="Users" targetNamespace="urn:x"/>`;

describe('the catalog', () => {
  let model: ServiceModel;
  let dataDir: string;
  let store: Store;
  let accountId: string;
  let catalog: Catalog;
  beforeAll(async () => {
    ({ model } = await parseWsdlText(WSDL));
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-'));
    store = await openStore({ dataDir }, (error) => {
      throw error;
    });
    const account = sampleAccount(now);
    accountId = account.id;
    await store.accounts.create(account);
  });
  afterAll(async () => {
    await store?.close();
    await rm(dataDir, { recursive: true });
  });
  beforeEach(() => {
    const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32) }]);
    catalog = createCatalog(store, sealer, {
      requestBytes: 1e6,
      responseBytes: 1e6,
      expansion: 50,
      work: 1e6,
    });
  });

  async function register(
    over: Partial<RegisteredService> = {},
    described = model,
  ): Promise<RegisteredService> {
    const id = randomUUID();
    const service = sampleService(accountId, now, { id, slug: `s${id.slice(0, 8)}`, ...over });
    const packedModel = await packModel(described);
    const revision = { serviceId: id, number: 1, diagnostics: [], source: 'x', createdAt: now, packedModel };
    await store.services.create(service, revision);
    return service;
  }

  test('compiles a service once, however often and by whatever object it is asked for', async () => {
    const service = await register();
    const [one, other] = await Promise.all([catalog.compile(service), catalog.compile({ ...service })]);
    expect(other).toBe(one);
    expect(catalog.compile(service)).toBe(one);
    expect(catalog.compile({ ...service })).toBe(one);
  });

  test('compiles a service anew when it was changed', async () => {
    const service = await register();
    const one = await catalog.compile(service);
    const other = await catalog.compile({ ...service, updatedAt: now + 1 });
    expect(other).not.toBe(one);
    expect(catalog.compile(service)).toBe(one);
  });

  test('has one mapper for services with the same description and settings, and others for others', async () => {
    const [one, same, other, changed] = await Promise.all(
      [
        await register(),
        await register(),
        await register({ settings: { ...DEFAULT_SETTINGS, numbers: 'string' } }),
        await register({}, (await parseWsdlText(WSDL.replace('Users', 'People'))).model),
      ].map((service) => catalog.compile(service)),
    );
    expect(same!.mapper).toBe(one!.mapper);
    expect(same!.revision.model).toBe(one!.revision.model);
    expect(other!.revision.model).toBe(one!.revision.model);
    expect(same).not.toBe(one);
    expect([one!.service.slug, one!.revision.serviceId]).not.toEqual([
      same!.service.slug,
      same!.revision.serviceId,
    ]);
    expect(other!.mapper).not.toBe(one!.mapper);
    expect(changed!.mapper).not.toBe(one!.mapper);
  });

  test('asks again for a service that could not be had', async () => {
    const service = await register();
    const later = { ...service, revision: 2 };
    await expect(catalog.compile(later)).rejects.toThrow(/has no revision 2/);
    const packedModel = await packModel(model);
    const revision = {
      serviceId: service.id,
      number: 2,
      diagnostics: [],
      source: 'x',
      createdAt: now,
      packedModel,
    };
    await store.services.addRevision(accountId, revision);
    expect((await catalog.compile(later)).revision.number).toBe(2);
  });

  test('forgets the service whose last use is longest ago, and compiles it again', async () => {
    const first = await register();
    const second = await register();
    const one = await catalog.compile(first);
    const other = await catalog.compile(second);
    catalog.compile(first);
    // Services differ by when they were changed, too.
    for (let i = 1; i < 500; i++) await catalog.compile({ ...first, updatedAt: now + i });
    expect(catalog.compile(first)).toBe(one);
    const again = await catalog.compile(second);
    expect(again).not.toBe(other);
    expect(catalog.compile(second)).toBe(again);
  });
});
