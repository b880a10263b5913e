import { describe, expect, test } from 'vitest';
import { administer } from '../../compose/administer.js';
import { readConfig } from '../../config/read-config.js';
import { hashKey, keyPurpose } from '../../domain/accounts/api-key.js';
import { createSealer } from '../../domain/seal.js';
import {
  databases,
  NEW,
  OLD,
  PEPPER,
  printKey,
  setAdministrationScene,
} from '../../testing/administration-scene.js';
import { sampleService } from '../../testing/sample-records.js';

describe.each(databases)('admin commands for keys on $name', (database) => {
  describe.skipIf(!database.installed)('with the database', () => {
    const scene = setAdministrationScene(database);
    const { admin, createAccount } = scene;

    test('keys: prints only the new key, which works until it is revoked', async () => {
      const id = await createAccount();
      const made = await admin(['keys', 'create', id, '--name', 'ci']);
      expect(made.code).toBe(0);
      const key = made.out.trim();
      expect(keyPurpose(key)).toBe('management');
      expect(made.err).not.toContain(key);
      const found = await scene.store.apiKeys.findByHash(hashKey(key, PEPPER));
      expect(found?.account.id).toBe(id);
      const live = await admin(['keys', 'create', id, '--name', 'x', '--purpose', 'live', '--json']);
      expect(keyPurpose(live.json().key)).toBe('live');

      const { out } = await admin(['keys', 'list', id]);
      expect(out).toContain(found!.key.id);
      expect(out).not.toContain(key);
      expect((await admin(['keys', 'revoke', id, found!.key.id])).code).toBe(0);
      expect((await scene.store.apiKeys.findByHash(hashKey(key, PEPPER)))?.key.revokedAt).toBeDefined();
      expect((await admin(['keys', 'revoke', id, found!.key.id])).code).toBe(1);
      const other = await createAccount();
      expect((await admin(['keys', 'revoke', other, live.json().id])).code).toBe(1);
    });

    test('sealing keys: says after a rotation that the old key can be removed', async () => {
      const accountId = await createAccount();
      const at = Date.now();
      const service = sampleService(accountId, at);
      const revision = {
        number: 1,
        packedModel: Buffer.from('x'),
        diagnostics: [],
        source: 'x',
        createdAt: at,
      };
      await scene.store.services.create(service, { serviceId: service.id, ...revision });
      const place = { accountId, serviceId: service.id, field: 'credentials' };
      await scene.store.secrets.set(place, createSealer([OLD]).seal('canary', place));

      const both = { ENCRYPTION_KEYS: `${printKey(NEW)},${printKey(OLD)}` };
      const before = await admin(['sealing-keys', 'list', '--json'], { over: both });
      expect(before.json()).toEqual({ current: 'new', secrets: { new: 0, old: 1 } });
      const lost = await admin(['sealing-keys', 'rotate', '--json'], {
        over: { ENCRYPTION_KEYS: printKey(NEW) },
      });
      expect(lost.code).toBe(1);
      expect(lost.json().error.code).toBe('SEALING_KEY_MISSING');
      const rotated = await admin(['sealing-keys', 'rotate', '--json'], { over: both });
      expect(rotated.json()).toEqual({ moved: 1, current: 'new', secrets: { new: 1, old: 0 } });
      const sealed = await scene.store.secrets.find(accountId, service.id);
      expect(createSealer([NEW]).open(sealed.get('credentials')!, place)).toBe('canary');
      expect((await admin(['sealing-keys', 'rotate'], { over: both })).out).toContain('0 sealed again');
    });
  });
});

test('sealing keys: generates a key that the configuration accepts', async () => {
  let out = '';
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: () => {},
    readInput: async () => '',
  };
  expect(await administer(['sealing-keys', 'generate', '2026-06'], {}, terminal)).toBe(0);
  const [key] = readConfig({ ENCRYPTION_KEYS: out.trim() }).sealingKeys ?? [];
  expect(key?.id).toBe('2026-06');
  expect(key?.key).toHaveLength(32);
});
