import { describe, expect, test } from 'vitest';
import { createKey, hashKey, keyHint, keyPurpose } from './api-key.js';

describe('API keys', () => {
  test.each(['live', 'management'] as const)('a %s key is recognisable and well-formed', (purpose) => {
    const key = createKey(purpose);
    expect(key).toMatch(purpose === 'live' ? /^sst_live_[0-9A-Za-z]{38}$/ : /^sst_mgmt_[0-9A-Za-z]{38}$/);
    expect(keyPurpose(key)).toBe(purpose);
    expect(key.slice(0, -6).endsWith(keyHint(key))).toBe(true);
  });

  test('keys are unique', () => {
    expect(new Set(Array.from({ length: 1000 }, () => createKey('live'))).size).toBe(1000);
  });

  test('the checksum is the CRC-32 of the preceding characters, in base 62', () => {
    // Computed with Python's zlib.crc32.
    expect(keyPurpose(`sst_live_${'0'.repeat(32)}38DGkl`)).toBe('live');
  });

  test('any changed character is rejected', () => {
    const key = createKey('live');
    for (let index = 0; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x';
      expect(keyPurpose(key.slice(0, index) + other + key.slice(index + 1))).toBeUndefined();
    }
  });

  test.each(['', 'sst_live_', 'sst_live_short', `sst_live_${'é'.repeat(38)}`, 'a'.repeat(10_000)])(
    'rejects %j',
    (key) => {
      expect(keyPurpose(key)).toBeUndefined();
    },
  );

  test('the hash depends on key and pepper, and does not contain the key', () => {
    const key = createKey('live');
    const hash = hashKey(key, 'pepper');
    expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(hashKey(key, 'pepper')).toBe(hash);
    expect(hashKey(key, 'other')).not.toBe(hash);
    expect(hashKey(createKey('live'), 'pepper')).not.toBe(hash);
  });
});
