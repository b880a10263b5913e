import crypto, { createHmac, randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { CredentialProfile, PasswordKeyProfile } from '@soapstone/credentials';
import { describe, expect, test, vi } from 'vitest';
import { findProblems } from '../credential-problems.js';
import { securityHeaders } from '../headers/security-headers.js';
import { DS, WSSE, WSSE11, WSU } from '../namespaces.js';
import { redactSecrets } from '../redaction/redact-secrets.js';
import { printEnvelope } from '../testing/messages.js';
import { canonicalize, EXCLUSIVE } from '../xml/canonicalize.js';
import { attributeOf, childrenNamed, elementsOf, isNamed, walk, type XmlElement } from '../xml/element.js';
import { readXml } from '../xml/read-xml.js';
import { passwordKey } from './password-key.js';
import { secureEnvelope } from './secure-envelope.js';

const PASSWORD = 'CANARY pä€ss';

function secured(options: Partial<PasswordKeyProfile>): XmlElement {
  const profile: CredentialProfile = {
    timestamp: {},
    passwordKey: { username: 'ada<&', password: PASSWORD, ...options },
  };
  const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
  const envelope = Buffer.from(printEnvelope('<a>text</a>', securityHeaders(profile, context)));
  const bytes = secureEnvelope(envelope, profile, context);
  expect(Buffer.from(bytes).toString()).not.toContain('CANARY');
  return readXml(bytes);
}

/** How many hashes a function creates. */
function hashesOf(work: () => unknown): number {
  const createHash = vi.spyOn(crypto, 'createHash');
  syncBuiltinESMExports();
  try {
    work();
    return createHash.mock.calls.length;
  } finally {
    createHash.mockRestore();
    syncBuiltinESMExports();
  }
}

const all = (root: XmlElement, uri: string, local: string): XmlElement[] =>
  [...walk(root)].filter((element) => isNamed(element, uri, local));
const textOf = (parent: XmlElement | undefined, uri: string, local: string): string =>
  String(parent && childrenNamed(parent, uri, local)[0]?.children[0]);

describe('keys derived from a password', () => {
  // Made by `UsernameToken.generateDerivedKey` of Apache WSS4J 1.6.19.
  test.each([
    [1000, 'a7ce2ef213de99a06c9f436c55899fba86f64b0e'],
    [1001, '1f7e3d2b2bb22dd6044e71fec4e90db4305415a5'],
  ])('%i iterations', (iterations, expected) => {
    const salt = Uint8Array.from({ length: 16 }, (_, at) => at + 1);
    expect(passwordKey('pä€ss word', salt, iterations).toString('hex')).toBe(expected);
  });

  test('each use has a token with its own salt, and no password (§4)', () => {
    const envelope = secured({ encryptedParts: ['body'], iterations: 1234 });
    const tokens = all(envelope, WSSE, 'UsernameToken');
    expect(tokens.map((token) => elementsOf(token).map(({ local }) => local))).toEqual([
      ['Username', 'Salt', 'Iteration'],
      ['Username', 'Salt', 'Iteration'],
    ]);
    const salts = tokens.map((token) => Buffer.from(textOf(token, WSSE11, 'Salt'), 'base64'));
    // The first octet says what the key is for: 1 a MAC, 2 encryption.
    expect(salts.map((salt) => [salt.length, salt[0]])).toEqual([
      [16, 1],
      [16, 2],
    ]);
    expect(salts[0]?.subarray(1)).not.toEqual(salts[1]?.subarray(1));
    expect(textOf(tokens[0], WSSE, 'Username')).toBe('ada<&');
    expect(textOf(tokens[0], WSSE11, 'Iteration')).toBe('1234');
  });

  test('is derived once per credentials, also for a copy of them', () => {
    const saltOf = (options: Partial<PasswordKeyProfile>) =>
      textOf(all(secured(options), WSSE, 'UsernameToken')[0], WSSE11, 'Salt');
    const iterations = 5_000;
    expect(hashesOf(() => saltOf({ iterations }))).toBeGreaterThanOrEqual(iterations);
    const salts = new Set<string>();
    const messages = hashesOf(() => {
      for (let count = 0; count < 20; count += 1) salts.add(saltOf({ iterations }));
    });
    expect(salts.size).toBe(1);
    expect(messages).toBeLessThan(iterations);
    expect(salts).not.toContain(saltOf({ iterations, password: 'another' }));
    expect(salts).not.toContain(saltOf({ iterations: iterations - 1 }));
  });

  test.each([
    [undefined, 'sha256', 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'],
    ['hmac-sha1', 'sha1', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'],
  ] as const)(
    'the signature (%s) is the HMAC of its SignedInfo, and names the token',
    (algorithm, hash, uri) => {
      const envelope = secured({ algorithm });
      const [token] = all(envelope, WSSE, 'UsernameToken');
      const [signature] = all(envelope, DS, 'Signature');
      const [info] = all(envelope, DS, 'SignedInfo');
      const [method] = all(envelope, DS, 'SignatureMethod');
      const [reference] = all(signature!, WSSE, 'Reference');
      expect(attributeOf(reference!, 'URI')).toBe(`#${attributeOf(token!, 'Id', WSU)}`);
      expect(attributeOf(method!, 'Algorithm')).toBe(uri);
      const salt = Buffer.from(textOf(token, WSSE11, 'Salt'), 'base64');
      const key = passwordKey(PASSWORD, salt, 1000);
      const expected = createHmac(hash, key).update(canonicalize(info!, EXCLUSIVE)).digest('base64');
      expect(textOf(signature, DS, 'SignatureValue')).toBe(expected);
    },
  );

  test('unusable members are reported by their path, and the password is redacted', () => {
    const one = { username: 'a', password: PASSWORD };
    const paths = (profile: unknown) => findProblems(profile as CredentialProfile).map(({ path }) => path);
    expect(paths({ passwordKey: one })).toEqual([]);
    expect(paths({ passwordKey: { ...one, iterations: 999 } })).toEqual(['/passwordKey/iterations']);
    expect(paths({ passwordKey: { ...one, iterations: 1e7 } })).toEqual(['/passwordKey/iterations']);
    expect(paths({ passwordKey: { ...one, cipher: 'aes-256-gcm' } })).toEqual(['/passwordKey/cipher']);
    expect(paths({ passwordKey: { username: '\u0001', password: '' } })).toEqual([
      '/passwordKey/username',
      '/passwordKey/password',
    ]);
    expect(redactSecrets(`x ${PASSWORD} y`, { passwordKey: one })).not.toContain('CANARY');
  });
});
