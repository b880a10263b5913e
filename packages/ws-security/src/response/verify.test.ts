import type { VerifyProfile } from '@soapstone/credentials';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity, type Identity } from '../testing/certificates.js';
import { NOW, signedResponse } from '../testing/signed-responses.js';
import { openEnvelope } from './open-response.js';
import { Refusal } from './refusal.js';

let bank: Identity;
let stranger: Identity;
let authority: Identity;

beforeAll(async () => {
  authority = await createAuthority('authority');
  const validFrom = new Date(NOW - 86_400_000);
  [bank, stranger] = await Promise.all([
    createIdentity('bank', { authority, validFrom, hosts: ['bank.example'] }),
    createIdentity('bank', { validFrom }),
  ]);
});

const open = (text: string, verify: VerifyProfile, now = NOW): string =>
  Buffer.from(openEnvelope(Buffer.from(text), { verify }, now)).toString('utf8');

function refusalOf(text: string, verify: VerifyProfile, now = NOW): string {
  try {
    open(text, verify, now);
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

const pinned = (more: Partial<VerifyProfile> = {}): VerifyProfile => ({
  certificates: bank.certificate,
  ...more,
});

describe('verify: a valid response', () => {
  test('is returned as the signed Body in its own envelope', () => {
    expect(open(signedResponse(bank), pinned())).toMatch(
      /^<env:Envelope xmlns:env="http:\/\/schemas\.xmlsoap\.org\/soap\/envelope\/"[^>]*><soapenv:Body [^>]*><b:Paid xmlns:b="urn:bank"><b:amount>10<\/b:amount><\/b:Paid><\/soapenv:Body><\/env:Envelope>$/,
    );
  });

  test.each<[string, () => VerifyProfile]>([
    ['a pinned certificate', () => pinned()],
    ['an authority', () => ({ authorities: authority.certificate })],
    ['an authority and a subject', () => ({ authorities: authority.certificate, subjects: ['cn = bank'] })],
    [
      'an authority and an alternative name',
      () => ({ authorities: authority.certificate, subjectAltNames: ['DNS:bank.example'] }),
    ],
  ])('is trusted by %s', (_name, verify) => {
    expect(open(signedResponse(bank), verify())).toContain('<b:amount>10</b:amount>');
  });

  test('keeps its white space, characters and references', () => {
    const body = '<b:a xmlns:b="urn:bank" z="&#xA;&quot;"> x&#xD;\r\n<![CDATA[<&]]>é😀<b:e/></b:a>';
    expect(open(signedResponse(bank, body), pinned())).toContain(
      '<b:a xmlns:b="urn:bank" z="&#xA;&quot;"> x&#xD;\n&lt;&amp;é😀<b:e></b:e></b:a>',
    );
  });

  test('works with SOAP 1.2', () => {
    expect(open(signedResponse(bank, '<a/>', { version: '1.2' }), pinned())).toContain(
      '<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"',
    );
  });

  test('loses the header blocks that are not signed', () => {
    const text = signedResponse(bank, '<a/>', { blocks: ['<h:Role xmlns:h="urn:h">admin</h:Role>'] });
    expect(open(text, pinned())).not.toContain('admin');
  });

  test('keeps the types of XML Schema, whose prefix is seldom signed', () => {
    const body =
      '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="xsd:int">1</a>';
    expect(open(signedResponse(bank, body), pinned())).toMatch(
      /xmlns:xsd="[^"]*XMLSchema".*xsi:type="xsd:int"/,
    );
  });
});

test('verify: a prefix of xsi:type that is not signed is rejected, or kept on request', () => {
  const body =
    '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:types" xsi:type="t:Cat">1</a>';
  expect(refusalOf(signedResponse(bank, body), pinned())).toMatch(
    /^RESPONSE_SIGNATURE_INVALID: .*unsignedPrefixes/,
  );
  expect(open(signedResponse(bank, body), pinned({ unsignedPrefixes: true }))).toContain(
    'xmlns:t="urn:types"',
  );
});

describe('verify: trust', () => {
  test.each<[string, () => Identity, () => VerifyProfile, RegExp]>([
    ['a stranger', () => stranger, () => pinned(), /not issued by a trusted authority/],
    [
      'a stranger with the name of the signer',
      () => stranger,
      () => ({ authorities: authority.certificate }),
      /not issued by a trusted authority/,
    ],
    [
      'another subject',
      () => bank,
      () => ({ authorities: authority.certificate, subjects: ['CN=other'] }),
      /another subject/,
    ],
    [
      'another alternative name',
      () => bank,
      () => ({ authorities: authority.certificate, subjectAltNames: ['DNS:other.example'] }),
      /alternative names/,
    ],
  ])('rejects %s', (_name, signer, verify, message) => {
    const refusal = refusalOf(signedResponse(signer()), verify());
    expect(refusal).toMatch(/^RESPONSE_SIGNATURE_INVALID: the signer of the response is not trusted/);
    expect(refusal).toMatch(message);
  });

  test('rejects an expired certificate, even if it is pinned', () => {
    const inTwoYears = NOW + 2 * 365 * 86_400_000;
    expect(refusalOf(signedResponse(bank), pinned(), inTwoYears)).toMatch(/certificate is not valid now/);
  });
});

describe('verify: time', () => {
  test.each<[string, number, Partial<VerifyProfile>, string]>([
    ['within its validity', 59_000, {}, 'accepted'],
    ['after its expiry but within the skew', 119_000, {}, 'accepted'],
    ['after its expiry and the skew', 121_000, {}, 'RESPONSE_EXPIRED'],
    ['after its expiry without skew', 61_000, { clockSkewSeconds: 0 }, 'RESPONSE_EXPIRED'],
    ['older than the maximum age', 31_000, { clockSkewSeconds: 0, maxAgeSeconds: 30 }, 'RESPONSE_EXPIRED'],
    ['before its creation but within the skew', -59_000, {}, 'accepted'],
    ['before its creation', -61_000, {}, 'RESPONSE_EXPIRED'],
  ])('%s', (_name, later, more, outcome) => {
    expect(refusalOf(signedResponse(bank), pinned(more), NOW + later)).toMatch(new RegExp(`^${outcome}`));
  });
});

describe('verify: what must be signed', () => {
  const fault =
    '<soapenv:Fault><faultcode>soapenv:Server</faultcode><faultstring>no</faultstring></soapenv:Fault>';
  const unsigned = (body: string): string =>
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;

  test('a response without a signature is rejected, and so is a fault', () => {
    expect(refusalOf(unsigned('<a/>'), pinned())).toBe('RESPONSE_NOT_SIGNED: the response is not signed');
    expect(refusalOf(unsigned(fault), pinned())).toMatch(/^RESPONSE_NOT_SIGNED/);
  });

  test('an unsigned fault is returned on request, and nothing else without a signature', () => {
    const lenient = pinned({ allowUnsignedFaults: true });
    expect(open(unsigned(fault), lenient)).toContain('<faultstring>no</faultstring>');
    expect(refusalOf(unsigned('<a/>'), lenient)).toMatch(/^RESPONSE_NOT_SIGNED/);
    expect(refusalOf(unsigned(`${fault}<a/>`), lenient)).toMatch(/^RESPONSE_NOT_SIGNED/);
  });

  test('a Timestamp is required unless the profile leaves it out', () => {
    const text = signedResponse(bank, '<a/>', { timestamp: undefined });
    expect(refusalOf(text, pinned())).toMatch(/^RESPONSE_NOT_SIGNED: the response has no signed Timestamp/);
    expect(open(text, pinned({ parts: ['body'] }))).toContain('<a></a>');
  });

  test('a header block of the profile must be there and signed', () => {
    const text = signedResponse(bank, '<a/>', { blocks: ['<h:Id xmlns:h="urn:h">7</h:Id>'] });
    const verify = pinned({ parts: ['body', { namespace: 'urn:h', name: 'Id' }] });
    expect(refusalOf(text, verify)).toMatch(/^RESPONSE_NOT_SIGNED: a header block/);
  });

  test.each<[string, VerifyProfile['parts'], boolean, boolean]>([
    ['an optional block', [{ namespace: 'urn:h', name: 'Id', optional: true }], false, true],
    ['every block of a namespace', [{ namespace: 'urn:h' }], false, false],
    ['every block of a namespace, if there is one', [{ namespace: 'urn:h', optional: true }], false, true],
    ['every header block', ['headers'], false, true],
  ])('parts: %s', (_what, parts, whenUnsigned, whenMissing) => {
    const accepts = (text: string): boolean => {
      try {
        return open(text, pinned({ parts })) !== '';
      } catch {
        return false;
      }
    };
    const block = '<h:Id xmlns:h="urn:h">7</h:Id>';
    const signature = {
      certificate: bank.certificate,
      privateKey: bank.privateKey,
      parts: ['body', 'timestamp', { namespace: 'urn:h', name: 'Id' }] as const,
    };
    expect(accepts(signedResponse(bank, '<a/>', { blocks: [block] }))).toBe(whenUnsigned);
    expect(accepts(signedResponse(bank, '<a/>', { blocks: [block], signature }))).toBe(true);
    expect(accepts(signedResponse(bank, '<a/>'))).toBe(whenMissing);
  });

  test('an algorithm that the profile does not list is rejected by name', () => {
    expect(refusalOf(signedResponse(bank), pinned({ algorithms: ['rsa-sha512'] }))).toMatch(
      /signed with rsa-sha256, which the credential profile does not allow/,
    );
  });

  test('SHA-1 needs consent', () => {
    const text = signedResponse(bank, '<a/>', {
      signature: { certificate: bank.certificate, privateKey: bank.privateKey, algorithm: 'rsa-sha1' },
    });
    expect(refusalOf(text, pinned())).toMatch(
      /signed with rsa-sha1, which the credential profile does not allow/,
    );
    expect(open(text, pinned({ allowSha1: true }))).toContain('<a></a>');
  });
});
