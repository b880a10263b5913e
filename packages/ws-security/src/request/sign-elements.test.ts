import type { SignedElement } from '@soapstone/soap-model';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../testing/certificates.js';
import { locate } from './locate.js';
import { secureMessage } from './secure-envelope.js';
import { signElements } from './sign-elements.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const around = (body: string): Uint8Array =>
  Buffer.from(
    `<s:Envelope xmlns:s="${SOAP}" xmlns:u="urn:unused"><s:Header><x:send xmlns:x="urn:x"/></s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  );
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const line = (part: Partial<SignedElement>): SignedElement => ({
  path: ['{urn:x}send', '{urn:x}bill'],
  into: [],
  before: [],
  canonical: 'exclusive',
  scope: 'document',
  ...part,
});
const byId = { reference: { path: [], attribute: 'Id' } };
const SIGNATURE = /<Signature xmlns="http:\/\/www\.w3\.org\/2000\/09\/xmldsig#">.*?<\/Signature>/gs;

describe('locate', () => {
  test('finds elements by their path, also with others between them', () => {
    const text =
      '<?xml version="1.0"?>\r\n<a xmlns="u">\r\n😀<!-- <b> --><b x="&lt;é😀"\n/><c:b xmlns:c="v">t<![CDATA[<]]>&amp;<d/></c:b></a>';
    const [b] = locate(text, ['{u}a', '{u}b'], 9);
    expect(text.slice(b?.start, b?.end)).toBe('<b x="&lt;é😀"\n/>');
    expect([b?.contentStart, b?.contentEnd]).toEqual([b?.end, b?.end]);
    const [c] = locate(text, ['*', '{v}b'], 9);
    expect(text.slice(c?.contentStart, c?.contentEnd)).toBe('t<![CDATA[<]]>&amp;<d/>');
    expect(c).toMatchObject({ text: 't<&', children: [{ name: '{u}d' }] });
    expect(text.slice(c?.start, c?.nameEnd)).toBe('<c:b');
  });
});

describe('XM-17: the signature of an element', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await createIdentity('signer');
  });
  const sign = (body: string, ...elements: readonly SignedElement[]): string =>
    textOf(signElements(around(body), elements, identity) as Uint8Array);

  test('changes no byte outside the element, and declares in it what it inherits and uses', () => {
    const body = `<x:send xmlns:x="urn:x" xmlns:y="urn:y"><a>\u{1F600}</a><x:bill Id='b1' k="1"><x:sum  >3</x:sum><!-- y:z --></x:bill><x:bill Id="b2"/></x:send>`;
    const signed = sign(body, line(byId));
    expect(signed.match(SIGNATURE)).toHaveLength(2);
    expect(signed.replace(SIGNATURE, '')).toBe(
      textOf(around(body))
        .replace("<x:bill Id='b1'", '<x:bill xmlns:x="urn:x" xmlns:y="urn:y" Id=\'b1\'')
        .replace('<x:bill Id="b2"/>', '<x:bill xmlns:x="urn:x" Id="b2"></x:bill>'),
    );
    expect(signed).toContain('URI="#b2"');
  });

  test('is where the schema has it', () => {
    const signed = sign(
      '<x:send xmlns:x="urn:x"><x:bill><x:ext></x:ext><x:a/><x:z/></x:bill></x:send>',
      line({ before: ['{urn:x}z'] }),
    );
    expect(signed.replace(SIGNATURE, '#')).toContain('<x:a/>#<x:z/>');
    const into = sign(
      '<x:send xmlns:x="urn:x"><x:bill><x:ext></x:ext><x:a/></x:bill></x:send>',
      line({ into: ['{urn:x}ext'] }),
    );
    expect(into.replace(SIGNATURE, '#')).toContain('<x:ext>#</x:ext>');
  });

  test('in the message leaves the declarations where they are', () => {
    const body = '<x:send xmlns:x="urn:x"><x:bill Id="b"/></x:send>';
    const signed = sign(body, line({ ...byId, scope: 'message', canonical: 'inclusive' }));
    expect(signed.replace(SIGNATURE, '')).toContain(
      '<x:send xmlns:x="urn:x"><x:bill Id="b"></x:bill></x:send>',
    );
  });

  test.each(['escaped', 'cdata'] as const)('of a document in a text that is %s', (as) => {
    const document =
      '<?xml version="1.0" encoding="UTF-8"?><b:bill xmlns:b="urn:x"><b:t>a]]&gt;&amp;</b:t></b:bill>';
    const written =
      as === 'cdata'
        ? `<![CDATA[${document.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
        : document.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const signed = sign(
      `<x:send xmlns:x="urn:x"><x:xml>${written}</x:xml></x:send>`,
      line({ path: ['{urn:x}send', '{urn:x}xml', '{urn:x}bill'], text: { at: 1, as } }),
    );
    const [text] = locate(signed, ['*', '*Body', '{urn:x}send', '{urn:x}xml'], 1);
    expect(text?.text.replace(SIGNATURE, '')).toBe(document);
    expect(text?.text.match(SIGNATURE)).toHaveLength(1);
  });

  test('of an element that is not there is none', () => {
    const body = '<x:send xmlns:x="urn:x"><x:xml/></x:send>';
    const inText = line({
      path: ['{urn:x}send', '{urn:x}xml', '{urn:x}bill'],
      text: { at: 1, as: 'escaped' },
    });
    expect(sign(body, line(byId))).toBe(textOf(around(body)));
    expect(sign(body.replace('<x:xml/>', '<x:xml>ERROR 17</x:xml>'), line(byId))).toContain('ERROR 17');
    expect(() => sign(body, inText)).toThrow('not well-formed');
  });

  test('of an element inside one that is signed as well is covered by the outer one', () => {
    const signed = sign(
      '<x:send xmlns:x="urn:x"><x:bill Id="b"><x:line Id="l"/></x:bill></x:send>',
      line(byId),
      line({ ...byId, path: ['{urn:x}send', '{urn:x}bill', '{urn:x}line'] }),
    );
    const line_ = signed.indexOf('URI="#l"');
    expect(line_).toBeGreaterThan(0);
    expect(signed.indexOf('URI="#b"')).toBeGreaterThan(line_);
  });

  test.each<[string, string, Partial<SignedElement>]>([
    ['it has no ID', '<x:send xmlns:x="urn:x"><x:bill/></x:send>', byId],
    ['the ID is none', '<x:send xmlns:x="urn:x"><x:bill Id="1 x"/></x:send>', byId],
    ['two have one ID', '<x:send xmlns:x="urn:x"><x:bill Id="a"/><x:bill Id="a"/></x:send>', byId],
    ['the signature has no parent', '<x:send xmlns:x="urn:x"><x:bill/></x:send>', { into: ['{urn:x}ext'] }],
    [
      'there are two to sign',
      '<x:send xmlns:x="urn:x"><x:bill><a Id="a"/><a Id="b"/></x:bill></x:send>',
      { reference: { path: ['a'], attribute: 'Id' } },
    ],
    ['101 are to be signed', `<x:send xmlns:x="urn:x">${'<x:bill/>'.repeat(101)}</x:send>`, {}],
    [
      'a document has a type declaration',
      '<x:send xmlns:x="urn:x"><x:bill>&lt;!DOCTYPE a&gt;&lt;a/&gt;</x:bill></x:send>',
      { path: ['{urn:x}send', '{urn:x}bill', 'a'], text: { at: 1, as: 'escaped' } },
    ],
  ])('is refused if %s', (_name, body, part) => {
    expect(() => sign(body, line(part))).toThrow(
      expect.objectContaining({ name: 'SecurityError', code: 'INVALID_REQUEST' }),
    );
  });

  test('needs a key, of the type that the algorithm has', () => {
    const body = around('<x:send xmlns:x="urn:x"><x:bill Id="a"/></x:send>');
    expect(() => signElements(body, [line(byId)], undefined)).toThrow('elementSignature');
    expect(() => signElements(body, [line(byId)], { ...identity, algorithm: 'ecdsa-sha256' })).toThrow(
      'cannot sign with ecdsa-sha256',
    );
    expect(() => secureMessage(body, {}, { random: () => new Uint8Array() }, [line(byId)])).toThrow(
      'elementSignature',
    );
  });
});
