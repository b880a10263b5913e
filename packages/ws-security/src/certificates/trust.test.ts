import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../testing/certificates.js';
import { isInstalled, suiteName } from '../testing/installed.js';
import {
  AUTHORITY,
  type CertificateOffice,
  ELLIPTIC,
  openCertificateOffice,
  RSA,
  SIGNER,
} from '../testing/openssl.js';
import { issuerNameOf, readCertificate, subjectNameOf } from './certificate.js';
import { readRevocationLists } from './revocation.js';
import { findDistrust, type Trust } from './trust.js';

const installed = isInstalled('openssl', ['version']);

describe.skipIf(!installed)(suiteName('trust in certificates', installed, 'openssl'), () => {
  let office: CertificateOffice;
  let root: Identity;
  let middle: Identity;
  let leaf: Identity;

  beforeAll(() => {
    office = openCertificateOffice(ELLIPTIC);
    root = office.issue('/C=DE/O=Root, Inc./CN=root', { extensions: AUTHORITY, key: RSA });
    middle = office.issue('/CN=middle', {
      issuer: root,
      extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=keyCertSign,cRLSign'],
    });
    leaf = office.issue('/CN=leaf', {
      issuer: middle,
      extensions: [...SIGNER, 'subjectAltName=URI:urn:bank,DNS:a.example'],
    });
  }, 60_000);
  afterAll(() => office?.close());

  const trust = (more: Partial<Trust> = {}): Trust => ({
    authorities: [readCertificate(root.certificate)],
    pinned: [],
    revocationLists: [],
    subjects: [],
    subjectAltNames: [],
    allowSha1: false,
    ...more,
  });
  const distrust = (
    certificate: Identity,
    others: readonly Identity[] = [],
    more: Partial<Trust> = {},
    at = Date.now(),
  ): string | undefined =>
    findDistrust(
      readCertificate(certificate.certificate),
      others.map((one) => readCertificate(one.certificate)),
      trust(more),
      at,
    );

  test('names are printed in the form of RFC 4514', () => {
    expect(subjectNameOf(readCertificate(root.certificate))).toBe('CN=root,O=Root\\, Inc.,C=DE');
    expect(issuerNameOf(readCertificate(leaf.certificate))).toBe('CN=middle');
  });

  test('a chain to an authority is trusted, with its intermediate certificate from the message or the profile', () => {
    expect(distrust(leaf, [middle])).toBeUndefined();
    expect(distrust(leaf, [], { authorities: [readCertificate(middle.certificate)] })).toBeUndefined();
    expect(distrust(leaf, [middle], { subjectAltNames: ['URI:urn:bank'] })).toBeUndefined();
    expect(distrust(leaf, [middle], { subjectAltNames: ['URI:urn:ban'] })).toMatch(/alternative names/);
  });

  test('EC keys are trusted on the usual curves only', () => {
    const on = (curve: string): Identity =>
      office.issue('/CN=ec', {
        issuer: root,
        key: ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`],
      });
    expect(distrust(on('P-256'))).toBeUndefined();
    expect(distrust(on('secp256k1'))).toMatch(/curve/);
  });

  test.each<[string, () => string | undefined, RegExp]>([
    [
      'a chain without its intermediate certificate',
      () => distrust(leaf),
      /not issued by a trusted authority/,
    ],
    [
      'an authority of the same name',
      () => distrust(leaf, [office.issue('/CN=middle', { extensions: AUTHORITY })]),
      /not issued by a trusted authority/,
    ],
    [
      'a certificate issued by a leaf',
      () => distrust(office.issue('/CN=below', { issuer: leaf }), [leaf, middle]),
      /not an authority/,
    ],
    [
      'a path that is too long',
      () => {
        const lower = office.issue('/CN=lower', { issuer: middle, extensions: AUTHORITY });
        return distrust(office.issue('/CN=low', { issuer: lower }), [lower, middle]);
      },
      /longer than an authority allows/,
    ],
    [
      'an expired certificate',
      () => distrust(office.issue('/CN=old', { issuer: root, days: [-9, -1] })),
      /not valid now/,
    ],
    [
      'a certificate that is not valid yet',
      () => distrust(office.issue('/CN=new', { issuer: root, days: [1, 9] })),
      /not valid now/,
    ],
    [
      'an expired authority',
      () => {
        const old = office.issue('/CN=oldca', { issuer: root, extensions: AUTHORITY, days: [-9, -1] });
        return distrust(office.issue('/CN=x', { issuer: old }), [old]);
      },
      /of its chain is not valid now/,
    ],
    [
      'a certificate for key encipherment only',
      () => distrust(office.issue('/CN=x', { issuer: root, extensions: ['keyUsage=keyEncipherment'] })),
      /not for signatures/,
    ],
    [
      'an authority that may not sign certificates',
      () => {
        const other = office.issue('/CN=o', {
          issuer: root,
          extensions: ['basicConstraints=CA:TRUE', 'keyUsage=cRLSign'],
        });
        return distrust(office.issue('/CN=x', { issuer: other }), [other]);
      },
      /not an authority/,
    ],
    [
      'an unknown critical extension',
      () => distrust(office.issue('/CN=x', { issuer: root, extensions: ['1.2.3.4=critical,ASN1:NULL'] })),
      /critical extension/,
    ],
    [
      'name constraints, which are not evaluated',
      () => {
        const other = office.issue('/CN=o', {
          issuer: root,
          extensions: [...AUTHORITY, 'nameConstraints=critical,permitted;DNS:example'],
        });
        return distrust(office.issue('/CN=x', { issuer: other }), [other]);
      },
      /critical extension/,
    ],
    ['SHA-1', () => distrust(office.issue('/CN=x', { issuer: root, digest: 'sha1' })), /SHA-1/],
    [
      'a short key',
      () =>
        distrust(
          office.issue('/CN=x', {
            issuer: root,
            key: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
          }),
        ),
      /2048 to 8192/,
    ],
    [
      'a key of an unsupported type',
      () => distrust(office.issue('/CN=x', { issuer: root, key: ['-algorithm', 'ED25519'] })),
      /neither RSA nor EC/,
    ],
  ])('rejects %s', (_name, find, message) => {
    expect(find()).toMatch(message);
  });

  test('trusts SHA-1 on request', () => {
    expect(
      distrust(office.issue('/CN=x', { issuer: root, digest: 'sha1' }), [], { allowSha1: true }),
    ).toBeUndefined();
  });

  describe('revocation lists', () => {
    const lists = (...pem: readonly string[]) => readRevocationLists(pem);

    test('a listed certificate is rejected, another one is not', () => {
      const [one, other] = [
        office.issue('/CN=one', { issuer: root }),
        office.issue('/CN=other', { issuer: root }),
      ];
      const revocationLists = lists(office.revoke(root, [one]));
      expect(distrust(one, [], { revocationLists })).toMatch(/revoked/);
      expect(distrust(other, [], { revocationLists })).toBeUndefined();
      const pinned = [readCertificate(one.certificate)];
      expect(distrust(one, [], { revocationLists, pinned })).toMatch(/revoked/);
    });

    test('every issuer needs a current list of its own', () => {
      const forRoot = office.revoke(root, []);
      const forMiddle = office.revoke(middle, []);
      const inDays = Date.now() + 2 * 86_400_000;
      expect(distrust(leaf, [middle], { revocationLists: lists(forRoot, forMiddle) })).toBeUndefined();
      expect(distrust(leaf, [middle], { revocationLists: lists(forRoot) })).toMatch(
        /no current revocation list/,
      );
      expect(distrust(leaf, [middle], { revocationLists: lists(forRoot, forMiddle) }, inDays)).toMatch(
        /no current revocation list/,
      );
      const forged = office.revoke(office.issue('/CN=middle', { extensions: AUTHORITY }), []);
      expect(distrust(leaf, [middle], { revocationLists: lists(forRoot, forged) })).toMatch(
        /no current revocation list/,
      );
    });

    test('a revoked authority ends its chain', () => {
      const revocationLists = lists(office.revoke(root, [middle]), office.revoke(middle, []));
      expect(distrust(leaf, [middle], { revocationLists })).toMatch(/revoked/);
    });
  });
});
