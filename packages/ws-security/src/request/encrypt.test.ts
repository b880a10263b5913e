import { randomBytes } from 'node:crypto';
import {
  CONTENT_CIPHERS,
  type CredentialProfile,
  type EncryptionProfile,
  KEY_IDENTIFIERS,
  KEY_TRANSPORTS,
} from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCertificate } from '../certificates/certificate.js';
import { encryptContent, wrapKey } from '../encryption/ciphers.js';
import { securityHeaders } from '../headers/security-headers.js';
import { openEnvelope, type ResponseSecurity } from '../response/open-response.js';
import { Refusal } from '../response/refusal.js';
import type { Identity } from '../testing/certificates.js';
import { isInstalled, suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { secureEnvelope } from './secure-envelope.js';

const installed = isInstalled('openssl', ['version']);
const NOW = Date.now();
const BODY =
  '<b:Pay xmlns:b="urn:bank"><b:to xmlns:t="urn:t" t:kind="x">CANARY &amp; &lt;é😀</b:to>\n</b:Pay>';

describe.skipIf(!installed)(suiteName('encryption', installed, 'openssl'), () => {
  let office: CertificateOffice;
  let signer: Identity;
  let reader: Identity;
  let other: Identity;
  beforeAll(() => {
    office = openCertificateOffice();
    [signer, reader, other] = ['signer', 'reader', 'other'].map((name) => office.issue(`/CN=${name}`)) as [
      Identity,
      Identity,
      Identity,
    ];
  }, 60_000);
  afterAll(() => office?.close());

  function secured(profile: CredentialProfile, body = BODY, blocks: readonly string[] = []): string {
    const context = { soapVersion: '1.1', now: new Date(NOW), random: randomBytes } as const;
    const envelope = printEnvelope(body, [...blocks, ...securityHeaders(profile, context)]);
    return Buffer.from(secureEnvelope(Buffer.from(envelope), profile, context)).toString('utf8');
  }
  const encrypting = (
    encryption: Partial<EncryptionProfile> = {},
    more: CredentialProfile = {},
  ): CredentialProfile => ({
    encryption: { certificate: reader.certificate, ...encryption },
    ...more,
  });
  const decrypting = (more: Partial<ResponseSecurity> = {}): ResponseSecurity => ({
    decryption: { privateKey: reader.privateKey },
    ...more,
  });
  const open = (text: string, security = decrypting()): string =>
    Buffer.from(openEnvelope(Buffer.from(text), security, NOW)).toString('utf8');
  const refusalOf = (text: string, security = decrypting()): string => {
    try {
      return open(text, security);
    } catch (error) {
      if (error instanceof Refusal) return `${error.code}: ${error.message}`;
      throw error;
    }
  };
  const plain = '<b:to xmlns:t="urn:t" t:kind="x">CANARY &amp; &lt;é😀</b:to>\n</b:Pay></soapenv:Body>';
  const UNDECIPHERABLE =
    'RESPONSE_DECRYPTION_FAILED: the response cannot be decrypted with the key of the credential profile';

  test.each(CONTENT_CIPHERS)('hides the Body with %s, and its reader recovers it', (cipher) => {
    const text = secured(encrypting({ cipher }));
    expect(text).not.toMatch(/CANARY|b:Pay/);
    const decryption = { privateKey: reader.privateKey, allowCbc: cipher.endsWith('cbc') };
    expect(open(text, { decryption })).toContain(plain);
  });

  test.each(KEY_TRANSPORTS.filter((name) => name !== 'rsa-1_5'))('wraps its key with %s', (keyTransport) => {
    expect(open(secured(encrypting({ keyTransport })))).toContain(plain);
  });

  test.each(KEY_IDENTIFIERS)('names the reader by %s', (keyIdentifier) => {
    expect(open(secured(encrypting({ keyIdentifier })))).toContain(plain);
  });

  test.each(['sign-then-encrypt', 'encrypt-then-sign'] as const)(
    '%s: both steps are undone in the right order',
    (order) => {
      for (const parts of [
        ['body'],
        ['body', 'username-token'],
        ['body', { namespace: 'urn:h', name: 'To' }],
      ] as const) {
        const profile = encrypting(
          { order, parts: order === 'sign-then-encrypt' ? [...parts, 'signature'] : parts },
          {
            signature: { ...signer, parts: ['body', 'timestamp', { namespace: 'urn:h', name: 'To' }] },
            timestamp: {},
            usernameToken: { username: 'ada', password: 'CANARY', type: 'text' },
          },
        );
        const isHeader = parts.length === 2 && typeof parts[1] === 'object';
        if (order === 'encrypt-then-sign' && isHeader) continue;
        const text = secured(profile, BODY, ['<h:To xmlns:h="urn:h">me</h:To>']);
        const opened = open(text, decrypting({ verify: { certificates: signer.certificate } }));
        expect(opened).toContain(plain);
        expect(opened).toContain('me</h:To>');
        expect(opened).not.toContain('Password');
        expect(refusalOf(text, { verify: { certificates: signer.certificate } })).toMatch(
          order === 'sign-then-encrypt' ? /^RESPONSE_NOT_SIGNED/ : /EncryptedData/,
        );
      }
    },
  );

  test('an encrypted header block has the wrapper of WS-Security 1.1', () => {
    const text = secured(encrypting({ parts: [{ namespace: 'urn:h', name: 'To' }] }), BODY, [
      '<h:To xmlns:h="urn:h">me</h:To>',
    ]);
    expect(text).toMatch(/<wsse11:EncryptedHeader [^>]*><xenc:EncryptedData /);
    expect(open(text)).toContain('>me</h:To>');
  });

  test('an unsecured response is read too', () => {
    expect(open(printEnvelope(BODY))).toContain('CANARY');
  });

  describe('every mistake gives the same error', () => {
    test.each<[string, () => string, (() => ResponseSecurity)?]>([
      ['another key', () => secured(encrypting()), () => ({ decryption: { privateKey: other.privateKey } })],
      [
        'an altered key',
        () =>
          secured(encrypting()).replace(
            /(<xenc:EncryptedKey.*<xenc:CipherValue>)(.)/s,
            (_, before: string, first: string) => before + (first === 'A' ? 'B' : 'A'),
          ),
      ],
      [
        'a short key',
        () => secured(encrypting()).replace(/(<xenc:EncryptedKey.*<xenc:CipherValue>)[^<]*/s, '$1AAAA'),
      ],
      [
        'altered content',
        () => secured(encrypting()).replace(/(<soapenv:Body>.*<xenc:CipherValue>.{40})..../s, '$1AAAA'),
      ],
      ['no content', () => secured(encrypting()).replace(/(<soapenv:Body>.*<xenc:CipherValue>)[^<]*/s, '$1')],
      ['another cipher', () => secured(encrypting()).replace('#aes256-gcm', '#aes128-gcm')],
      ['a reference to nothing', () => secured(encrypting()).replace(/(DataReference URI=")[^"]*/, '$1#x')],
      [
        'a reference to something else',
        () => secured(encrypting()).replace(/(DataReference URI=")[^"]*/, '$1'),
      ],
      [
        'content by reference',
        () =>
          secured(encrypting()).replace(
            /<xenc:CipherValue>[^<]*<\/xenc:CipherValue>(?=<\/xenc:CipherData><\/xenc:EncryptedData>)/,
            '<xenc:CipherReference URI="http://127.0.0.1:1/"/>',
          ),
      ],
    ])('%s', (_name, make, security = () => decrypting()) => {
      expect(refusalOf(make(), security())).toBe(UNDECIPHERABLE);
    });

    test('content that is not XML, and content that closes its element', () => {
      for (const body of ['a</content><content>b', '<!DOCTYPE x>', '<a>', '&e;', '<!--', '<?x?>', '\u0001']) {
        expect(refusalOf(forged(body))).toBe(UNDECIPHERABLE);
      }
      expect(refusalOf(forged('<a/>'))).toContain('<a></a>');
    });
  });

  /** A message whose encrypted content no writer of XML would make. */
  function forged(content: string): string {
    const key = randomBytes(32);
    const text = secured(encrypting());
    const data = encryptContent('aes-256-gcm', key, content).toString('base64');
    const wrapped = wrapKey('rsa-oaep', readCertificate(reader.certificate).x509.publicKey, key).toString(
      'base64',
    );
    return text
      .replace(/(<xenc:EncryptedKey.*?<xenc:CipherValue>)[^<]*/s, `$1${wrapped}`)
      .replace(/(<soapenv:Body>.*<xenc:CipherValue>)[^<]*/s, `$1${data}`);
  }

  describe('CBC and RSA 1.5', () => {
    test('need consent, and are named', () => {
      expect(refusalOf(secured(encrypting({ cipher: 'aes-256-cbc' })))).toMatch(
        /aes-256-cbc; .* decryption.allowCbc$/,
      );
      expect(refusalOf(secured(encrypting({ keyTransport: 'rsa-1_5' })))).toMatch(/decryption.allowRsa15$/);
    });

    test('a wrong signature after CBC causes the same error as a wrong key', () => {
      const text = secured(encrypting({ cipher: 'aes-256-cbc' }, { signature: signer, timestamp: {} }));
      const decryption = { privateKey: reader.privateKey, allowCbc: true };
      expect(open(text, { decryption, verify: { certificates: signer.certificate } })).toContain(plain);
      expect(refusalOf(text, { decryption, verify: { certificates: other.certificate } })).toBe(
        UNDECIPHERABLE,
      );
    });
  });

  test('the work of a response is bounded', () => {
    const text = secured(encrypting());
    const keys = text.replace(
      /(<xenc:EncryptedKey .*<\/xenc:EncryptedKey>)/s,
      (key) => key + key.replaceAll(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/gs, '').repeat(8),
    );
    expect(refusalOf(keys)).toMatch(/more than 8 encrypted keys/);
    const many = text.replace(/(<xenc:DataReference [^>]*>)<\/xenc:DataReference>/, (all) => all.repeat(33));
    expect(refusalOf(many)).toMatch(/^RESPONSE_DECRYPTION_FAILED/);
  });
});
