import { describe, expect, test } from 'vitest';
import {
  again,
  existsIn,
  expectRefusal,
  FORMS,
  intoHeader,
  outcomeOf,
  requestOutcomeOf,
  type Shape,
  setTamperingScene,
  text,
  transform,
  withTransforms,
} from '../testing/tampering-scene.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const EVIL = '<b:Paid xmlns:b="urn:bank"><b:amount>9999</b:amount></b:Paid>';

const bodyOf = (document: string): string => /<soapenv:Body .*<\/soapenv:Body>/s.exec(document)?.[0] ?? '';
const bodyId = (): string => /<soapenv:Body [^>]*\bId="([^"]+)"/.exec(text)?.[1] ?? '';
const evilBody = (attributes = ''): string => `<soapenv:Body${attributes}>${EVIL}</soapenv:Body>`;
const replaceBody = (by: string): string => text.replace(bodyOf(text), by);
const wsu = 'xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"';

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
      const [, id = ''] = /\bId="([^"]+)"/.exec(stamp) ?? [];
      const fresh = stamp.replace(id, 'TS-new').replace(/T10:01:00Z/, 'T23:00:00Z');
      return intoHeader(text.replace(stamp, fresh), `<w ${wsu}>${stamp}</w>`);
    },
  ],
  [
    'a second Timestamp',
    () => {
      const [stamp = ''] = /<wsu:Timestamp .*<\/wsu:Timestamp>/s.exec(text) ?? [];
      return text.replace(stamp, `${stamp.replace(/(?:wsu:)?Id="[^"]+"/, '')}${stamp}`);
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
  ['the Id in upper case', () => intoHeader(text, `<w ID="${bodyId()}"/>`)],
  ['the Id as xml:id', () => intoHeader(text, `<w xml:id="${bodyId()}"/>`)],
  ['the Id of an assertion', () => intoHeader(text, `<w AssertionID="${bodyId()}"/>`)],
  [
    'the Id only in another namespace',
    () => text.replace(/(<soapenv:Body [^>]*?)(?:wsu:)?Id="/, '$1xmlns:e="urn:e" e:Id="'),
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

describe.each(FORMS)('a message signed %s', (_form, form) => {
  setTamperingScene(form);

  describe.each<[string, readonly Shape[]]>([
    ['moved parts', moved],
    ['identifiers', identifiers],
  ])('verify: %s', (_title, shapes) => {
    test.each(shapes.filter(([shape]) => existsIn(form, shape)))('rejects %s', (_name, make) =>
      expectRefusal(make),
    );
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
    ])('%s', async (_name, make) => {
      expect(make()).not.toBe(text.slice(1));
      const read = (document: string): string =>
        outcomeOf(document).replace(/ xmlns:(?:wsu|soapenv)="[^"]*"/g, '');
      expect(read(make())).toBe(read(text));
      expect(await requestOutcomeOf(make())).toBe(outcomeOf(make()));
    });
  });
});
