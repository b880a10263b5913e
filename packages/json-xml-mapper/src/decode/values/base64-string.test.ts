import { describe, expect, test } from 'vitest';
import { decode, envelope } from '../../testing/decoding.js';
import { attribute, el, part, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationShape } from '../../testing/shapes.js';

const schema = new SchemaLiteral();
const code = schema.simple('Code', 'token', { maxLength: 4 });
const strings = schema.complex('Strings', undefined, { soapArray: { itemType: 'string', dimensions: [1] } });
const note = schema.complex('Note', undefined, {
  content: { kind: 'simple', type: 'string' },
  attributes: [attribute('lang', 'string')],
});
const fields = sequence(
  el('note', note, { minOccurs: 0 }),
  el('text', 'string', { minOccurs: 0, default: 'none' }),
  el('many', 'string', { minOccurs: 0, maxOccurs: 9 }),
  el('code', code, { minOccurs: 0, nillable: true }),
  el('number', 'int', { minOccurs: 0 }),
  el('bytes', 'base64Binary', { minOccurs: 0 }),
  el('open', 'anyType', { minOccurs: 0 }),
  el('strings', strings, { minOccurs: 0 }),
);
const type = schema.complex('Reply', fields, { attributes: [attribute('a', 'string')] });
schema.element('Say', schema.complex(undefined));
schema.element('SayResponse', type);
const literal = operationShape(schema.service({ Say: {} }), 'Say', { unwrap: 'payload' });
const message = { use: 'encoded', parts: [part('return', { type: 'string' })] } as const;
const encoded = operationShape(schema.service({ Say: { style: 'rpc', output: message } }), 'Say');

/** Encodes non-ASCII text the way SOAP::Lite does. */
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const answer = (content: string) => envelope(`<t:SayResponse>${content}</t:SayResponse>`);
const E = 'xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"';

describe('TR-11: a string that comes as the base64 of its UTF-8', () => {
  test.each<[string, string, string, string]>([
    [
      'text',
      `<t:text xsi:type="xs:base64Binary">${base64('Zürich 🐘')}</t:text>`,
      '{"text":"Zürich 🐘"',
      '/text',
    ],
    ['lines', `<t:text xsi:type="xs:base64Binary">\n  w6\n  k=\n</t:text>`, '{"text":"é"', '/text'],
    [
      'markup',
      `<t:text xsi:type="xs:base64Binary">${base64('é<"&\n')}</t:text>`,
      '{"text":"é<\\"&\\n"',
      '/text',
    ],
    [
      'the type of SOAP encoding',
      `<t:text ${E} xsi:type="e:base64">${base64('é')}</t:text>`,
      '{"text":"é"',
      '/text',
    ],
    [
      'CDATA and references',
      `<t:text xsi:type="xs:base64Binary">w6<![CDATA[k]]>&#61;</t:text>`,
      '{"text":"é"',
      '/text',
    ],
    [
      'a type derived from string',
      `<t:code xsi:type="xs:base64Binary">${base64(' ä  b ')}</t:code>`,
      '"code":"ä b"',
      '/code',
    ],
    [
      'text with attributes',
      `<t:note xsi:type="xs:base64Binary" lang="de">${base64('é')}</t:note>`,
      '"note":{"@lang":"de","$value":"é"}',
      '/note/$value',
    ],
    [
      'an item of a SOAP array',
      `<t:strings><item xsi:type="xs:base64Binary">${base64('é')}</item><item>YQ==</item></t:strings>`,
      '"strings":["é","YQ=="]',
      '/strings/0',
    ],
  ])('%s', (_, content, result, path) => {
    for (const chunk of [1, 7, 10_000]) {
      const reply = decode(literal, answer(content), { chunk });
      expect(reply.result).toContain(result);
      expect(reply.warnings).toEqual([`BASE64_STRING ${path}`]);
    }
  });

  test('several of them among other members', () => {
    const item = (text: string) => `<t:many xsi:type="xs:base64Binary">${base64(text)}</t:many>`;
    const reply = decode(literal, answer(`${item('é')}<t:many>YQ==</t:many>${item('ü')}`));
    expect(reply.result).toBe('{"many":["é","YQ==","ü"]}');
    expect(reply.warnings).toEqual(['BASE64_STRING /many/0', 'BASE64_STRING /many/2']);
  });

  test('a part of an rpc/encoded response, also by reference', () => {
    const value = `xsi:type="xs:base64Binary">${base64('grüezi')}</`;
    const direct = `<t:SayResponse><return ${value}return></t:SayResponse>`;
    const referred = `<t:SayResponse><return href="#a"/></t:SayResponse><m id="a" ${value}m>`;
    for (const body of [direct, referred]) {
      const reply = decode(encoded, envelope(body));
      expect(reply).toEqual({ result: '{"return":"grüezi"}', warnings: ['BASE64_STRING /return'] });
    }
  });

  test.each<[string, string, string]>([
    ['no type', '<t:text>w6k=</t:text>', '"text":"w6k="'],
    ['another type', '<t:text xsi:type="xs:string">w6k=</t:text>', '"text":"w6k="'],
    ['bytes that are not UTF-8', '<t:text xsi:type="xs:base64Binary">/////w==</t:text>', '"text":"/////w=="'],
    [
      'characters that XML does not allow',
      '<t:text xsi:type="xs:base64Binary">AAE=</t:text>',
      '"text":"AAE="',
    ],
    [
      'text that is not base64',
      '<t:text xsi:type="xs:base64Binary">not base64</t:text>',
      '"text":"not base64"',
    ],
    ['no text, which stands for the default,', '<t:text xsi:type="xs:base64Binary"/>', '"text":"none"'],
    ['a value declared as bytes', '<t:bytes xsi:type="xs:base64Binary">w6k=</t:bytes>', '"bytes":"w6k="'],
    [
      'a value declared as anyType',
      '<t:open xsi:type="xs:base64Binary">w6k=</t:open>',
      '"open":{"$type":"xs:base64Binary","$value":"w6k="}',
    ],
  ])('%s stays as it is', (_, content, result) => {
    const reply = decode(literal, answer(content));
    expect(reply.result).toContain(result);
    expect(reply.warnings).toEqual([]);
  });

  test('nil stays nil, and facets apply to the decoded text', () => {
    const nil = decode(literal, answer('<t:code xsi:type="xs:base64Binary" xsi:nil="true"/>'));
    expect(nil.result).toContain('"code":null');
    const long = `<t:code xsi:type="xs:base64Binary">${base64('Genève')}</t:code>`;
    expect(decode(literal, answer(long), { warnings: 'all' })).toMatchObject({
      result: expect.stringContaining('"code":"Genève"'),
      warnings: expect.arrayContaining(['BASE64_STRING /code', 'FACET /code']),
    });
    const short = `<t:code xsi:type="xs:base64Binary">${base64('Zürc')}</t:code>`;
    expect(decode(literal, answer(short), { warnings: 'all' }).warnings).not.toContain('FACET /code');
  });
});
