import { describe, expect, test } from 'vitest';
import { decodeContent } from '../../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

describe('attributes (§8.9)', () => {
  const schema = new SchemaLiteral();
  const price = schema.complex('Price', undefined, {
    content: { kind: 'simple', type: 'decimal' },
    attributes: [attribute('currency', 'string', { required: true })],
  });
  const item = schema.complex(undefined, sequence(el('price', price, { minOccurs: 0, nillable: true })), {
    attributes: [
      attribute('id', 'ID', { required: true }),
      attribute('v', 'int', { default: '1' }),
      attribute('s', 'string'),
      attribute('sizes', schema.list(undefined, 'int')),
      attribute('lang', 'language', { namespace: 'http://www.w3.org/XML/1998/namespace' }),
      attribute('q', 'token', { namespace: 'urn:q' }),
    ],
    attributeWildcard: { namespaces: { kind: 'not', namespace: 'urn:t' }, processContents: 'lax' },
  });
  const operation = operationReturning(schema, item);

  test.each<[string, string, string, string[]]>([
    [
      'attributes are in schema order, not in that of the tag (VO-6)',
      ' v="2" s=\'a "b"\' id="x"',
      '{"@id":"x","@v":2,"@s":"a \\"b\\""}',
      [],
    ],
    ['defaults are filled in (§9.2)', ' id="x"', '{"@id":"x","@v":1}', []],
    ['a missing required attribute (TR-3)', ' s=""', '{"@v":1,"@s":""}', ['MISSING_REQUIRED /@id']],
    [
      'values are normalised (XML 1.0 §3.3.3)',
      ' id=" x " s="a\n\t b&#10;&amp;&lt;"',
      '{"@id":"x","@v":1,"@s":"a   b\\n&<"}',
      [],
    ],
    ['an invalid value (TR-4)', ' id="x" v="y"', '{"@id":"x","@v":"y"}', ['INVALID_VALUE /@v']],
    ['lists (SC-2)', ' id="x" sizes="1 2  3"', '{"@id":"x","@v":1,"@sizes":[1,2,3]}', []],
    [
      'qualified attributes (KY-4)',
      ' xmlns:q="urn:q" q:q=" z " xml:lang="de" id="x"',
      '{"@id":"x","@v":1,"@xml:lang":"de","@q":"z"}',
      [],
    ],
    [
      'the wildcard takes the rest (AN-4), except attributes of the protocol (KY-7)',
      ' id="x" xmlns:u="urn:u" u:flag="&quot;1" xsi:schemaLocation="a b" t:no="1" no="1"',
      '{"@id":"x","@v":1,"$anyAttributes":{"{urn:u}flag":"\\"1"}}',
      [],
    ],
  ])('%s', (_, attributes, result, warnings) => {
    expect(decodeContent(operation, '', { attributes })).toEqual([result, ...warnings]);
  });

  test.each<[string, string, string[]]>([
    ['<t:price currency="EUR">10.50</t:price>', '{"@currency":"EUR","$value":10.5}', []],
    [
      '<t:price>x</t:price>',
      '{"$value":"x"}',
      ['MISSING_REQUIRED /price/@currency', 'INVALID_VALUE /price/$value'],
    ],
    ['<t:price currency="EUR"/>', '{"@currency":"EUR","$value":null}', ['EMPTY_VALUE /price/$value']],
    ['<t:price xsi:nil="true" currency="EUR"/>', '{"$nil":true,"@currency":"EUR"}', []],
    ['<t:price xsi:nil="true"/>', 'null', []],
  ])(
    'simple content with attributes is always an object: %s (SC-1, NL-5, example 8.8)',
    (content, json, warnings) => {
      expect(decodeContent(operation, content, { attributes: ' id="x"' })).toEqual([
        `{"@id":"x","@v":1,"price":${json}}`,
        ...warnings,
      ]);
    },
  );

  test('defaults can be left out', () => {
    expect(decodeContent(operation, '', { attributes: ' id="x"', applyDefaults: false })).toEqual([
      '{"@id":"x"}',
    ]);
  });

  test('a wildcard on simple content: $anyAttributes comes last (VO-6)', () => {
    const type = schema.complex(undefined, undefined, {
      content: { kind: 'simple', type: 'string' },
      attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'skip' },
    });
    const holder = operationReturning(schema, schema.complex(undefined, sequence(el('s', type))));
    expect(decodeContent(holder, '<t:s a="1" xmlns:b="urn:b" b:c="2">x</t:s>')).toEqual([
      '{"s":{"$value":"x","$anyAttributes":{"a":"1","{urn:b}c":"2"}}}',
    ]);
  });
});

describe('nil and empty (§9.2, example 9.1)', () => {
  const schema = new SchemaLiteral();
  const record = schema.complex('R', sequence(el('a', 'int', { minOccurs: 0, maxOccurs: 2 })), {
    attributes: [attribute('k', 'int', { default: '1' })],
  });
  const type = schema.complex(
    undefined,
    sequence(
      el('opt', 'string', { minOccurs: 0 }),
      el('num', 'int', { nillable: true, minOccurs: 0 }),
      el('rec', record, { nillable: true, minOccurs: 0 }),
      el('many', 'int', { nillable: true, minOccurs: 0, maxOccurs: 9 }),
    ),
  );
  const operation = operationReturning(schema, type);

  test.each<[string, string, string, string[]]>([
    ['absent', '', '', []],
    ['nil', '<t:num xsi:nil="true"/>', '"num":null,', []],
    ['nil as 1, with white space', '<t:num xsi:nil=" 1 "> \n</t:num>', '"num":null,', []],
    ['not nil', '<t:num xsi:nil="false">5</t:num>', '"num":5,', []],
    ['nil that the schema does not allow', '<t:opt xsi:nil="true"/>', '"opt":null,', ['UNEXPECTED_NIL /opt']],
    ['nil with content', '<t:num xsi:nil="true">5</t:num>', '"num":null,', ['NIL_WITH_CONTENT /num']],
    [
      'nil with elements',
      '<t:rec xsi:nil="true"><t:a>x</t:a></t:rec>',
      '"rec":null,',
      ['NIL_WITH_CONTENT /rec'],
    ],
    [
      'nil with attributes (NL-5): defaults are not content',
      '<t:rec k="2" xsi:nil="true"/>',
      '"rec":{"$nil":true,"@k":2},',
      [],
    ],
    ['an empty record has its arrays and defaults', '<t:rec/>', '"rec":{"@k":1,"a":[]},', []],
    [
      'another prefix for xsi (L7)',
      '<t:num i:nil="true" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"/>',
      '"num":null,',
      [],
    ],
    ['an attribute nil without a namespace', '<t:num nil="true">5</t:num>', '"num":5,', []],
  ])('%s', (_, content, members, warnings) => {
    expect(decodeContent(operation, content)).toEqual([`{${members}"many":[]}`, ...warnings]);
  });

  test('nil items of an array (CM-6)', () => {
    expect(decodeContent(operation, '<t:many>1</t:many><t:many xsi:nil="true"/><t:many></t:many>')).toEqual([
      '{"many":[1,null,null]}',
      'EMPTY_VALUE /many/2',
    ]);
  });
});
