import { createPublicKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NOW, signAgain, signedResponse } from '../testing/signed-responses.js';
import {
  again,
  ENVELOPED,
  EXCLUSIVE,
  existsIn,
  expectRefusal,
  FORMS,
  intoHeader,
  outcomeOf,
  requestOutcomeOf,
  type Shape,
  setTamperingScene,
  stranger,
  text,
  transform,
  verify,
  withTransforms,
} from '../testing/tampering-scene.js';
import { openEnvelope } from './open-response.js';

const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116';
const STR = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform';

const rewritten: readonly Shape[] = [
  [
    'an XPath filter',
    () => withTransforms(transform(XPATH, '<ds:XPath>not(self::text())</ds:XPath>'), transform(EXCLUSIVE)),
  ],
  [
    'an XPath filter 2',
    () => withTransforms(transform('http://www.w3.org/2002/06/xmldsig-filter2'), transform(EXCLUSIVE)),
  ],
  ['XSLT', () => withTransforms(transform('http://www.w3.org/TR/1999/REC-xslt-19991116'))],
  ['an enveloped signature alone', () => withTransforms(transform(ENVELOPED))],
  [
    'an enveloped signature after a canonicalization',
    () => withTransforms(transform(EXCLUSIVE), transform(ENVELOPED)),
  ],
  [
    'an enveloped signature twice',
    () => withTransforms(transform(ENVELOPED), transform(ENVELOPED), transform(EXCLUSIVE)),
  ],
  [
    'an enveloped signature with two canonicalizations',
    () => withTransforms(transform(ENVELOPED), transform(EXCLUSIVE), transform(EXCLUSIVE)),
  ],
  [
    'an enveloped signature with content',
    () => withTransforms(transform(ENVELOPED, '<ds:XPath>*</ds:XPath>'), transform(EXCLUSIVE)),
  ],
  [
    'an enveloped signature before an XPath filter',
    () => withTransforms(transform(ENVELOPED), transform(XPATH, '<ds:XPath>*</ds:XPath>')),
  ],
  [
    'an enveloped signature before the STR-Transform',
    () => withTransforms(transform(ENVELOPED), transform(STR)),
  ],
  ['the base64 transform', () => withTransforms(transform('http://www.w3.org/2000/09/xmldsig#base64'))],
  ['two canonicalizations', () => withTransforms(transform(EXCLUSIVE), transform(EXCLUSIVE))],
  ['an unknown transform', () => withTransforms(transform('urn:drop'))],
  ['the STR-Transform of the Body', () => withTransforms(transform(STR))],
  [
    'an unknown canonicalization of SignedInfo',
    () => text.replace(/(<ds:CanonicalizationMethod Algorithm=")[^"]+/, '$1urn:none'),
  ],
  [
    'HMAC with the public key as its secret',
    () => text.replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256'),
  ],
  [
    'the algorithm RSA-SHA1',
    () =>
      again(
        text.replace(
          'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
          'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        ),
      ),
  ],
  [
    'digests with SHA-1',
    () =>
      again(
        text.replaceAll('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'),
      ),
  ],
  [
    'digests with MD5',
    () =>
      again(
        text.replaceAll(
          'http://www.w3.org/2001/04/xmlenc#sha256',
          'http://www.w3.org/2001/04/xmldsig-more#md5',
        ),
      ),
  ],
  ['ECDSA with an RSA key', () => text.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#ecdsa-sha256')],
  [
    'a manifest in place of a reference',
    () => text.replace(/<ds:Reference .*?<\/ds:Reference>/s, '<ds:Manifest/>'),
  ],
  ['no reference at all', () => again(text.replace(/<ds:Reference .*<\/ds:Reference>/s, ''))],
  [
    'only the Timestamp signed',
    () => again(text.replace(/<ds:Reference URI="#Body-.*?<\/ds:Reference>/s, '')),
  ],
  ['only the Body signed', () => again(text.replace(/<ds:Reference URI="#TS-.*?<\/ds:Reference>/s, ''))],
  [
    'the Body signed twice',
    () => again(text.replace(/(<ds:Reference URI="#Body-.*?<\/ds:Reference>)/s, '$1$1')),
  ],
  ['a second SignedInfo', () => text.replace(/(<ds:SignedInfo>.*<\/ds:SignedInfo>)/s, '$1$1')],
  ['a second SignatureValue', () => text.replace(/(<ds:SignatureValue>.*<\/ds:SignatureValue>)/s, '$1$1')],
  ['a signature without KeyInfo', () => text.replace(/<ds:KeyInfo.*<\/ds:KeyInfo>/s, '')],
  [
    'a signature in another namespace',
    () => text.replace('xmlns:ds="http://www.w3.org/2000/09/xmldsig#"', 'xmlns:ds="urn:x"'),
  ],
];

const certificates: readonly Shape[] = [
  ['the signature of a stranger', () => signedResponse(stranger)],
  [
    'the certificate of a stranger',
    () => {
      const der =
        /BEGIN CERTIFICATE-----(.*)-----END/s.exec(stranger.certificate)?.[1]?.replaceAll(/\s/g, '') ?? '';
      return text.replace(/(<wsse:BinarySecurityToken [^>]*>)[^<]*/, `$1${der}`);
    },
  ],
  [
    'the key of a stranger under the certificate of the bank',
    () => signAgain(replaceContent(text), stranger.privateKey),
  ],
  [
    'a bare key',
    () => {
      const { n = '', e = '' } = createPublicKey(stranger.privateKey).export({ format: 'jwk' });
      const value = `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${n}</ds:Modulus><ds:Exponent>${e}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`;
      return signAgain(
        replaceContent(text).replace(/<wsse:SecurityTokenReference.*<\/wsse:SecurityTokenReference>/s, value),
        stranger.privateKey,
      );
    },
  ],
  [
    'the name of a key',
    () =>
      text.replace(
        /<wsse:SecurityTokenReference.*<\/wsse:SecurityTokenReference>/s,
        '<ds:KeyName>bank</ds:KeyName>',
      ),
  ],
  [
    'two claims about the signer',
    () => text.replace(/(<wsse:SecurityTokenReference.*<\/wsse:SecurityTokenReference>)/s, '$1$1'),
  ],
  [
    'a token outside the Security block',
    () => {
      const [token = ''] = /<wsse:BinarySecurityToken .*<\/wsse:BinarySecurityToken>/s.exec(text) ?? [];
      const [, names = ''] = /<wsse:Security (xmlns:wsse="[^"]+" xmlns:wsu="[^"]+")/.exec(text) ?? [];
      return intoHeader(text.replace(token, ''), `<w ${names}>${token}</w>`);
    },
  ],
  [
    'a token that is not a certificate',
    () => text.replace(/(<wsse:BinarySecurityToken [^>]*>)[^<]*/, '$1AAAA'),
  ],
  ['a token that holds an element', () => text.replace(/(<wsse:BinarySecurityToken [^>]*>)/, '$1<x/>')],
];

function replaceContent(document: string): string {
  return document.replace('<b:amount>10<', '<b:amount>9999<');
}

const tampered: readonly Shape[] = [
  ['another amount', () => replaceContent(text)],
  ['an additional element', () => text.replace('</b:Paid>', '<b:x/></b:Paid>')],
  ['an additional attribute', () => text.replace('<b:amount>', '<b:amount x="1">')],
  ['another namespace', () => text.replace('xmlns:b="urn:bank"', 'xmlns:b="urn:evil"')],
  ['space more', () => text.replace('<b:amount>', '<b:amount> ')],
  ['another time', () => text.replace('T10:01:00Z', 'T23:01:00Z')],
  ['another digest', () => text.replace(/(<ds:DigestValue>)./, '$1_')],
  ['an empty signature value', () => text.replace(/(<ds:SignatureValue>)[^<]*/, '$1')],
  ['a signature value of zeros', () => text.replace(/(<ds:SignatureValue>)[^<]*/, `$1${'A'.repeat(344)}`)],
  [
    'a comment that splits the digest of another',
    () => replaceContent(text).replace(/(<ds:DigestValue>)/, '$1<!--x-->'),
  ],
  [
    'an entity',
    () =>
      text
        .replace('<soapenv:Envelope', '<!DOCTYPE x [<!ENTITY e "9">]><soapenv:Envelope')
        .replace('10<', '&e;<'),
  ],
  ['a document type alone', () => text.replace('<soapenv:Envelope', '<!DOCTYPE x><soapenv:Envelope')],
  [
    'default attributes',
    () => text.replace('<soapenv:Envelope', '<!DOCTYPE x [<!ATTLIST w Id ID #IMPLIED>]><soapenv:Envelope'),
  ],
  ['a processing instruction in the Body', () => text.replace('<b:amount>10', '<b:amount>10<?x 9?>')],
  ['text next to the Body', () => text.replace('<soapenv:Header>', 'x<soapenv:Header>')],
];

describe('verify: the size of a response is bounded, however it is signed', () => {
  setTamperingScene(FORMS[0]![1]);

  test.each<Shape>([
    ['more bytes', () => text.replace('<b:amount>', `<b:amount>${'x'.repeat(4 * 1024 * 1024)}`)],
    ['more elements', () => text.replace('</b:Paid>', `${'<x/>'.repeat(200_001)}</b:Paid>`)],
  ])('rejects %s', (_name, make) => expectRefusal(make));
});

describe.each(FORMS)('a message signed %s', (_form, form) => {
  setTamperingScene(form);

  describe.each<[string, readonly Shape[]]>([
    ['transforms and algorithms', rewritten],
    ['certificates', certificates],
    ['altered content', tampered],
  ])('verify: %s', (_title, shapes) => {
    test.each(shapes.filter(([shape]) => existsIn(form, shape)))('rejects %s', (_name, make) =>
      expectRefusal(make),
    );
  });

  describe('verify: the work of a response is bounded', () => {
    const many = (count: number, part: string): string => part.repeat(count);
    test.each<Shape>([
      ['deeper elements', () => text.replace('10', `${many(200, '<x>')}${many(200, '</x>')}`)],
      [
        'more attributes',
        () =>
          text.replace(
            '<b:amount',
            `<b:amount ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}`,
          ),
      ],
      ['more references', () => text.replace(/(<ds:Reference .*?<\/ds:Reference>)/s, many(33, '$1'))],
      ['more signatures', () => text.replace(/(<ds:Signature .*<\/ds:Signature>)/s, many(5, '$1'))],
      [
        'more certificates',
        () =>
          text.replace(
            /<wsse:SecurityTokenReference.*<\/wsse:SecurityTokenReference>/s,
            `<ds:X509Data>${many(6, '<ds:X509Certificate>AAAA</ds:X509Certificate>')}</ds:X509Data>`,
          ),
      ],
      [
        'an oversized certificate',
        () => text.replace(/(<wsse:BinarySecurityToken [^>]*>)/, `$1${many(65_536, 'A')}`),
      ],
      [
        'more prefixes',
        () =>
          again(
            text.replace(
              /(<ds:Transform Algorithm="[^"]*")><\/ds:Transform>/,
              `$1><e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="${many(65, 'p ')}"/></ds:Transform>`,
            ),
          ),
      ],
      [
        'an oversized signature value',
        () => text.replace(/(<ds:SignatureValue>)[^<]*/, `$1${many(5_000, 'A')}`),
      ],
    ])('rejects %s', (_name, make) => expectRefusal(make));

    test.each([1024, 16_384])('rejects an RSA key of %i bits before it is used', (bits) => {
      const document = text.replace(/(<wsse:BinarySecurityToken [^>]*>)[^<]*/, `$1${fakeCertificate(bits)}`);
      expect(() => openEnvelope(Buffer.from(document), { verify }, NOW)).toThrow(
        'its RSA key is not of 2048 to 8192 bits',
      );
    });
  });

  test('the valid message is read, and one whose signature covers itself is not', async () => {
    expect(outcomeOf(text)).toContain('>10<');
    expect(await requestOutcomeOf(text)).toBe(outcomeOf(text));
    const itself = `<ds:Reference URI="#S"><ds:Transforms>${transform(ENVELOPED)}${transform(EXCLUSIVE)}</ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`;
    const document = again(
      text
        .replace('<ds:Signature ', '<ds:Signature Id="S" ')
        .replace('</ds:SignedInfo>', `${itself}</ds:SignedInfo>`),
    );
    expect(() => openEnvelope(Buffer.from(document), { verify }, NOW)).toThrow('contains it');
  });
});

/** The bank's certificate with another modulus: only its size is read before it is rejected. */
function fakeCertificate(bits: number): string {
  const modulus = Buffer.concat([Buffer.from([0]), randomBytes(bits / 8)]);
  modulus[1] = 0xff;
  const value = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
    const all = Buffer.concat(content);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(all.length);
    return Buffer.concat([Buffer.from([tag, 0x84]), length, all]);
  };
  const empty = value(0x30);
  const rsa = Buffer.from('300d06092a864886f70d0101010500', 'hex');
  const sha256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
  const time = (year: string): Buffer => value(0x17, Buffer.from(`${year}0101000000Z`));
  const key = value(0x30, value(0x02, modulus), value(0x02, Buffer.from([1, 0, 1])));
  const tbs = value(
    0x30,
    value(0x02, Buffer.from([7])),
    sha256,
    empty,
    value(0x30, time('20'), time('49')),
    empty,
    value(0x30, rsa, value(0x03, Buffer.from([0]), key)),
  );
  return value(0x30, tbs, sha256, value(0x03, Buffer.alloc(257))).toString('base64');
}
