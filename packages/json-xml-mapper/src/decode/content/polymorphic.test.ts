import { describe, expect, test } from 'vitest';
import { createMapper } from '../../mapper.js';
import { decodeContent } from '../../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

describe('derived types (§8.7)', () => {
  const schema = new SchemaLiteral();
  const shape = schema.complex('Shape', sequence(el('id', 'int')), { abstract: true });
  const derived = (base: number) => ({ base, derivation: 'extension' as const });
  schema.complex('Circle', sequence(el('id', 'int'), el('r', 'double')), {
    ...derived(shape),
    attributes: [attribute('unit', 'string')],
  });
  const point = schema.complex('Point', sequence(el('x', 'int')));
  schema.complex('Point3', sequence(el('x', 'int'), el('z', 'int')), derived(point));
  const plain = schema.complex('Plain', sequence(el('p', 'int')));
  const holder = schema.complex(
    undefined,
    sequence(
      el('shape', shape, { minOccurs: 0, maxOccurs: 9 }),
      el('point', point, { minOccurs: 0 }),
      el('plain', plain, { minOccurs: 0 }),
      el('n', 'int', { minOccurs: 0 }),
    ),
  );
  const operation = operationReturning(schema, holder);

  test.each<[string, string, string, string[]]>([
    [
      '$type if the type differs from the declared one (PY-2, example 8.6)',
      '<t:shape xsi:type="t:Circle"><t:id>1</t:id><t:r>2.5</t:r></t:shape>',
      '{"shape":[{"$type":"Circle","id":1,"r":2.5}]}',
      [],
    ],
    [
      '$type comes before attributes (VO-6)',
      '<t:shape unit="m" xsi:type="t:Circle"/>',
      '{"shape":[{"$type":"Circle","@unit":"m"}]}',
      ['MISSING_REQUIRED /shape/0/id', 'MISSING_REQUIRED /shape/0/r'],
    ],
    ['no xsi:type', '<t:point><t:x>1</t:x></t:point>', '{"shape":[],"point":{"x":1}}', []],
    [
      'xsi:type names the declared type (PY-2)',
      '<t:point xsi:type="t:Point"><t:x>1</t:x></t:point>',
      '{"shape":[],"point":{"x":1}}',
      [],
    ],
    [
      'white space around the name',
      '<t:point xsi:type=" t:Point3 "><t:x>1</t:x><t:z>2</t:z></t:point>',
      '{"shape":[],"point":{"$type":"Point3","x":1,"z":2}}',
      [],
    ],
    [
      'an unknown type: the declared one (PY-7)',
      '<t:point xsi:type="t:Nope"><t:x>1</t:x><t:q>2</t:q></t:point>',
      '{"shape":[],"point":{"x":1}}',
      ['UNKNOWN_XSI_TYPE /point', 'UNKNOWN_ELEMENT /point'],
    ],
    [
      'a derived type by a prefix that nothing declares (PY-7)',
      '<t:point xsi:type="q:Point3"><t:x>1</t:x><t:z>2</t:z></t:point>',
      '{"shape":[],"point":{"$type":"Point3","x":1,"z":2}}',
      ['UNKNOWN_XSI_TYPE /point'],
    ],
    [
      'a derived type by the prefix of another namespace (PY-7)',
      '<t:shape xsi:type="q:Circle" xmlns:q="urn:q"><t:id>1</t:id><t:r>2.5</t:r></t:shape>',
      '{"shape":[{"$type":"Circle","id":1,"r":2.5}]}',
      ['UNKNOWN_XSI_TYPE /shape/0'],
    ],
    [
      'the name of the declared type in another namespace (PY-7)',
      '<t:point xsi:type="q:Point" xmlns:q="urn:q"><t:x>1</t:x></t:point>',
      '{"shape":[],"point":{"x":1}}',
      ['UNKNOWN_XSI_TYPE /point'],
    ],
    [
      'a type that is not derived (PY-7)',
      '<t:point xsi:type="t:Circle"><t:x>1</t:x></t:point>',
      '{"shape":[],"point":{"x":1}}',
      ['UNKNOWN_XSI_TYPE /point'],
    ],
    [
      'an unknown type in place of an abstract one (PY-7)',
      '<t:shape xsi:type="t:Nope"><t:id>1</t:id></t:shape>',
      '{"shape":[{"$type":"{urn:t}Nope","$content":[{"{urn:t}id":"1"}]}]}',
      ['UNKNOWN_XSI_TYPE /shape/0'],
    ],
    [
      'the declared type, from which none is derived',
      '<t:plain xsi:type="t:Plain"><t:p>1</t:p></t:plain>',
      '{"shape":[],"plain":{"p":1}}',
      [],
    ],
    [
      'another type in its place (PY-7)',
      '<t:plain xsi:type="xs:string"><t:p>1</t:p></t:plain>',
      '{"shape":[],"plain":{"p":1}}',
      ['UNKNOWN_XSI_TYPE /plain'],
    ],
    [
      'xsi:type of a simple value is ignored (PY-5, EN-5)',
      '<t:n xsi:type="xs:long">1</t:n>',
      '{"shape":[],"n":1}',
      [],
    ],
  ])('%s', (_, content, result, warnings) => {
    expect(decodeContent(operation, content)).toEqual([result, ...warnings]);
  });
});

describe('substitution groups (§8.8)', () => {
  const schema = new SchemaLiteral();
  const pub = schema.complex('Pub', sequence(el('title', 'string')));
  const book = schema.complex('Book', sequence(el('title', 'string'), el('isbn', 'string')), {
    base: pub,
    derivation: 'extension',
  });
  const head = { namespace: 'urn:t', localName: 'pub' };
  schema.element('pub', pub, { abstract: true });
  schema.element('mag', pub, { substitutionGroup: head });
  schema.element('book', book, { substitutionGroup: head, nillable: true });
  schema.element('size', 'string');
  schema.element('length', 'int', { substitutionGroup: { namespace: 'urn:t', localName: 'size' } });
  const library = schema.complex(
    undefined,
    sequence(
      el('pub', pub, { global: true, maxOccurs: 'unbounded', minOccurs: 0 }),
      el('size', 'string', { global: true, minOccurs: 0 }),
    ),
  );
  const withBook = schema.complex(
    undefined,
    sequence(
      el('pub', pub, { global: true, minOccurs: 0 }),
      el('book', book, { global: true, minOccurs: 0 }),
    ),
  );
  const operation = operationReturning(schema, library);

  test.each<[string, string, string, string[]]>([
    [
      'members under the key of the head, with $element (SG-1, example 8.7)',
      '<t:mag><t:title>M</t:title></t:mag><t:book><t:title>B</t:title><t:isbn>1</t:isbn></t:book>',
      '{"pub":[{"$element":"mag","title":"M"},{"$element":"book","title":"B","isbn":"1"}]}',
      [],
    ],
    ['the head itself has none (SG-2)', '<t:size>x</t:size>', '{"pub":[],"size":"x"}', []],
    [
      'a scalar member (SG-1)',
      '<t:length>5</t:length>',
      '{"pub":[],"size":{"$element":"length","$value":5}}',
      [],
    ],
    [
      'an invalid scalar',
      '<t:length>x</t:length>',
      '{"pub":[],"size":{"$element":"length","$value":"x"}}',
      ['INVALID_VALUE /size/$value'],
    ],
    ['nil (SG-1)', '<t:book xsi:nil="true"/>', '{"pub":[{"$element":"book","$nil":true}]}', []],
    [
      '$type before $element (VO-6)',
      '<t:mag xsi:type="t:Book"><t:title>B</t:title><t:isbn>1</t:isbn></t:mag>',
      '{"pub":[{"$type":"Book","$element":"mag","title":"B","isbn":"1"}]}',
      [],
    ],
  ])('%s', (_, content, result, warnings) => {
    expect(decodeContent(operation, content)).toEqual([result, ...warnings]);
  });

  test('a member without a type has its untyped value in $value, which can be sent back (SG-1)', () => {
    const open = new SchemaLiteral();
    open.element('any', 'anyType').element('sub', 'anyType', {
      substitutionGroup: { namespace: 'urn:t', localName: 'any' },
      nillable: true,
    });
    const type = open.complex(
      undefined,
      sequence(el('any', 'anyType', { global: true, maxOccurs: 'unbounded' })),
    );
    open.element('Op', type).element('OpResponse', type);
    const mapper = createMapper(open.service({ Op: {} }));
    const content =
      '<t:sub>b</t:sub><t:sub xsi:type="xs:int">7</t:sub><t:sub a="1">x<y/></t:sub><t:sub xsi:nil="true"/>';
    const json =
      '{"any":[{"$element":"sub","$value":"b"},{"$element":"sub","$value":{"$type":"xs:int","$value":7}},' +
      '{"$element":"sub","$value":{"@a":"1","$content":["x",{"y":""}]}},{"$element":"sub","$nil":true}]}';
    expect(decodeContent(mapper.compile('Op').shape, content)).toEqual([json]);
    expect(mapper.compile('Op').validate(JSON.parse(json))).toEqual([]);
    expect(mapper.compile('Op').responseToXml(JSON.parse(json)).body).toBeInstanceOf(Uint8Array);
  });

  test('a declared element is itself, not a member (SG-4)', () => {
    const content = '<t:book><t:title>B</t:title><t:isbn>1</t:isbn></t:book>';
    expect(decodeContent(operationReturning(schema, withBook), content)).toEqual([
      '{"book":{"title":"B","isbn":"1"}}',
    ]);
  });
});
