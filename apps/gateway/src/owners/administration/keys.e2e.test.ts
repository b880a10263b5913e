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

    test('keys: creates, changes and rolls a key with rules', async () => {
      const id = await createAccount();
      const options = [
        '--purpose',
        'live',
        '--operation',
        'users/GetUser',
        'users/ListUsers',
        '--per-minute',
        '5',
      ];
      const made = (
        await admin(['keys', 'create', id, '--name', 'ci', ...options, '--address', '192.0.2.0/24', '--json'])
      ).json();
      expect(made).toMatchObject({
        operations: ['users/GetUser', 'users/ListUsers'],
        callsPerMinute: 5,
        addresses: ['192.0.2.0/24'],
        expiresAt: null,
      });
      const change = ['keys', 'change', id, made.id, '--name', 'x', '--expires', '2127-01-31T00:00:00Z'];
      const changed = (
        await admin([...change, '--without', 'addresses', 'operations', '--read-only', '--json'])
      ).json();
      expect(changed).toMatchObject({
        name: 'x',
        operations: null,
        addresses: null,
        readOnly: true,
        callsPerMinute: 5,
        expiresAt: '2127-01-31T00:00:00.000Z',
      });
      const rolled = await admin(['keys', 'roll', id, made.id, '--overlap', '7d']);
      const find = (key: string) => scene.store.apiKeys.findByHash(hashKey(key, PEPPER));
      expect((await find(rolled.out.trim()))?.key).toMatchObject({
        id: made.id,
        perMinute: 5,
        readOnly: true,
      });
      const old = await find(made.key);
      expect([old?.key.id, old?.until]).toEqual([made.id, old!.key.rolledAt! + 7 * 86_400_000]);
      for (const wrong of [
        ['--address', '192.0.2.1/24'],
        ['--per-minute', '0'],
        ['--operation', 'x'],
        ['--without', 'y'],
      ])
        expect((await admin(['keys', 'change', id, made.id, ...wrong])).code).not.toBe(0);
      expect((await admin(['keys', 'roll', id, made.id, '--overlap', '31d'])).code).not.toBe(0);
      expect((await admin(['keys', 'change', await createAccount(), made.id, '--name', 'z'])).code).toBe(1);
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
