import { describe, expect, test } from 'vitest';
import { decodeContent } from '../../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

const schema = new SchemaLiteral();
schema.complex('User', sequence(el('id', 'int'), el('name', 'string')), {
  attributes: [attribute('a', 'int')],
});
schema.simple('Sku', 'token', { maxLength: 5 });
schema.element('known', 'int');
const holder = schema.complex(
  undefined,
  sequence(
    el('v', 'anyType', { minOccurs: 0, nillable: true }),
    el('s', 'anySimpleType', { minOccurs: 0, maxOccurs: 9 }),
  ),
);
const operation = operationReturning(schema, holder);

/** The value of `v`. */
function value(xml: string, setup = {}): string[] {
  const [result, ...warnings] = decodeContent(operation, xml, setup);
  return [result!.replace('{"v":', '').replace(/,"s":\[\]\}$/, ''), ...warnings];
}

describe('xs:anyType (AN-6)', () => {
  test.each<[string, string, string, string[]]>([
    ['text that looks like a number stays text', '<t:v>12</t:v>', '"12"', []],
    ['text is exact', '<t:v> a\r\nb &lt; <![CDATA[&]]> </t:v>', '" a\\nb < & "', []],
    ['nothing', '<t:v/>', '""', []],
    ['white space alone is text', '<t:v> \n</t:v>', '" \\n"', []],
    ['a built-in type', '<t:v xsi:type="xs:int">5</t:v>', '{"$type":"xs:int","$value":5}', []],
    [
      'an exact number',
      '<t:v xsi:type="xs:decimal">9007199254740993.10</t:v>',
      '{"$type":"xs:decimal","$value":9007199254740993.1}',
      [],
    ],
    [
      'a date (example 8.5)',
      '<t:v xsi:type="xs:dateTime">2026-01-01T00:00:00Z</t:v>',
      '{"$type":"xs:dateTime","$value":"2026-01-01T00:00:00Z"}',
      [],
    ],
    ['a string type', '<t:v xsi:type="xs:string"> x </t:v>', '{"$type":"xs:string","$value":" x "}', []],
    [
      'a complex type of the service',
      '<t:v a="7" xsi:type="t:User"><t:id>1</t:id><t:name>x</t:name></t:v>',
      '{"$type":"User","@a":7,"id":1,"name":"x"}',
      [],
    ],
    ['a simple type of the service', '<t:v xsi:type="t:Sku"> ab </t:v>', '{"$type":"Sku","$value":"ab"}', []],
    ['xs:anyType adds no $type', '<t:v xsi:type="xs:anyType">x</t:v>', '"x"', []],
    [
      'an unknown type (PY-7)',
      '<t:v xsi:type="u:X" xmlns:u="urn:u"><y>1</y></t:v>',
      '{"$type":"{urn:u}X","$content":[{"y":"1"}]}',
      ['UNKNOWN_XSI_TYPE /v'],
    ],
    ['a type with an unbound prefix (PY-7)', '<t:v xsi:type="u:X">1</t:v>', '"1"', ['UNKNOWN_XSI_TYPE /v']],
    [
      'an invalid value of a named type (TR-4)',
      '<t:v xsi:type="xs:int">x</t:v>',
      '{"$type":"xs:int","$value":"x"}',
      ['INVALID_VALUE /v/$value'],
    ],
    [
      'attributes and children in order, white space between them dropped',
      '<t:v p="1" xml:lang="de" q:r="2" xmlns:q="urn:q">\n <a/> text <q:b>2</q:b>\n</t:v>',
      '{"@p":"1","@xml:lang":"de","@{urn:q}r":"2","$content":[{"a":""}," text ",{"{urn:q}b":"2"}]}',
      [],
    ],
    ['text before the first child', '<t:v>a"b<c/></t:v>', '{"$content":["a\\"b",{"c":""}]}', []],
    ['white space before the first child', '<t:v>\n\t \r<c/></t:v>', '{"$content":[{"c":""}]}', []],
    ['text and attributes only', '<t:v p="1">x</t:v>', '{"@p":"1","$content":["x"]}', []],
    [
      'children by AN-1: a global element has its type',
      '<t:v><t:known>5</t:known></t:v>',
      '{"$content":[{"{urn:t}known":5}]}',
      [],
    ],
    ['nil', '<t:v xsi:nil="true"/>', 'null', []],
    ['nil with attributes', '<t:v xsi:nil="true" p="1"/>', '{"$nil":true,"@p":"1"}', []],
    [
      'xsi:schemaLocation and the like have no keys (KY-7)',
      '<t:v xsi:schemaLocation="u x.xsd" xmlns:z="urn:z">x</t:v>',
      '"x"',
      [],
    ],
  ])('%s', (_, xml, result, warnings) => {
    expect(value(xml)).toEqual([result, ...warnings]);
  });
});

describe('the compact form (AN-9)', () => {
  test.each<[string, string]>([
    ['<t:v>12</t:v>', '"12"'],
    ['<t:v/>', '""'],
    ['<t:v> </t:v>', '" "'],
    ['<t:v><a>1</a><b/><a>2</a></t:v>', '{"a":["1","2"],"b":""}'],
    ['<t:v p="1"> <a><c>1</c></a> </t:v>', '{"@p":"1","a":{"c":"1"}}'],
    ['<t:v p="1"/>', '{"@p":"1"}'],
    // Text next to children fits only in the ordered form.
    ['<t:v>x<a>1</a><a>2</a></t:v>', '{"$content":["x",{"a":"1"},{"a":"2"}]}'],
    ['<t:v p="1">x</t:v>', '{"@p":"1","$content":["x"]}'],
    ['<t:v xsi:type="xs:int">5</t:v>', '{"$type":"xs:int","$value":5}'],
    ['<t:v><t:known>5</t:known></t:v>', '{"{urn:t}known":5}'],
    ['<t:v><__proto__>1</__proto__><__proto__>2</__proto__></t:v>', '{"__proto__":["1","2"]}'],
  ])('%s', (xml, result) => {
    expect(value(xml, { untyped: 'compact' })).toEqual([result]);
  });
});

describe('xs:anySimpleType (AN-8)', () => {
  test.each<[string, string, string[]]>([
    ['<t:s> 1 </t:s>', '" 1 "', []],
    ['<t:s xsi:type="xs:boolean">1</t:s>', '{"$type":"xs:boolean","$value":true}', []],
    ['<t:s xsi:type="t:Sku">a</t:s>', '{"$type":"Sku","$value":"a"}', []],
    ['<t:s xsi:type="t:User">a</t:s>', '"a"', ['UNKNOWN_XSI_TYPE /s/0']],
    ['<t:s/>', '""', []],
  ])('%s', (xml, result, warnings) => {
    expect(decodeContent(operation, xml)).toEqual([`{"s":[${result}]}`, ...warnings]);
  });
});
