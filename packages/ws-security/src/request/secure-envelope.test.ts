import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CredentialProfile,
  KEY_IDENTIFIERS,
  SIGNATURE_ALGORITHMS,
  type SignatureProfile,
} from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HeaderContext } from '../headers/header-context.js';
import { securityHeaders } from '../headers/security-headers.js';
import { WSU } from '../namespaces.js';
import { openEnvelope } from '../response/open-response.js';
import { isSecurityError } from '../security-error.js';
import { createIdentity, type Identity } from '../testing/certificates.js';
import { isInstalled, suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { openCertificateOffice } from '../testing/openssl.js';
import { canonicalize, INCLUSIVE } from '../xml/canonicalize.js';
import { readXml } from '../xml/read-xml.js';
import { secureEnvelope } from './secure-envelope.js';

let folder: string;
let identity: Identity;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-sign-'));
  identity = await createIdentity('signer');
  writeFileSync(join(folder, 'signer.pem'), identity.certificate);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let counter = 0;
const context = (soapVersion: '1.1' | '1.2' = '1.1'): HeaderContext => ({
  soapVersion,
  now: new Date('2026-11-20T10:00:00.500Z'),
  random: (count) => new Uint8Array(count).fill(++counter & 0xff),
});

function profileWith(
  signature: Partial<SignatureProfile> = {},
  more: Partial<CredentialProfile> = {},
): CredentialProfile {
  return {
    timestamp: { ttlSeconds: 60 },
    signature: { certificate: identity.certificate, privateKey: identity.privateKey, ...signature },
    ...more,
  };
}

function signed(
  body: string,
  profile: CredentialProfile,
  version: '1.1' | '1.2' = '1.1',
  others: readonly string[] = [],
): string {
  const envelope = printEnvelope(body, [...others, ...securityHeaders(profile, context(version))], version);
  return Buffer.from(secureEnvelope(Buffer.from(envelope), profile, context(version))).toString('utf8');
}

/** libxmlsec1, which shares no code with the signer. */
function verify(envelope: string): boolean {
  const file = join(folder, 'envelope.xml');
  writeFileSync(file, envelope);
  const ids = ['Body', 'Timestamp', 'UsernameToken', 'BinarySecurityToken', 'To'].flatMap((name) => [
    `--id-attr:Id`,
    idElement(name),
  ]);
  const args = [
    '--verify',
    '--enabled-key-data',
    'x509,rsa',
    '--pubkey-cert-pem',
    join(folder, 'signer.pem'),
    ...ids,
    file,
  ];
  const result = spawnSync('xmlsec1', args, { encoding: 'utf8', timeout: 100_000 });
  if (result.error) throw result.error;
  return result.status === 0;
}

function idElement(name: string): string {
  if (name === 'Timestamp') return `${WSU}:Timestamp`;
  return name;
}

const installed = isInstalled('xmlsec1');

describe.skipIf(!installed)(suiteName('a signature, judged by libxmlsec1', installed, 'xmlsec1'), () => {
  const bodies: readonly (readonly [string, string])[] = [
    ['plain', '<ns1:Ping xmlns:ns1="urn:test"><a>1</a></ns1:Ping>'],
    ['empty element and empty string', '<ns1:Ping xmlns:ns1="urn:test"><a/><b></b></ns1:Ping>'],
    [
      'character references',
      '<ns1:Ping xmlns:ns1="urn:test"><a>x&#xD;&amp;&lt;&gt;y</a><b c="&quot;&#x9;&#xA;&lt;"/></ns1:Ping>',
    ],
    ['characters beyond the basic plane', '<ns1:Ping xmlns:ns1="urn:test"><a>\u{1F600} é 漢</a></ns1:Ping>'],
    [
      'types as qualified names',
      '<ns1:Ping xmlns:ns1="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><a xsi:type="xsd:int">1</a></ns1:Ping>',
    ],
    [
      'unsorted attributes',
      '<ns1:Ping xmlns:ns1="urn:test" xmlns:a="urn:a" z="1" a:b="2" a="3"><x xml:lang="de"> y </x></ns1:Ping>',
    ],
    [
      'elements named Body and Security',
      '<ns1:Ping xmlns:ns1="urn:test"><Body><Security>1</Security></Body></ns1:Ping>',
    ],
    ['an empty Body', ''],
  ];

  test.each(bodies)('verifies for %s', (_name, body) => {
    expect(verify(signed(body, profileWith()))).toBe(true);
  });

  test.each([
    ['rsa-sha256', 'exclusive'],
    ['rsa-sha384', 'inclusive'],
    ['rsa-sha512', 'exclusive'],
  ] as const)('verifies with %s, %s canonicalization and SOAP 1.2', (algorithm, canonicalization) => {
    const profile = profileWith({ algorithm, canonicalization });
    expect(verify(signed('<ns1:Ping xmlns:ns1="urn:test" xml:lang="de"/>', profile, '1.2'))).toBe(true);
  });

  test('covers every part that the profile names', () => {
    const parts: SignatureProfile['parts'] = [
      'body',
      'binary-security-token',
      { namespace: 'urn:h', name: 'To' },
    ];
    const blocks = ['<h:To xmlns:h="urn:h">a</h:To>', '<h:To xmlns:h="urn:h">b</h:To>'];
    const envelope = signed('<ns1:Ping xmlns:ns1="urn:test"/>', profileWith({ parts }), '1.1', blocks);
    expect(envelope.match(/<ds:Reference /g)).toHaveLength(4);
    expect(verify(envelope)).toBe(true);
    expect(verify(envelope.replace('>b</h:To>', '>c</h:To>'))).toBe(false);
  });

  test.each<[string, SignatureProfile['parts'], number]>([
    ['all header blocks', ['body', 'headers'], 4],
    ['the blocks of a namespace', ['body', { namespace: 'urn:h' }], 3],
    [
      'optional blocks that are there or not',
      ['body', { namespace: 'urn:h', name: 'To', optional: true }, { namespace: 'urn:x', optional: true }],
      2,
    ],
  ])('covers %s', (_what, parts, references) => {
    const blocks = [
      '<h:To xmlns:h="urn:h">a</h:To>',
      '<h:From xmlns:h="urn:h">b</h:From>',
      '<g:X xmlns:g="urn:g"/>',
    ];
    const envelope = signed('<ns1:Ping xmlns:ns1="urn:test"/>', profileWith({ parts }), '1.1', blocks);
    expect(envelope.match(/<ds:Reference /g)).toHaveLength(references);
    expect(envelope).not.toMatch(/<wsse:Security[^>]* wsu:Id=/);
  });

  test('covers the UsernameToken on request', () => {
    const profile = profileWith(
      { signUsernameToken: true },
      { usernameToken: { username: 'ada', password: 'secret', type: 'digest' } },
    );
    const envelope = signed('<ns1:Ping xmlns:ns1="urn:test"/>', profile);
    expect(envelope.match(/<ds:Reference /g)).toHaveLength(3);
    expect(verify(envelope)).toBe(true);
    expect(verify(envelope.replace('>ada<', '>bob<'))).toBe(false);
  });

  const body = '<ns1:Pay xmlns:ns1="urn:test"><amount>10</amount></ns1:Pay>';
  test.each([
    ['the payload', (text: string) => text.replace('<amount>10<', '<amount>99<')],
    ['an added element', (text: string) => text.replace('</ns1:Pay>', '<extra/></ns1:Pay>')],
    ['the expiry', (text: string) => text.replace('T10:01:00Z', 'T23:59:00Z')],
    ['the digest', (text: string) => text.replace(/<ds:DigestValue>./, '<ds:DigestValue>_')],
    [
      'the order of the references',
      (text: string) =>
        text.replace(/(<ds:Reference .*?<\/ds:Reference>)(<ds:Reference .*?<\/ds:Reference>)/s, '$2$1'),
    ],
    [
      'the signature value',
      (text: string) =>
        text.replace(/(<ds:SignatureValue>.{9})./s, (m, p) => `${p}${m.endsWith('A') ? 'B' : 'A'}`),
    ],
  ])('fails after a change of %s', (_what, tamper) => {
    const envelope = signed(body, profileWith());
    const changed = tamper(envelope);
    expect(changed).not.toBe(envelope);
    expect(verify(envelope)).toBe(true);
    expect(verify(changed)).toBe(false);
  });

  test('fails with another key', async () => {
    const other = await createIdentity('other');
    expect(
      verify(signed(body, profileWith({ certificate: identity.certificate, privateKey: other.privateKey }))),
    ).toBe(false);
  });
});

test('adds only the Id and the signature', () => {
  const profile = profileWith();
  const envelope = printEnvelope(
    '<ns1:Ping xmlns:ns1="urn:test">&#xD;</ns1:Ping>',
    securityHeaders(profile, context()),
  );
  const text = Buffer.from(secureEnvelope(Buffer.from(envelope), profile, context())).toString('utf8');
  const without = text
    .replace(/<ds:Signature .*<\/ds:Signature>/s, '')
    .replace(/ xmlns:wsu="[^"]*" wsu:Id="Body-[0-9a-f]{32}"/, '');
  const canonical = (xml: string): string => canonicalize(readXml(Buffer.from(xml)), INCLUSIVE);
  expect(canonical(without)).toBe(canonical(envelope));
});

test('the signature refers to the certificate in the message, and ids are unpredictable', () => {
  const envelope = signed('<ns1:Ping xmlns:ns1="urn:test"/>', profileWith());
  const token = /<wsse:BinarySecurityToken [^>]*wsu:Id="(X509-[0-9a-f]{32})"/.exec(envelope)?.[1];
  expect(envelope).toContain(`<wsse:Reference URI="#${token}"`);
  const ids = [...envelope.matchAll(/wsu:Id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  [
    'no wsse:Security',
    () => printEnvelope('<a/>'),
    {},
    'cannot secure the envelope: it has no wsse:Security header block',
  ],
  [
    'no Body',
    () => '<soapenv:Envelope xmlns:soapenv="x"/>',
    {},
    'cannot secure the envelope: it has no Body',
  ],
  [
    'an invalid key',
    (profile: CredentialProfile) => printEnvelope('<a/>', securityHeaders(profile, context())),
    { privateKey: 'TOP-SECRET-KEY-MATERIAL' },
    'cannot use the private key of the credential profile: it is not readable as PEM, or the passphrase is wrong',
  ],
])('rejects %s', (_name, envelope, signature, message) => {
  const profile = profileWith(signature);
  try {
    secureEnvelope(Buffer.from(envelope(profile)), profile, context());
    expect.unreachable();
  } catch (error) {
    expect(isSecurityError(error) && error.message).toBe(message);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('TOP-SECRET');
  }
});

describe('secureEnvelope: what it signs, openEnvelope verifies', () => {
  const body = '<ns1:Ping xmlns:ns1="urn:test" xml:lang="de"><a>1</a></ns1:Ping>';
  const opened = (profile: CredentialProfile, certificate: string): string =>
    Buffer.from(
      openEnvelope(
        Buffer.from(signed(body, profile)),
        { verify: { certificates: certificate, maxAgeSeconds: 86_400 } },
        Date.parse('2026-11-20T10:00:30Z'),
      ),
    ).toString('utf8');

  test.skipIf(!isInstalled('openssl', ['version']))(
    'with every algorithm, canonicalization and key identifier',
    () => {
      const office = openCertificateOffice();
      const days = [-30, 30] as const;
      const rsa = office.issue('/CN=rsa', { days });
      const ec = office.issue('/CN=ec', {
        days,
        key: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      });
      office.close();
      for (const algorithm of SIGNATURE_ALGORITHMS.filter((name) => name !== 'rsa-sha1')) {
        const { certificate, privateKey } = algorithm.startsWith('rsa') ? rsa : ec;
        for (const canonicalization of ['exclusive', 'inclusive'] as const) {
          for (const keyIdentifier of KEY_IDENTIFIERS) {
            const profile = profileWith({
              certificate,
              privateKey,
              algorithm,
              canonicalization,
              keyIdentifier,
            });
            expect(opened(profile, certificate)).toContain('<a>1</a>');
          }
        }
      }
    },
  );
});
