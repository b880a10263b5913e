import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTlsContext } from '../../../soap-transport/src/connection/tls-options.js';
import { findCredentialProblems } from '../../../soap-transport/src/secured/credential-problems.js';
import { readPrivateKey } from '../request/keys.js';
import { DerivationBudget, ExpensiveKeyError } from './derivation-budget.js';
import { openKeyBundles } from './key-bundles.js';
import { openPrivateKey } from './private-key.js';

const plain = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string;

/** The key as OpenSSL encrypts it. */
const encrypted = (...options: readonly string[]): string =>
  execFileSync('openssl', ['pkcs8', '-topk8', '-passout', 'pass:secret', ...options], {
    input: plain,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });

/** Replaces bytes, as hexadecimal digits, in an encrypted key. */
function alter(pem: string, from: string, to: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64').toString('hex');
  expect(der.split(from)).toHaveLength(2);
  const lines =
    Buffer.from(der.replace(from, to), 'hex')
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${lines.join('\n')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}

test.each<[string, readonly string[]]>([
  ['PBKDF2', ['-v2', 'aes-256-cbc', '-iter', '100000']],
  ['PBKDF2 with SHA-512', ['-v2', 'aes-128-cbc', '-v2prf', 'hmacWithSHA512']],
  ['scrypt', ['-scrypt']],
  ['a scheme of PKCS#12', ['-v1', 'PBE-SHA1-3DES', '-iter', '2048']],
])('a key encrypted with %s is opened', (_name, options) => {
  const key = openPrivateKey({ privateKey: encrypted(...options), passphrase: 'secret' });
  expect(key.equals(createPrivateKey(plain))).toBe(true);
});

const expensive = {
  'PBKDF2, 8,388,607 iterations': () =>
    alter(encrypted('-v2', 'aes-256-cbc', '-iter', '100000'), '02030186a0', '02037fffff'),
  'a scheme of PKCS#12, 8,388,607 iterations': () =>
    alter(encrypted('-v1', 'PBE-SHA1-3DES', '-iter', '100000'), '02030186a0', '02037fffff'),
  'PBKDF2, a negative count': () =>
    alter(encrypted('-v2', 'aes-256-cbc', '-iter', '100000'), '02030186a0', '0203ffffff'),
  'scrypt, 127 times in parallel': () =>
    alter(encrypted('-scrypt'), '02024000020108020101', '0202400002010802017f'),
  'an unknown derivation': () => alter(encrypted('-scrypt'), '2b06010401da47040b', '2b06010401da47040c'),
  'parameters that are not DER': () =>
    `-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGj\n-----END ENCRYPTED PRIVATE KEY-----\n`,
  'a block without an end': () => '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGj\n',
};

test.each(Object.entries(expensive))('%s: no caller opens the key', (_name, write) => {
  const key = { privateKey: write(), passphrase: 'secret' };
  const before = process.cpuUsage();
  expect(() => openPrivateKey(key)).toThrow(ExpensiveKeyError);
  expect(() => readPrivateKey(key)).toThrow(
    /cannot use the private key of the credential profile: .*write it again/,
  );
  const client = { ...key, certificate: 'none' };
  expect(() => createTlsContext({ clientCertificate: client })).toThrow('cannot use the client certificate');
  expect(openKeyBundles({ clientCertificate: client }).profile).toEqual({ clientCertificate: client });
  expect(findCredentialProblems({ clientCertificate: client }).map(({ path }) => path)).toContain(
    '/clientCertificate/privateKey',
  );
  // One derivation of the first takes more than three seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
});

test('the second of two keys in a text counts too', () => {
  const both = encrypted('-scrypt') + expensive['PBKDF2, 8,388,607 iterations']();
  expect(() => openPrivateKey({ privateKey: both, passphrase: 'secret' })).toThrow(ExpensiveKeyError);
});

test('the keys of one file share a budget, and hashes that are computed one by one count four times', () => {
  const budget = new DerivationBudget();
  budget.take(5_000_000);
  budget.takeHashes(1_000_000, 1);
  expect(() => budget.take(2_000_000)).toThrow('more than 5000000 iterations');
  for (const wrong of [0, -1, 5_000_001, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => new DerivationBudget().take(wrong)).toThrow(ExpensiveKeyError);
  }
});
