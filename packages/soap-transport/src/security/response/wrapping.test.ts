import { createPublicKey, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity, type Identity } from '../../testing/certificates.js';
import { NOW, signAgain, signedResponse } from '../../testing/signed-responses.js';
import type { VerifyProfile } from '../verify-profile.js';
import { UnreadableXml } from '../xml/read-xml.js';
import { openEnvelope } from './open-response.js';
import { Refusal } from './refusal.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const EVIL = '<b:Paid xmlns:b="urn:bank"><b:amount>9999</b:amount></b:Paid>';

let bank: Identity;
let stranger: Identity;
let text: string;
let verify: VerifyProfile;

beforeAll(async () => {
  const validFrom = new Date(NOW - 86_400_000);
  bank = await createIdentity('bank', { validFrom, authority: await createAuthority('authority') });
  stranger = await createIdentity('bank', { validFrom });
  text = signedResponse(bank);
  verify = { certificates: bank.certificate };
});

/** What the reader of a response gets: its envelope, or the code that refuses it. */
function outcomeOf(document: string): string {
  try {
    return Buffer.from(openEnvelope(Buffer.from(document), verify, NOW)).toString('utf8');
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    if (error instanceof UnreadableXml) return 'UNREADABLE';
    throw error;
  }
}

const bodyOf = (document: string): string => /<soapenv:Body .*<\/soapenv:Body>/s.exec(document)?.[0] ?? '';
const bodyId = (): string => /<soapenv:Body [^>]*wsu:Id="([^"]+)"/.exec(text)?.[1] ?? '';
const evilBody = (attributes = ''): string => `<soapenv:Body${attributes}>${EVIL}</soapenv:Body>`;
const replaceBody = (by: string): string => text.replace(bodyOf(text), by);
const intoHeader = (document: string, block: string): string =>
  document.replace('</soapenv:Header>', `${block}</soapenv:Header>`);
const wsu = 'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"';
const transform = (algorithm: string, content = ''): string =>
  `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`;
const again = (document: string): string => signAgain(document, bank.privateKey);
/** The same for one transform of the Body's reference, signed by the bank itself. */
const withTransforms = (...transforms: readonly string[]): string =>
  again(
    text.replace(
      /<ds:Transforms>.*?<\/ds:Transforms>/s,
      `<ds:Transforms>${transforms.join('')}</ds:Transforms>`,
    ),
  );

type Shape = readonly [string, () => string];

const moved: readonly Shape[] = [
  ['the signed Body in a header block', () => intoHeader(replaceBody(evilBody()), `<w>${bodyOf(text)}</w>`)],
  [
    'the signed Body in a header block, the new one with its Id',
    () => intoHeader(replaceBody(evilBody(` ${wsu} wsu:Id="${bodyId()}"`)), `<w>${bodyOf(text)}</w>`),
  ],
  ['the signed Body as a header block', () => intoHeader(replaceBody(evilBody()), bodyOf(text))],
  [
    'the signed Body in the Security block',
    () => replaceBody(evilBody()).replace('</wsse:Security>', `${bodyOf(text)}</wsse:Security>`),
  ],
  [
    'the signed Body in an object of the signature',
    () =>
      replaceBody(evilBody()).replace(
        '</ds:Signature>',
        `<ds:Object>${bodyOf(text)}</ds:Object></ds:Signature>`,
      ),
  ],
  [
    'the signed Body inside the new one',
    () => replaceBody(`<soapenv:Body>${EVIL}${bodyOf(text)}</soapenv:Body>`),
  ],
  ['a Body before the signed one', () => replaceBody(`${evilBody()}${bodyOf(text)}`)],
  ['a Body after the signed one', () => replaceBody(`${bodyOf(text)}${evilBody()}`)],
  [
    'a Body of another namespace before',
    () => replaceBody(`<x:Body xmlns:x="urn:x">${EVIL}</x:Body>${bodyOf(text)}`),
  ],
  ['a second Header before', () => text.replace('<soapenv:Header>', `<soapenv:Header/><soapenv:Header>`)],
  [
    'the Header after the Body',
    () => {
      const [header = ''] = /<soapenv:Header>.*<\/soapenv:Header>/s.exec(text) ?? [];
      return text.replace(header, '').replace('</soapenv:Envelope>', `${header}</soapenv:Envelope>`);
    },
  ],
  [
    'the signed envelope inside another',
    () =>
      `<soapenv:Envelope xmlns:soapenv="${SOAP}"><soapenv:Body>${EVIL}${text.replace(/^<\?xml[^>]*>/, '')}</soapenv:Body></soapenv:Envelope>`,
  ],
  [
    'the signed Timestamp in another block, a new one in its place',
    () => {
      const [stamp = ''] = /<wsu:Timestamp .*<\/wsu:Timestamp>/s.exec(text) ?? [];
      const [, id = ''] = /wsu:Id="([^"]+)"/.exec(stamp) ?? [];
      const fresh = stamp.replace(id, 'TS-new').replace(/T10:01:00Z/, 'T23:00:00Z');
      return intoHeader(text.replace(stamp, fresh), `<w ${wsu}>${stamp}</w>`);
    },
  ],
  [
    'a second Timestamp',
    () => {
      const [stamp = ''] = /<wsu:Timestamp .*<\/wsu:Timestamp>/s.exec(text) ?? [];
      return text.replace(stamp, `${stamp.replace(/wsu:Id="[^"]+"/, '')}${stamp}`);
    },
  ],
  [
    'a second Security block',
    () => {
      const [block = ''] = /<wsse:Security .*<\/wsse:Security>/s.exec(text) ?? [];
      return intoHeader(text, block.replace(/<ds:Signature .*<\/ds:Signature>/s, ''));
    },
  ],
  [
    'the Security block outside the Header',
    () => {
      const [block = ''] = /<wsse:Security .*<\/wsse:Security>/s.exec(text) ?? [];
      return text.replace(block, '').replace('</soapenv:Body>', `${block}</soapenv:Body>`);
    },
  ],
];

const identifiers: readonly Shape[] = [
  ['the Id of the Body twice', () => intoHeader(text, `<w ${wsu} wsu:Id="${bodyId()}"/>`)],
  ['the Id without a namespace', () => intoHeader(text, `<w Id="${bodyId()}"/>`)],
  ['the Id in another namespace', () => intoHeader(text, `<w xmlns:e="urn:e" e:Id="${bodyId()}"/>`)],
  ['the Id in other letters', () => intoHeader(text, `<w ID="${bodyId()}"/>`)],
  ['the Id as xml:id', () => intoHeader(text, `<w xml:id="${bodyId()}"/>`)],
  ['the Id of an assertion', () => intoHeader(text, `<w AssertionID="${bodyId()}"/>`)],
  [
    'the Id only in another namespace',
    () => text.replace(/(<soapenv:Body xmlns:)wsu="[^"]+" wsu:Id/, '$1e="urn:e" e:Id'),
  ],
  ['a reference to the whole document', () => again(text.replace(`URI="#${bodyId()}"`, 'URI=""'))],
  ['a reference without a target', () => again(text.replace(` URI="#${bodyId()}"`, ''))],
  ['a reference by XPointer', () => again(text.replace(`#${bodyId()}"`, `#xpointer(id('${bodyId()}'))"`))],
  ['a reference to another document', () => again(text.replace(`#${bodyId()}"`, `http://127.0.0.1:1/x"`))],
  ['a reference to an attachment', () => again(text.replace(`#${bodyId()}"`, `cid:part"`))],
  ['a reference to nothing', () => again(text.replace(`#${bodyId()}"`, `#other"`))],
  [
    'a reference to the content of the Body instead of the Body',
    () =>
      again(
        text
          .replace(/(<soapenv:Body )([^>]*)>(<b:Paid )/, '$1>$3$2 ')
          .replace('</b:Paid>', '<b:amount>9999</b:amount></b:Paid>'),
      ),
  ],
];

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
  [
    'an enveloped signature',
    () =>
      withTransforms(
        transform('http://www.w3.org/2000/09/xmldsig#enveloped-signature'),
        transform(EXCLUSIVE),
      ),
  ],
  ['the base64 transform', () => withTransforms(transform('http://www.w3.org/2000/09/xmldsig#base64'))],
  ['two canonicalizations', () => withTransforms(transform(EXCLUSIVE), transform(EXCLUSIVE))],
  ['an unknown transform', () => withTransforms(transform('urn:drop'))],
  [
    'the STR-Transform of the Body',
    () =>
      withTransforms(
        transform(
          'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform',
        ),
      ),
  ],
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
    'two claims of the signer',
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
  ['a token that is no certificate', () => text.replace(/(<wsse:BinarySecurityToken [^>]*>)[^<]*/, '$1AAAA')],
  ['a token that holds an element', () => text.replace(/(<wsse:BinarySecurityToken [^>]*>)/, '$1<x/>')],
];

function replaceContent(document: string): string {
  return document.replace('<b:amount>10<', '<b:amount>9999<');
}

const tampered: readonly Shape[] = [
  ['another amount', () => replaceContent(text)],
  ['an element more', () => text.replace('</b:Paid>', '<b:x/></b:Paid>')],
  ['an attribute more', () => text.replace('<b:amount>', '<b:amount x="1">')],
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
  ['text beside the Body', () => text.replace('<soapenv:Header>', 'x<soapenv:Header>')],
];

describe.each<[string, readonly Shape[]]>([
  ['moved parts', moved],
  ['identifiers', identifiers],
  ['transforms and algorithms', rewritten],
  ['certificates', certificates],
  ['altered content', tampered],
])('verify: %s', (_title, shapes) => {
  test.each(shapes)('refuses %s', (_name, make) => {
    const document = make();
    expect(document).not.toBe(text);
    expect(outcomeOf(document)).toMatch(/^(?:RESPONSE_SIGNATURE_INVALID|RESPONSE_NOT_SIGNED|UNREADABLE)$/);
  });
});

describe('verify: what changes nothing that is read', () => {
  test.each<Shape>([
    ['a comment in the Body', () => text.replace('<b:amount>10', '<b:amount>1<!-- 9 -->0')],
    ['a comment in a digest', () => text.replace(/(<ds:DigestValue>.)/, '$1<!---->')],
    ['CDATA in place of text', () => text.replace('<b:amount>10', '<b:amount><![CDATA[10]]>')],
    ['an unsigned header block', () => intoHeader(text, '<w>evil</w>')],
    [
      'attributes of the envelope',
      () => text.replace('<soapenv:Envelope', '<soapenv:Envelope xmlns:xsd="urn:evil"'),
    ],
    ['the signature signed again by its owner', () => again(text)],
    [
      'inclusive canonicalization',
      () => withTransforms(transform('http://www.w3.org/TR/2001/REC-xml-c14n-20010315')),
    ],
  ])('%s', (_name, make) => {
    expect(make()).not.toBe(text.slice(1));
    const read = (document: string): string =>
      outcomeOf(document).replace(/ xmlns:(?:wsu|soapenv)="[^"]*"/g, '');
    expect(read(make())).toBe(read(text));
  });
});

describe('verify: the work of a response is bounded', () => {
  const many = (count: number, part: string): string => part.repeat(count);
  test.each<Shape>([
    ['more bytes', () => text.replace('<b:amount>', `<b:amount>${many(4 * 1024 * 1024, 'x')}`)],
    ['more elements', () => text.replace('</b:Paid>', `${many(200_001, '<x/>')}</b:Paid>`)],
    ['deeper elements', () => text.replace('10', `${many(200, '<x>')}${many(200, '</x>')}`)],
    [
      'more attributes',
      () =>
        text.replace(
          '<b:amount',
          `<b:amount ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}`,
        ),
    ],
    ['more references', () => text.replace(/(<ds:Reference URI="#TS.*?<\/ds:Reference>)/s, many(33, '$1'))],
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
      'a longer certificate',
      () => text.replace(/(<wsse:BinarySecurityToken [^>]*>)/, `$1${many(65_536, 'A')}`),
    ],
    [
      'more prefixes',
      () =>
        again(
          text.replace(
            /(<ds:Transform Algorithm="[^"]*")\/>/,
            `$1><e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="${many(65, 'p ')}"/></ds:Transform>`,
          ),
        ),
    ],
    ['a longer signature value', () => text.replace(/(<ds:SignatureValue>)[^<]*/, `$1${many(5_000, 'A')}`)],
  ])('refuses %s', (_name, make) => {
    const document = make();
    expect(document).not.toBe(text);
    expect(outcomeOf(document)).toMatch(/^(?:RESPONSE_SIGNATURE_INVALID|UNREADABLE)$/);
  });

  test.each([1024, 16_384])('refuses an RSA key of %i bits before it is used', (bits) => {
    const document = text.replace(/(<wsse:BinarySecurityToken [^>]*>)[^<]*/, `$1${fakeCertificate(bits)}`);
    expect(() => openEnvelope(Buffer.from(document), verify, NOW)).toThrow(
      'its RSA key is not of 2048 to 8192 bits',
    );
  });
});

/** The bank's certificate with another modulus: only its size is read before it is refused. */
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
