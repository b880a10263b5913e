import { expect, test } from 'vitest';
import { readCompatibility } from './compatibility.js';

test('--compatibility: switches add up, and of two versions of TLS the older one counts', () => {
  expect(readCompatibility('tls-1.0, sha-1')).toEqual({ minimumTls: '1.0', weakCiphers: ['SHA-1'] });
  expect(readCompatibility('tls-1.1,HTTP-1.0', { minimumTls: '1.0', weakCiphers: ['SHA-1'] })).toEqual({
    minimumTls: '1.0',
    weakCiphers: ['SHA-1'],
    http: '1.0',
  });
  expect(readCompatibility('rsa-1024,sha-1,connection-close')).toEqual({
    weakCiphers: ['RSA-1024', 'SHA-1'],
    connection: 'close',
  });
});

test.each(['tls-1.2', '', 'sha-1,', '__proto__', 'constructor'])('--compatibility: %j is refused', (text) => {
  expect(() => readCompatibility(text)).toThrow(/^expected some of tls-1\.0, tls-1\.1, legacy-renegotiation/);
});
