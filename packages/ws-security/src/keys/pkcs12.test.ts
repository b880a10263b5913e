import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTlsContext } from '../../../soap-transport/src/connection/tls-options.js';
import { findCredentialProblems } from '../../../soap-transport/src/secured/credential-problems.js';
import { TransportError } from '../../../soap-transport/src/transport-error.js';
import { derChildren, readDer } from '../certificates/der.js';
import type { Identity } from '../testing/certificates.js';
import { AUTHORITY, type CertificateOffice, openCertificateOffice, SIGNER } from '../testing/openssl.js';
import { createSeededRandom } from '../testing/seeded-random.js';
import { openKeyBundles } from './key-bundles.js';
import { readPkcs12 } from './pkcs12.js';
import { Pkcs12Error } from './pkcs12-error.js';

let office: CertificateOffice;
let authority: Identity;
let rsa: Identity;
let elliptic: Identity;
beforeAll(() => {
  office = openCertificateOffice();
  authority = office.issue('/CN=authority', { extensions: AUTHORITY });
  rsa = office.issue('/CN=rsa', { issuer: authority, extensions: SIGNER });
  elliptic = office.issue('/CN=ec', { key: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'] });
}, 60_000);
afterAll(() => office?.close());

/** A file as the command `openssl pkcs12` writes it. */
function exported(
  { certificate, privateKey }: Identity,
  password: string,
  ...options: readonly string[]
): Uint8Array {
  const at = (name: string, text: string): string => {
    writeFileSync(join(office.folder, name), text);
    return join(office.folder, name);
  };
  const input = ['-in', at('in.pem', certificate), '-inkey', at('in.key', privateKey)];
  const output = join(office.folder, 'out.p12');
  const args = ['pkcs12', '-export', ...input, '-out', output, '-passout', `pass:${password}`, ...options];
  execFileSync('openssl', args, { stdio: 'pipe' });
  return new Uint8Array(readFileSync(output));
}

const codeOf = (file: Uint8Array, password?: string): string => {
  try {
    readPkcs12(file, password);
    return 'read';
  } catch (error) {
    if (!(error instanceof Pkcs12Error)) throw error;
    return error.code;
  }
};
/** A value of DER with up to 65,535 octets. */
const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, 0x82, content.length >> 8, content.length & 255), content]);
};
/** The AuthenticatedSafe of a file without a MAC (RFC 7292 §4). */
const safeOf = (file: Uint8Array): Uint8Array => {
  const [, info] = derChildren(readDer(file));
  const [, explicit] = derChildren(info!);
  return derChildren(explicit!)[0]!.content;
};
const DATA_OID = Buffer.from('06092a864886f70d010701', 'hex');
const pfxOf = (safe: Uint8Array): Buffer =>
  tlv(0x30, Buffer.of(2, 1, 3), tlv(0x30, DATA_OID, tlv(0xa0, tlv(0x04, safe))));

describe('readPkcs12', () => {
  test.each<[string, string, readonly string[]]>([
    ['the defaults of OpenSSL 3: AES-256 and SHA-256', 'secret', []],
    ['the defaults of OpenSSL 1: 3DES and RC2-40', 'secret', ['-legacy']],
    [
      '3DES for both, as Windows writes it',
      'secret',
      ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
    ],
    ['RC2-128', 'secret', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-128']],
    ['two keys of DES', 'secret', ['-certpbe', 'PBE-SHA1-2DES', '-keypbe', 'PBE-SHA1-2DES']],
    [
      'AES-128 and a MAC with SHA-512',
      'secret',
      ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-192-CBC', '-macalg', 'sha512'],
    ],
    ['a password that is not ASCII', 'pä€ss😀', []],
    [
      'a password that is not ASCII, in the old form',
      'pä€ss',
      ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES'],
    ],
    ['no password', '', []],
    ['nothing encrypted', 'secret', ['-certpbe', 'NONE', '-keypbe', 'NONE']],
    ['no MAC', 'secret', ['-nomac']],
    ['one iteration', 'secret', ['-noiter', '-nomaciter']],
  ])('%s', (_name, password, options) => {
    for (const identity of [rsa, elliptic]) {
      const { certificate, privateKey } = readPkcs12(exported(identity, password, ...options), password);
      expect(new X509Certificate(certificate).raw).toEqual(new X509Certificate(identity.certificate).raw);
      expect(createPrivateKey(privateKey).equals(createPrivateKey(identity.privateKey))).toBe(true);
    }
  });

  test('the certificates of the issuers follow that of the key, in any order in the file', () => {
    writeFileSync(join(office.folder, 'chain.pem'), authority.certificate);
    for (const certificate of [rsa.certificate, authority.certificate + rsa.certificate]) {
      const file = exported({ ...rsa, certificate }, 'x', '-certfile', join(office.folder, 'chain.pem'));
      const subjects = readPkcs12(file, 'x')
        .certificate.match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g)
        ?.map((pem) => new X509Certificate(pem).subject);
      expect(subjects?.slice(0, 2)).toEqual(['CN=rsa', 'CN=authority']);
    }
  });

  test('BER with indefinite lengths and strings in pieces, as NSS and Bouncy Castle write it', () => {
    const safe = safeOf(exported(rsa, 'x', '-nomac'));
    const indefinite = (tag: number, ...parts: readonly Uint8Array[]): Buffer =>
      Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.of(0, 0)]);
    const pieces = [safe.subarray(0, 700), safe.subarray(700)];
    const octets = indefinite(0x24, tlv(0x04, pieces[0]!), indefinite(0x24, tlv(0x04, pieces[1]!)));
    const file = indefinite(0x30, Buffer.of(2, 1, 3), indefinite(0x30, DATA_OID, indefinite(0xa0, octets)));
    expect(codeOf(file, 'x')).toBe('read');
    expect(codeOf(Buffer.alloc(100_000, Buffer.of(0x30, 0x80)))).toBe('PKCS12_UNREADABLE');
  });

  test('the error code says what is wrong with a file', () => {
    const file = exported(rsa, 'secret');
    expect(codeOf(file, 'wrong')).toBe('PKCS12_PASSWORD');
    expect(codeOf(file)).toBe('PKCS12_PASSWORD');
    expect(codeOf(exported(rsa, 'secret', '-legacy'), 'wrong')).toBe('PKCS12_PASSWORD');
    writeFileSync(join(office.folder, 'c.pem'), rsa.certificate);
    const noKey = join(office.folder, 'nokey.p12');
    const args = ['-nokeys', '-in', join(office.folder, 'c.pem'), '-out', noKey, '-passout', 'pass:x'];
    execFileSync('openssl', ['pkcs12', '-export', ...args], { stdio: 'pipe' });
    expect(codeOf(readFileSync(noKey), 'x')).toBe('PKCS12_NO_KEY');
    const both = [rsa, elliptic].flatMap((identity) =>
      derChildren(readDer(safeOf(exported(identity, 'x', '-nomac')))).map(({ raw }) => raw),
    );
    expect(codeOf(pfxOf(tlv(0x30, ...both)), 'x')).toBe('PKCS12_SEVERAL_KEYS');
    const [, keyOnly] = derChildren(readDer(safeOf(exported(rsa, 'x', '-nomac'))));
    expect(codeOf(pfxOf(tlv(0x30, keyOnly!.raw)), 'x')).toBe('PKCS12_NO_CERTIFICATE');
    expect(codeOf(exported(rsa, 'x', '-legacy', '-certpbe', 'PBE-SHA1-RC4-40'), 'x')).toBe(
      'PKCS12_UNSUPPORTED',
    );
    expect(codeOf(Buffer.from(rsa.certificate))).toBe('PKCS12_UNREADABLE');
    expect(codeOf(new Uint8Array(2_000_000))).toBe('PKCS12_UNREADABLE');
  });

  test('an excessive iteration count is rejected before any work', () => {
    const file = Buffer.from(exported(rsa, 'x', '-iter', '100000'));
    const count = Buffer.from('02030186a0', 'hex');
    for (let at = file.indexOf(count); at >= 0; at = file.indexOf(count, at + 1)) {
      file.write('02037fffff', at, 'hex');
    }
    const before = process.cpuUsage();
    expect(codeOf(file, 'x')).toBe('PKCS12_UNSUPPORTED');
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });

  test('altered and truncated files fail with a typed error, and never yield another key', () => {
    const file = exported(rsa, 'x', '-nomac');
    const next = createSeededRandom(12);
    const key = createPrivateKey(rsa.privateKey);
    for (let run = 0; run < 300; run += 1) {
      const altered = Buffer.from(
        file.subarray(0, run % 3 === 0 ? Math.floor(next() * file.length) : file.length),
      );
      if (altered.length > 0) altered[Math.floor(next() * altered.length)] = Math.floor(next() * 256);
      try {
        expect(createPrivateKey(readPkcs12(altered, 'x').privateKey).equals(key)).toBe(true);
      } catch (error) {
        if (!(error instanceof Pkcs12Error)) throw error;
        expect(error.code).toMatch(/^PKCS12_/);
      }
    }
  });
});

describe('openKeyBundles', () => {
  test('a file can replace the key of every member, also at a token service', () => {
    const pfx = Buffer.from(exported(rsa, 'secret')).toString('base64');
    const bundle = { pfx, passphrase: 'secret' };
    const { profile, problems } = openKeyBundles({
      basic: { username: 'a', password: 'b' },
      signature: { ...bundle, algorithm: 'rsa-sha512' },
      decryption: { ...bundle, allowCbc: true },
      oauth: { ...bundle, clientId: 'me' },
      clientCertificate: bundle,
      sts: { endpoint: 'https://sts.example', credentials: { signature: bundle } },
    });
    expect(problems).toEqual([]);
    const pair = readPkcs12(Buffer.from(pfx, 'base64'), 'secret');
    const { privateKey } = pair;
    expect(profile).toEqual({
      basic: { username: 'a', password: 'b' },
      signature: { ...pair, algorithm: 'rsa-sha512' },
      decryption: { privateKey, allowCbc: true },
      oauth: { privateKey, clientId: 'me' },
      clientCertificate: pair,
      sts: { endpoint: 'https://sts.example', credentials: { signature: pair } },
    });
  });

  test('a key with a passphrase becomes a plain one, unless the passphrase is wrong', () => {
    const { certificate, privateKey } = readPkcs12(exported(rsa, 'secret'), 'secret');
    const locked = createPrivateKey(privateKey).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'secret',
    }) as string;
    const profile = (key: string, passphrase?: string) => ({
      clientCertificate: { certificate, privateKey: key, ...(passphrase !== undefined && { passphrase }) },
    });
    expect(openKeyBundles(profile(locked, 'secret')).profile).toEqual(profile(privateKey));
    expect(openKeyBundles(profile(locked, 'wrong')).profile).toEqual(profile(locked, 'wrong'));
  });

  test('problems name the member, and do not repeat its value', () => {
    const pfx = exported(rsa, 'secret');
    const { problems } = openKeyBundles({
      signature: { pfx, passphrase: 'CANARY', privateKey: 'CANARY' },
      decryption: { pfx: 'CANARY!' },
      oauth: { pfx: Buffer.from('CANARY').toString('base64') },
      sts: { credentials: { signature: { pfx, passphrase: 5 } } },
    });
    expect(problems.map(({ path }) => path)).toEqual([
      '/signature/privateKey',
      '/signature/passphrase',
      '/decryption/pfx',
      '/oauth/pfx',
      '/sts/credentials/signature/passphrase',
    ]);
    expect(JSON.stringify(problems)).not.toContain('CANARY');
    for (const value of [undefined, null, 5, 'x', [], { signature: null, sts: { credentials: 7 } }]) {
      expect(openKeyBundles(value)).toEqual({ profile: value, problems: [] });
    }
  });
});

describe('a TLS client certificate in PKCS#12', () => {
  const contextOf = (pfx: Uint8Array, passphrase?: string): string => {
    try {
      createTlsContext({ clientCertificate: { pfx, ...(passphrase !== undefined && { passphrase }) } });
      return 'opened';
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return error.message;
    }
  };
  const problemOf = (pfx: Uint8Array, passphrase: string) =>
    findCredentialProblems({ clientCertificate: { pfx, passphrase } });

  test.each<[string, readonly string[]]>([
    ['the defaults of OpenSSL 3', []],
    ['RC2-40', ['-legacy']],
    ['RC2-128', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-128']],
    ['no MAC', ['-nomac']],
  ])('%s is opened, as for a signature', (_name, options) => {
    for (const identity of [rsa, elliptic]) {
      const file = exported(identity, 'secret', ...options);
      expect(contextOf(file, 'secret')).toBe('opened');
      expect(problemOf(file, 'secret')).toEqual([]);
    }
  });

  test('every reason has its own text, and the member that is at fault', () => {
    const cases: readonly (readonly [Uint8Array, string, string, string])[] = [
      [exported(rsa, 'x', '-legacy'), 'wrong', 'passphrase', 'the password is wrong or missing'],
      [exported(rsa, 'x', '-nokeys'), 'x', 'pfx', 'it has no private key, only certificates'],
      [exported(rsa, 'x', '-nocerts'), 'x', 'pfx', 'it has no certificate of its private key'],
      [exported(rsa, 'x', '-legacy', '-certpbe', 'PBE-SHA1-RC4-40'), 'x', 'pfx', 'is not supported'],
      [Buffer.from('CANARY'), 'x', 'pfx', 'it is damaged, or not a PKCS#12 file'],
    ];
    for (const [file, password, member, reason] of cases) {
      const message = contextOf(file, password);
      expect(message).toMatch(
        /^cannot use the client certificate of the credential profile: cannot read the/,
      );
      expect(message).toContain(reason);
      expect(problemOf(file, password)).toEqual([
        { path: `/clientCertificate/${member}`, expected: expect.stringContaining(reason) },
      ]);
    }
  });

  test('is opened within the same bounds', () => {
    const costly = Buffer.from(exported(rsa, 'x', '-iter', '100000'));
    const count = Buffer.from('02030186a0', 'hex');
    for (let at = costly.indexOf(count); at >= 0; at = costly.indexOf(count, at + 1)) {
      costly.write('02037fffff', at, 'hex');
    }
    const before = process.cpuUsage();
    expect(() => createTlsContext({ clientCertificate: { pfx: costly, passphrase: 'x' } })).toThrow(
      'cannot use the client certificate',
    );
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});
