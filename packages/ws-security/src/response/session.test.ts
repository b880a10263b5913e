import { createPublicKey, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { DS, XENC } from '../namespaces.js';
import type { SecuredRequest, SessionKey } from '../request/request-evidence.js';
import { deriveKey } from '../session/derived-key.js';
import { createIdentity, type Identity } from '../testing/certificates.js';
import {
  derivedKeyToken,
  keyById,
  keyByName,
  macAgain,
  macResponse,
  secured,
} from '../testing/session-responses.js';
import { NOW, signedResponse } from '../testing/signed-responses.js';
import { UnreadableXml } from '../xml/read-xml.js';
import { openEnvelope, type ResponseSecurity } from './open-response.js';
import { Refusal } from './refusal.js';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const nonce = Buffer.from('0123456789abcdef');
const NONCE = `<wsc:Nonce>${nonce.toString('base64')}</wsc:Nonce>`;
const USUAL = { offset: 0, length: 24 };
/** The same as elements. */
const SIZE = '<wsc:Offset>0</wsc:Offset><wsc:Length>24</wsc:Length>';

let service: Identity;
let us: Identity;
let request: SecuredRequest;
let session: SessionKey;
/** The valid response. */
let text: string;

beforeAll(async () => {
  const validFrom = new Date(NOW - 86_400_000);
  [service, us] = await Promise.all([
    createIdentity('bank', { validFrom }),
    createIdentity('us', { validFrom }),
  ]);
  request = secured({
    timestamp: {},
    session: { certificate: service.certificate, encryptedParts: ['body'] },
  });
  if (request.evidence.session === undefined) throw new Error('no session');
  session = request.evidence.session;
  text = macResponse({ secret: session.secret, keyInfo: keyByName(session.name) });
});

function outcomeOf(
  document: string,
  security: ResponseSecurity = { verify: {}, request: request.evidence },
): string {
  try {
    return Buffer.from(openEnvelope(Buffer.from(document), security, NOW)).toString('utf8');
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    if (error instanceof UnreadableXml) return 'UNREADABLE';
    throw error;
  }
}

const READ = '<b:amount>10</b:amount>';
const mac = (method: string): string =>
  macResponse({ secret: session.secret, keyInfo: keyByName(session.name), method });

/** A response that is signed with a derived key. */
function derived(
  parameters: string,
  key: Omit<Parameters<typeof deriveKey>[1], 'nonce'> | Uint8Array,
  { reference = keyByName(session.name), version = '1.3' as '1.3' | '2005-02' } = {},
): string {
  const secret = key instanceof Uint8Array ? key : deriveKey(session.secret, { nonce, ...key });
  return macResponse({
    secret,
    keyInfo: keyById('DK'),
    tokens: derivedKeyToken(reference, parameters, version),
  });
}

describe('verify: a response that is signed with the session key of its request', () => {
  test.each<[string, () => string]>([
    ['HMAC-SHA256', () => text],
    ['HMAC-SHA384', () => mac(`${MORE}hmac-sha384`)],
    ['HMAC-SHA512', () => mac(`${MORE}hmac-sha512`)],
    ['a derived key', () => derived(`${SIZE}${NONCE}`, { offset: 0, length: 24 })],
    [
      'a derived key of 2005',
      () => derived(`${SIZE}${NONCE}`, { offset: 0, length: 24 }, { version: '2005-02' }),
    ],
    [
      'a label and an offset',
      () =>
        derived(`<wsc:Offset>37</wsc:Offset><wsc:Length>32</wsc:Length><wsc:Label>é</wsc:Label>${NONCE}`, {
          offset: 37,
          length: 32,
          label: 'é',
        }),
    ],
    [
      'a generation',
      () =>
        derived(`<wsc:Generation>3</wsc:Generation><wsc:Length>16</wsc:Length>${NONCE}`, {
          offset: 48,
          length: 16,
        }),
    ],
    ['the default length', () => derived(NONCE, { offset: 0, length: 32 })],
  ])('is read with %s', (_name, make) => {
    expect(outcomeOf(make())).toContain(READ);
  });

  test('is read with HMAC-SHA1 only if SHA-1 is allowed', () => {
    const old = mac(`${DS}hmac-sha1`);
    expect(outcomeOf(old)).toMatch(/^RESPONSE_SIGNATURE_INVALID: .*hmac-sha1, which the credential profile/);
    expect(outcomeOf(old, { verify: { allowSha1: true }, request: request.evidence })).toContain(READ);
  });

  test('is not read with the key of another request, or without a key', () => {
    const other = secured({ timestamp: {}, session: { certificate: service.certificate } });
    expect(outcomeOf(text, { verify: {}, request: other.evidence })).toMatch(
      /a key other than the session key/,
    );
    const { signatures } = request.evidence;
    expect(outcomeOf(text, { verify: {}, request: { signatures } })).toMatch(
      /its request has no session key/,
    );
  });

  test('may be signed by a trusted certificate instead', () => {
    const bySigner = signedResponse(service);
    expect(outcomeOf(bySigner)).toMatch(/^RESPONSE_SIGNATURE_INVALID: .*not trusted/);
    const security = { verify: { certificates: service.certificate }, request: request.evidence };
    expect(outcomeOf(bySigner, security)).toContain(READ);
  });
});

/** A key that the response brings, encrypted for our certificate, as anyone can. */
function foreignKey(secret: Uint8Array): string {
  const value = publicEncrypt(new X509Certificate(us.certificate).publicKey, secret).toString('base64');
  return `<xenc:EncryptedKey xmlns:xenc="${XENC}" xmlns:ds="${DS}" Id="EK"><xenc:EncryptionMethod Algorithm="${XENC}rsa-oaep-mgf1p"/><xenc:CipherData><xenc:CipherValue>${value}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey>`;
}

const foreign = randomBytes(32);
const byName = (): string => keyByName(session.name);
const der = (pem: string): Buffer => new X509Certificate(pem).raw;
const withMethod = (content: string): string =>
  macAgain(
    text.replace('hmac-sha256"></ds:SignatureMethod>', `hmac-sha256">${content}</ds:SignatureMethod>`),
    session.secret,
  );
const evil = '<soapenv:Body><b:Paid xmlns:b="urn:bank"><b:amount>9999</b:amount></b:Paid></soapenv:Body>';
const bodyOf = (): string => /<soapenv:Body .*<\/soapenv:Body>/s.exec(text)?.[0] ?? '';

const keys: readonly (readonly [string, () => string])[] = [
  ['the request itself', () => Buffer.from(request.envelope).toString('utf8')],
  ['an empty secret', () => macResponse({ secret: Buffer.alloc(0), keyInfo: byName() })],
  [
    'the name of the key as the secret',
    () => macResponse({ secret: Buffer.from(session.name, 'base64'), keyInfo: byName() }),
  ],
  [
    'the certificate of the service as the secret',
    () => macResponse({ secret: der(service.certificate), keyInfo: byName() }),
  ],
  [
    'the public key of the service as the secret',
    () => {
      const key = createPublicKey(service.privateKey);
      return macResponse({ secret: key.export({ type: 'spki', format: 'der' }), keyInfo: byName() });
    },
  ],
  [
    'a certificate in the message, as the secret',
    () => {
      const token = `<wsse:BinarySecurityToken wsu:Id="X">${der(service.certificate).toString('base64')}</wsse:BinarySecurityToken>`;
      return macResponse({ secret: der(service.certificate), keyInfo: keyById('X'), tokens: token });
    },
  ],
  [
    'a key that the response brings',
    () => macResponse({ secret: foreign, keyInfo: keyById('EK'), tokens: foreignKey(foreign) }),
  ],
  [
    'a key derived from one that the response brings',
    () =>
      macResponse({
        secret: deriveKey(foreign, { nonce, offset: 0, length: 24 }),
        keyInfo: keyById('DK'),
        tokens: `${foreignKey(foreign)}${derivedKeyToken(keyById('EK'), `${SIZE}${NONCE}`)}`,
      }),
  ],
  ['the name of an unknown key', () => macResponse({ secret: session.secret, keyInfo: keyByName('AAAA') })],
  ['no name', () => macResponse({ secret: session.secret, keyInfo: '' })],
  ['a bare key name', () => macResponse({ secret: session.secret, keyInfo: '<ds:KeyName>k</ds:KeyName>' })],
  ['two names', () => macResponse({ secret: session.secret, keyInfo: `${byName()}${byName()}` })],
  ['an output length of 0', () => withMethod('<ds:HMACOutputLength>0</ds:HMACOutputLength>')],
  ['an output length of 8', () => withMethod('<ds:HMACOutputLength>8</ds:HMACOutputLength>')],
  ['an output length of 256', () => withMethod('<ds:HMACOutputLength>256</ds:HMACOutputLength>')],
  ['a truncated HMAC', () => text.replace(/(<ds:SignatureValue>.{8})[^<]*/, '$1')],
  ['HMAC-MD5', () => text.replace('hmac-sha256', 'hmac-md5')],
  ['RSA-SHA256 with the session key', () => text.replace('hmac-sha256', 'rsa-sha256')],
  ['another amount', () => text.replace('10<', '9999<')],
  [
    'the signed Body in a header block',
    () => text.replace(bodyOf(), evil).replace('</soapenv:Header>', `<w>${bodyOf()}</w></soapenv:Header>`),
  ],
  ['an unsigned Body', () => text.replace(/<ds:Signature .*<\/ds:Signature>/s, '')],
];

const withoutNonce = (): Buffer => deriveKey(session.secret, { nonce: Buffer.alloc(0), ...USUAL });

const parameters: readonly (readonly [string, () => string])[] = [
  ['a length of 0', () => derived(`<wsc:Length>0</wsc:Length>${NONCE}`, Buffer.alloc(0))],
  ['a length of 1', () => derived(`<wsc:Length>1</wsc:Length>${NONCE}`, { offset: 0, length: 1 })],
  ['a length of 15', () => derived(`<wsc:Length>15</wsc:Length>${NONCE}`, { offset: 0, length: 15 })],
  ['a length of 65', () => derived(`<wsc:Length>65</wsc:Length>${NONCE}`, { offset: 0, length: 65 })],
  ['a length of -24', () => derived(`<wsc:Length>-24</wsc:Length>${NONCE}`, USUAL)],
  [
    'an offset of 4097',
    () => derived(`${SIZE.replace('>0<', '>4097<')}${NONCE}`, { offset: 4097, length: 24 }),
  ],
  [
    'an offset that is not a number',
    () => derived(`<wsc:Offset>0x0</wsc:Offset>${NONCE}`, { offset: 0, length: 32 }),
  ],
  [
    'a large generation',
    () => derived(`<wsc:Generation>999999</wsc:Generation>${NONCE}`, { offset: 0, length: 32 }),
  ],
  ['a generation and an offset', () => derived(`<wsc:Generation>0</wsc:Generation>${SIZE}${NONCE}`, USUAL)],
  ['two lengths', () => derived(`${SIZE}<wsc:Length>1</wsc:Length>${NONCE}`, USUAL)],
  ['two nonces', () => derived(`${SIZE}${NONCE}${NONCE}`, USUAL)],
  ['no nonce', () => derived(SIZE, withoutNonce())],
  ['a short nonce', () => derived(`${SIZE}<wsc:Nonce>AAAA</wsc:Nonce>`, withoutNonce())],
  [
    'a nonce of a megabyte',
    () => derived(`${SIZE}<wsc:Nonce>${'A'.repeat(1 << 20)}</wsc:Nonce>`, withoutNonce()),
  ],
  ['a nonce that holds an element', () => derived(`${SIZE}<wsc:Nonce><x/></wsc:Nonce>`, withoutNonce())],
  [
    'a long label',
    () => {
      const label = 'x'.repeat(257);
      return derived(`${SIZE}<wsc:Label>${label}</wsc:Label>${NONCE}`, { offset: 0, length: 24, label });
    },
  ],
  ['properties', () => derived(`<wsc:Properties/>${SIZE}${NONCE}`, USUAL)],
  [
    'another algorithm',
    () =>
      derived(`${SIZE}${NONCE}`, USUAL).replace(
        '<wsc:DerivedKeyToken ',
        '<wsc:DerivedKeyToken Algorithm="urn:none" ',
      ),
  ],
  ['no reference', () => derived(`${SIZE}${NONCE}`, USUAL, { reference: '' })],
  ['a reference to itself', () => derived(`${SIZE}${NONCE}`, USUAL, { reference: keyById('DK') })],
  ['a reference to another key', () => derived(`${SIZE}${NONCE}`, USUAL, { reference: keyByName('AAAA') })],
  [
    'its token outside the Security block',
    () => {
      const token = derivedKeyToken(byName(), `${SIZE}${NONCE}`);
      const wsse = text.match(/xmlns:wsse="[^"]*"/)?.[0] ?? '';
      const secret = deriveKey(session.secret, { nonce, ...USUAL });
      return macResponse({ secret, keyInfo: keyById('DK') }).replace(
        '</soapenv:Header>',
        `<w ${wsse}>${token}</w></soapenv:Header>`,
      );
    },
  ],
  [
    'its token twice',
    () => {
      const token = derivedKeyToken(byName(), `${SIZE}${NONCE}`);
      const secret = deriveKey(session.secret, { nonce, ...USUAL });
      return macResponse({ secret, keyInfo: keyById('DK'), tokens: `${token}${token}` });
    },
  ],
];

describe.each<[string, readonly (readonly [string, () => string])[]]>([
  ['shared keys', keys],
  ['derived keys', parameters],
])('verify: %s', (_title, shapes) => {
  test.each(shapes)('rejects a response with %s', (_name, make) => {
    const document = make();
    expect(document).not.toBe(text);
    expect(outcomeOf(document)).toMatch(
      /^(?:RESPONSE_SIGNATURE_INVALID|RESPONSE_NOT_SIGNED|RESPONSE_DECRYPTION_FAILED|UNREADABLE)/,
    );
  });
});

test('verify: without verify, nothing is decrypted with the session key, so that no part of a request comes back', () => {
  const reflected = Buffer.from(request.envelope).toString('utf8');
  expect(reflected).toContain('EncryptedData');
  expect(outcomeOf(reflected, { request: request.evidence })).toContain('EncryptedData');
});
