import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyOctets } from './algorithms.js';

describe('verifyOctets: ECDSA', () => {
  test.each([
    ['P-256', 32],
    ['P-384', 48],
    ['P-521', 66],
  ] as const)('%s: r and s may lack leading zeros, and only those', (namedCurve, size) => {
    const { privateKey: pem } = generateKeyPairSync('ec', {
      namedCurve,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const key = { key: createPrivateKey(pem), dsaEncoding: 'ieee-p1363' } as const;
    const publicKey = createPublicKey(pem);
    // Enough messages that r and s of one of them begin with a zero: every fourth with P-521, one of 65,536 with the others.
    const count = namedCurve === 'P-521' ? 60 : 1;
    let short = 0;
    for (let run = 0; run < count; run += 1) {
      const octets = `message ${run}`;
      const value = sign('sha512', Buffer.from(octets), key);
      const isValid = (bytes: Uint8Array): boolean => verifyOctets('ecdsa-sha512', publicKey, octets, bytes);
      expect(isValid(value)).toBe(true);
      const [r, s] = [value.subarray(0, size), value.subarray(size)];
      const isShort = r[0] === 0 && s[0] === 0;
      short += Number(isShort);
      expect(isValid(Buffer.concat([r.subarray(1), s.subarray(1)]))).toBe(isShort);
      expect(isValid(Buffer.concat([r.subarray(1), s]))).toBe(false);
      expect(isValid(Buffer.concat([Buffer.of(0), r, Buffer.of(0), s]))).toBe(false);
      expect(isValid(new Uint8Array())).toBe(false);
    }
    if (namedCurve === 'P-521') expect(short).toBeGreaterThan(0);
  });
});
