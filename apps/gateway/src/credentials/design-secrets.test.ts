import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealer, SealError } from '../domain/seal.js';
import { openStore, type Store } from '../store/store.js';
import { sampleAccount, sampleService } from '../testing/sample-records.js';
import { hideSecrets, hideSecretsInJson } from './hide-secrets.js';
import {
  designSecretField,
  loadServiceSecrets,
  rotateSecrets,
  storeServiceSecret,
} from './service-secrets.js';

const [one, two] = ['one', 'two'].map((id) => ({ id, key: Buffer.alloc(32, id) }));

describe('secrets of designs', () => {
  let dataDir: string;
  let store: Store;
  const serviceId = 'svc_designed';
  let accountId: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-design-secrets-'));
    store = await openStore({ dataDir }, () => {});
    const account = sampleAccount(Date.now());
    accountId = account.id;
    await store.accounts.create(account);
    await store.services.create(sampleService(accountId, Date.now(), { id: serviceId }), {
      serviceId,
      number: 1,
      packedModel: Buffer.from('a model that this test does not read'),
      diagnostics: [],
      source: 's.wsdl',
      createdAt: Date.now(),
    });
  });
  afterAll(async () => {
    await store?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const placeOf = (name: string) => ({ accountId, serviceId, field: designSecretField(name) });
  const load = (...keys: Parameters<typeof createSealer>[0]) =>
    loadServiceSecrets(store, createSealer(keys), accountId, serviceId);

  test('are sealed one by one, found by their names, and moved to another key', async () => {
    const sealer = createSealer([one!]);
    expect(await load(one!)).toEqual({});
    await storeServiceSecret(store, sealer, placeOf('carrier.key'), 'canary-1');
    await storeServiceSecret(store, sealer, placeOf('PIN'), '0042');
    await storeServiceSecret(
      store,
      sealer,
      { accountId, serviceId, field: 'headers' },
      { blocks: {}, locked: [] },
    );
    const expected = [
      ['PIN', '0042'],
      ['carrier.key', 'canary-1'],
    ];
    expect([...((await load(one!)).design ?? [])]).toEqual(expected);
    expect([...(await store.secrets.find(accountId, serviceId)).values()].join(' ')).not.toContain(
      'canary-1',
    );
    expect((await rotateSecrets(store, createSealer([two!, one!]))).moved).toBe(3);
    expect([...((await load(two!)).design ?? [])]).toEqual(expected);
    await storeServiceSecret(store, createSealer([two!]), placeOf('PIN'), undefined);
    expect([...((await load(two!)).design?.keys() ?? [])]).toEqual(['carrier.key']);
  });

  test('cannot be opened under the name of another', async () => {
    const sealer = createSealer([two!]);
    await storeServiceSecret(store, sealer, placeOf('open'), 'canary-2');
    const sealed = (await store.secrets.find(accountId, serviceId)).get(placeOf('open').field)!;
    await store.secrets.set(placeOf('shown'), sealed);
    await expect(load(two!)).rejects.toThrow(SealError);
    await store.secrets.delete(placeOf('shown'));
  });

  test('are hidden in texts of the upstream', async () => {
    const secrets = { design: new Map([['key', 'canary "3"']]) };
    expect(hideSecrets('no such key: canary "3"!', secrets)).not.toContain('canary');
    expect(hideSecretsInJson(JSON.stringify({ fault: 'key canary "3" is unknown' }), secrets)).not.toContain(
      'canary',
    );
  });
});
