import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { CredentialProfile } from '@soapstone/credentials';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../../ws-security/src/testing/certificates.js';
import { findCredentialProblems } from './credential-problems.js';

let one: Identity;
let other: Identity;
let elliptic: string;
let short: string;
let sealed: string;

beforeAll(async () => {
  [one, other] = await Promise.all([createIdentity('one'), createIdentity('other')]);
  const encoding = { type: 'pkcs8', format: 'pem' } as const;
  elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(encoding) as string;
  short = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey.export(encoding) as string;
  sealed = createPrivateKey(one.privateKey).export({
    ...encoding,
    cipher: 'aes-256-cbc',
    passphrase: 'CANARY-word',
  }) as string;
});

const pathsOf = (profile: CredentialProfile): string[] => {
  const problems = findCredentialProblems(profile);
  expect(JSON.stringify(problems)).not.toContain('CANARY');
  return problems.map(({ path }) => path);
};

describe('a correct profile has no problem', () => {
  test.each<[string, () => CredentialProfile]>([
    ['a signature', () => ({ signature: one })],
    ['with SHA-512', () => ({ signature: { ...one, algorithm: 'rsa-sha512' } })],
    ['a sealed key', () => ({ signature: { ...one, privateKey: sealed, passphrase: 'CANARY-word' } })],
    ['a client certificate', () => ({ clientCertificate: one })],
    [
      'a chain',
      () => ({ clientCertificate: { ...one, certificate: `${one.certificate}\n${other.certificate}` } }),
    ],
    ['authorities', () => ({ ca: [one.certificate, `${one.certificate}\n${other.certificate}`] })],
  ])('%s', (_name, profile) => {
    expect(findCredentialProblems(profile())).toEqual([]);
  });
});

describe('every unusable value is reported by its path, and not repeated', () => {
  test.each<[string, () => CredentialProfile, string[]]>([
    [
      'a broken certificate and a broken key',
      () => ({ signature: { certificate: 'CANARY', privateKey: 'CANARY' } }),
      ['/signature/certificate', '/signature/privateKey'],
    ],
    [
      'a truncated certificate',
      () => ({ signature: { ...one, certificate: one.certificate.slice(0, 300) } }),
      ['/signature/certificate'],
    ],
    [
      'the key of another certificate',
      () => ({ signature: { ...one, privateKey: other.privateKey } }),
      ['/signature/privateKey'],
    ],
    [
      'a key without its passphrase',
      () => ({ signature: { ...one, privateKey: sealed } }),
      ['/signature/privateKey'],
    ],
    [
      'a wrong passphrase',
      () => ({ signature: { ...one, privateKey: sealed, passphrase: 'CANARY' } }),
      ['/signature/privateKey'],
    ],
    [
      'an EC key for an RSA certificate',
      () => ({ signature: { ...one, privateKey: elliptic } }),
      ['/signature/privateKey', '/signature/privateKey'],
    ],
    [
      'a key that is too short',
      () => ({ signature: { ...one, privateKey: short } }),
      ['/signature/privateKey', '/signature/privateKey'],
    ],
    [
      'the client key of another certificate',
      () => ({ clientCertificate: { ...one, privateKey: other.privateKey } }),
      ['/clientCertificate/privateKey'],
    ],
    [
      'a broken client certificate',
      () => ({ clientCertificate: { ...one, certificate: 'CANARY' } }),
      ['/clientCertificate/certificate'],
    ],
    [
      'an invalid PKCS#12 file',
      () => ({ clientCertificate: { pfx: Buffer.from('CANARY'), passphrase: 'CANARY' } }),
      ['/clientCertificate/pfx'],
    ],
    ['an invalid authority', () => ({ ca: 'CANARY' }), ['/ca']],
    [
      'an invalid authority, certificate and revocation list in verify',
      () => ({ verify: { authorities: 'CANARY', certificates: 'CANARY', revocationLists: 'CANARY' } }),
      ['/verify/authorities', '/verify/certificates', '/verify/revocationLists'],
    ],
    ['verify without trusted certificates', () => ({ verify: { parts: ['body'] } }), ['/verify']],
    ['a valid authority and an invalid one', () => ({ ca: [one.certificate, 'CANARY'] }), ['/ca']],
    [
      'everything at once',
      () => ({
        basic: { username: 'a:b', password: 'CANARY\u0000' },
        headers: { 'X~Key': 'CANARY\n', 'CANARY secret': 'x' },
        ca: 'CANARY',
        signature: { ...one, certificate: 'CANARY' },
      }),
      ['/basic/username', '/basic/password', '/headers/X~0Key', '/headers', '/ca', '/signature/certificate'],
    ],
  ])('%s', (_name, profile, paths) => {
    expect(pathsOf(profile())).toEqual(paths);
  });
});
