import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseWsdlText, type ServiceModel } from '@soapstone/wsdl-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSealer } from '../../domain/seal.js';
import { packModel } from '../../domain/services/pack-model.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { DEFAULT_SETTINGS } from '../../domain/services/service-settings.js';
import { openStore, type Store } from '../../store/store.js';
import { BANK_WSDL } from '../../testing/bank-scene.js';
import { sampleAccount, sampleService } from '../../testing/sample-records.js';
import { createMappingThread } from '../mapping/mapping-thread.js';
import { type Catalog, createCatalog } from './catalog.js';

const now = Date.parse('2026-11-22T10:00:00Z');

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" name="Users" targetNamespace="urn:x"/>`;

const ROOM = 300_000;
/** Larger than the room, once compiled. */
const large = WSDL.replace('/>', `><documentation>${'x'.repeat(ROOM)}</documentation></definitions>`);

/** No test here sends a call. */
const NO_THREAD = createMappingThread({
  mapperBytes: 0,
  memory: 64,
  limit: 0,
  log: { error: () => {}, warn: () => {} },
  onStuck: () => {},
});

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
    catalog = createCatalog(store, sealer, NO_THREAD, {
      requestBytes: 1e6,
      responseBytes: 1e6,
      expansion: 50,
      work: 1e6,
      catalogBytes: ROOM,
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

  test('compiles a service once, whichever object is used to request it', async () => {
    const service = await register();
    const [one, other] = await Promise.all([catalog.compile(service), catalog.compile({ ...service })]);
    expect(other).toBe(one);
    expect(catalog.compile(service)).toBe(one);
    expect(catalog.compile({ ...service })).toBe(one);
  });

  test('recompiles a service after a change', async () => {
    const service = await register();
    const one = await catalog.compile(service);
    const other = await catalog.compile({ ...service, updatedAt: now + 1 });
    expect(other).not.toBe(one);
    expect(catalog.compile(service)).toBe(one);
  });

  test('shares one mapper among services with the same description and settings only', async () => {
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

  test('retries a service that could not be loaded', async () => {
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

  test('evicts the least recently used service if there is no room, and recompiles it later', async () => {
    const first = await register();
    const second = await register();
    const one = await catalog.compile(first);
    const other = await catalog.compile(second);
    catalog.compile(first);
    // The services differ only in when they were changed: each counts 8 KiB, and their shared model counts once.
    for (let i = 1; i < 40; i++) await catalog.compile({ ...first, updatedAt: now + i });
    expect(catalog.stats().bytes).toBeLessThanOrEqual(ROOM);
    expect(catalog.stats().services).toBeGreaterThan(20);
    expect(catalog.compile(first)).not.toBe(one);
    const again = await catalog.compile(second);
    expect(again).not.toBe(other);
    expect(catalog.compile(second)).toBe(again);
  });

  test('what was compiled for an evicted service is collected, though the service is still looked up', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const first = await register();
    const lookedUp = Array.from({ length: 60 }, (_, i) => ({ ...first, updatedAt: now + i }));
    const compiled: WeakRef<object>[] = [];
    for (const service of lookedUp) compiled.push(new WeakRef(await catalog.compile(service)));
    await expect
      .poll(() => {
        collect();
        return compiled.filter((each) => each.deref() !== undefined).length;
      })
      .toBeLessThanOrEqual(catalog.stats().services + 1);
    expect(lookedUp.length).toBe(60);
  });

  test('keeps used services while others are evicted', async () => {
    const used = await register();
    const one = await catalog.compile(used);
    for (let i = 1; i < 100; i++) {
      await catalog.compile({ ...used, updatedAt: now + i });
      expect(catalog.compile(used)).toBe(one);
    }
  });

  test('counts the mapper for the other form of numbers from its first call on', async () => {
    const thread = createMappingThread({
      mapperBytes: 1e6,
      memory: 64,
      limit: 0,
      log: { error: () => {}, warn: () => {} },
      onStuck: () => {},
    });
    const sealer = createSealer([{ id: 'k', key: Buffer.alloc(32) }]);
    const limits = { requestBytes: 1e6, responseBytes: 1e6, expansion: 50, work: 1e6, catalogBytes: 1e7 };
    const bank = createCatalog(store, sealer, thread, limits);
    const { model: described } = await parseWsdlText(BANK_WSDL);
    const service = await register({}, described);
    const compiled = await bank.compile(service);
    const before = bank.stats().bytes;
    const ask = async (from = compiled) => {
      const operation = await from.operation('Pay', 'string');
      const envelope = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>';
      const pay = '<PayResponse xmlns="urn:bank"><id>1</id><amount>2</amount></PayResponse>';
      const reply = await operation.decodeXml(Buffer.from(`${envelope}${pay}</e:Body></e:Envelope>`), {});
      return reply.kind === 'result' ? Buffer.from(reply.result).toString() : undefined;
    };
    expect(bank.stats().bytes).toBe(before);
    expect(await ask()).toBe('{"id":"1","amount":["2"]}');
    const { bytes } = bank.stats();
    expect(bytes).toBeGreaterThan(before + 32_768);
    expect(await ask()).toBe('{"id":"1","amount":["2"]}');
    expect(bank.stats().bytes).toBe(bytes);
    // A service whose own form is already `string` gets no second mapper.
    const settings = { ...DEFAULT_SETTINGS, numbers: 'string' } as const;
    const own = await bank.compile(await register({ settings }, described));
    const withOwn = bank.stats().bytes;
    expect(await ask(own)).toBe('{"id":"1","amount":["2"]}');
    expect(bank.stats().bytes).toBe(withOwn);
    await thread.close();
  });

  test('counts a shared model and mapper once, and releases them', async () => {
    const [first, second] = [await register(), await register()];
    await catalog.compile(first);
    const { bytes } = catalog.stats();
    await catalog.compile(second);
    expect(catalog.stats()).toEqual({ services: 2, bytes: bytes + 8192 });
    const other = await register({}, (await parseWsdlText(large)).model);
    await catalog.compile(other);
    expect(catalog.stats().services).toBe(1);
    await catalog.compile(first);
    expect(catalog.stats()).toEqual({ services: 1, bytes });
  });

  test('keeps a single service that is larger than the room', async () => {
    const service = await register({}, (await parseWsdlText(large)).model);
    const one = await catalog.compile(service);
    expect(catalog.stats().bytes).toBeGreaterThan(ROOM);
    expect(catalog.compile(service)).toBe(one);
  });

  test('evicts deleted services and earlier states of changed ones, of one account or of all', async () => {
    const [kept, changed, deleted] = [await register(), await register(), await register()];
    const later = { ...changed, updatedAt: now + 1 };
    const one = await catalog.compile(kept);
    for (const service of [changed, later, deleted]) await catalog.compile(service);
    expect(catalog.stats().services).toBe(4);
    await store.services.update(later);
    await store.services.delete(accountId, deleted.id);
    await catalog.evictOutdated('another account');
    expect(catalog.stats().services).toBe(4);
    await catalog.evictOutdated(accountId);
    expect(catalog.stats().services).toBe(2);
    expect(catalog.compile(kept)).toBe(one);
    await store.services.delete(accountId, changed.id);
    await catalog.evictOutdated();
    expect(catalog.stats().services).toBe(1);
  });
});
