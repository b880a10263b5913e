import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSealer, SealError } from '../domain/seal.js';
import { openStore, type Store } from '../store/store.js';
import { sampleAccount, sampleService } from '../testing/sample-records.js';
import { loadServiceSecrets, rotateSecrets, storeServiceSecret } from './service-secrets.js';

const [one, two] = ['one', 'two'].map((id) => ({ id, key: randomBytes(32) }));
const SERVICES = 20;

describe('sealed secrets in the database', () => {
  let dataDir: string;
  let store: Store;
  let places: { accountId: string; serviceId: string; field: 'credentials' }[];
  const passwordOf = (serviceId: string) => `password of ${serviceId}`;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-seal-'));
    store = await openStore({ dataDir }, () => {});
    const sealer = createSealer([one!]);
    places = [];
    for (let count = 0; count < SERVICES; count += 1) {
      const at = Date.now();
      const account = sampleAccount(at);
      const accountId = account.id;
      await store.accounts.create(account);
      const serviceId = `service${count}`;
      await store.services.create(sampleService(accountId, at, { id: serviceId }), {
        serviceId,
        number: 1,
        packedModel: Buffer.from('a model that this test does not read'),
        diagnostics: [],
        source: 's.wsdl',
        createdAt: at,
      });
      const place = { accountId, serviceId, field: 'credentials' } as const;
      await storeServiceSecret(store, sealer, place, {
        basic: { username: 'u', password: passwordOf(serviceId) },
      });
      places.push(place);
    }
  });
  afterAll(async () => {
    await store?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('the sealing key is rotated during use without a failure', async () => {
    // Nodes are restarted one by one: some know the new key, and all know the old one until the end.
    const sealers = [createSealer([one!, two!]), createSealer([two!, one!])];
    let reads = 0;
    let rotating = true;
    const read = async () => {
      while (rotating) {
        for (const { accountId, serviceId } of places) {
          const { credentials } = await loadServiceSecrets(store, sealers[reads % 2]!, accountId, serviceId);
          expect(credentials?.basic?.password).toBe(passwordOf(serviceId));
          reads += 1;
          // This database responds synchronously, so let other work have a turn.
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    };
    const readers = [read(), read(), read()];
    let moved = 0;
    for (let round = 0; round < 10; round += 1) {
      // To the new key and back, each time by two nodes at once.
      const sealer = sealers[round % 2]!;
      const counts = await Promise.all([rotateSecrets(store, sealer), rotateSecrets(store, sealer)]);
      moved += counts[0]!.moved + counts[1]!.moved;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    rotating = false;
    await Promise.all(readers);
    process.stderr.write(`rotation: ${moved} secrets sealed again, ${reads} reads meanwhile, 0 failed\n`);
    expect(moved).toBeGreaterThanOrEqual(9 * SERVICES);
    expect(reads).toBeGreaterThan(100);
    // The last rotation was to the new key, so the old one can be removed.
    const after = createSealer([two!]);
    for (const { accountId, serviceId } of places) {
      await loadServiceSecrets(store, after, accountId, serviceId);
    }
  });

  test('secrets whose key is missing are reported and left as they are, and others are still resealed', async () => {
    const [lost] = places;
    const three = { id: 'three', key: randomBytes(32) };
    const stranger = createSealer([three]).seal('{"basic":{"username":"u","password":"p"}}', lost!);
    const before = (await store.secrets.find(lost!.accountId, lost!.serviceId)).get('credentials')!;
    await store.secrets.set(lost!, stranger);
    const { moved, failures } = await rotateSecrets(store, createSealer([one!, two!]));
    expect(moved).toBe(SERVICES - 1);
    expect(failures.map(({ message }) => message)).toEqual(['the sealing key "three" is not configured']);
    expect((await store.secrets.find(lost!.accountId, lost!.serviceId)).get('credentials')).toBe(stranger);
    await store.secrets.set(lost!, before);
    expect(await rotateSecrets(store, createSealer([two!, one!]))).toEqual({
      moved: SERVICES - 1,
      failures: [],
    });
  });

  test('a row copied to another tenant does not unseal', async () => {
    const sealer = createSealer([two!, one!]);
    const rows = await store.secrets.list();
    let refused = 0;
    for (const [index, { place, sealed }] of rows.entries()) {
      const other = rows[(index + 1) % rows.length]!;
      await store.secrets.set(place, other.sealed);
      await expect(loadServiceSecrets(store, sealer, place.accountId, place.serviceId)).rejects.toThrow(
        SealError,
      );
      await store.secrets.set(place, sealed);
      refused += 1;
    }
    process.stderr.write(`swapped rows: ${refused} of ${rows.length} refused\n`);
    expect(refused).toBe(SERVICES);
  });
});

test('none of ten thousand sealed texts with one flipped bit unseals', () => {
  const sealer = createSealer([one!]);
  const place = { accountId: 'acc_1', serviceId: 's1', field: 'credentials' };
  const sealed = sealer.seal('a secret of some length', place);
  const [version, keyId, ...parts] = sealed.split('.');
  const bytes = parts.map((part) => Buffer.from(part, 'base64url'));
  let flipped = 0;
  let opened = 0;
  while (flipped < 10_000) {
    for (const [index, part] of bytes.entries()) {
      for (let bit = 0; bit < part.length * 8 && flipped < 10_000; bit += 1) {
        const changed = Buffer.from(part);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        const texts = bytes.map((each, at) => (at === index ? changed : each).toString('base64url'));
        try {
          sealer.open([version, keyId, ...texts].join('.'), place);
          opened += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(SealError);
        }
        flipped += 1;
      }
    }
  }
  process.stderr.write(`bit flips: ${flipped} tried, ${opened} opened\n`);
  expect(opened).toBe(0);
});
