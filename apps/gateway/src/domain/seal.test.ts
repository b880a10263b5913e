import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealer, SealError } from './seal.js';

const place = { accountId: 'acc_1', serviceId: 's1', field: 'credentials' };
const [one, two] = ['one', 'two'].map((id) => ({ id, key: randomBytes(32) }));
const sealer = createSealer([one!]);

describe('a sealed text', () => {
  test('opens to the original, and does not show it', () => {
    const sealed = sealer.seal('pässword', place);
    expect(sealed).not.toContain('pässword');
    expect(sealer.open(sealed, place)).toBe('pässword');
    expect(sealer.seal('pässword', place)).not.toBe(sealed);
  });

  test('cannot be opened in another place', () => {
    const sealed = sealer.seal('secret', place);
    for (const other of [
      { ...place, accountId: 'acc_2' },
      { ...place, serviceId: 's2' },
      { ...place, field: 'headers' },
      { accountId: 'acc_1","s1', serviceId: '', field: 'credentials' },
    ]) {
      expect(() => sealer.open(sealed, other)).toThrow(SealError);
    }
  });

  test('cannot be opened if any character is changed', () => {
    const sealed = sealer.seal('secret', place);
    for (let index = 0; index < sealed.length; index += 1) {
      for (const character of ['A', 'b', '.', '-']) {
        if (sealed[index] === character) continue;
        const changed = sealed.slice(0, index) + character + sealed.slice(index + 1);
        expect(() => sealer.open(changed, place), `${index} ${character}`).toThrow(SealError);
      }
    }
  });

  test('is rewrapped under a new key, and old texts open until then', () => {
    const sealed = sealer.seal('secret', place);
    const rotating = createSealer([two!, one!]);
    expect(rotating.open(sealed, place)).toBe('secret');
    const rewrapped = rotating.rewrap(sealed, place);
    expect(rotating.rewrap(rewrapped, place)).toBe(rewrapped);
    const after = createSealer([two!]);
    expect(after.open(rewrapped, place)).toBe('secret');
    expect(() => after.open(sealed, place)).toThrow('the sealing key "one" is not configured');
  });

  test.each(['', 'v1', 'v1.one..', 'v2.one.a.b', 'x.y.z', 'v1.one.a.b.c'])(
    '%j is not a sealed text',
    (text) => {
      expect(() => sealer.open(text, place)).toThrow(SealError);
    },
  );
});
