import { describe, expect, test } from 'vitest';
import { JsonNumber } from '../json/json-number.js';
import { contentOf, problemsOf, typedEncoder } from '../testing/encoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../testing/schema-literal.js';

describe('anyType and anySimpleType (AN-6 to AN-8)', () => {
  const schema = new SchemaLiteral();
  schema.complex('User', sequence(el('id', 'int')), { attributes: [attribute('a', 'string')] });
  schema.simple('Color', 'token', { enumeration: ['red', 'blue'] });
  schema.element('known', 'int');
  schema.element('open', 'anyType');
  const encoder = typedEncoder(schema, { v: 'anyType', s: 'anySimpleType' });
  test.each([
    ['plain text', '<ns1:v xsi:type="xsd:string">plain text</ns1:v>'],
    ['', '<ns1:v xsi:type="xsd:string"></ns1:v>'],
    [{ $content: ['a', '<b'] }, '<ns1:v xsi:type="xsd:string">a&lt;b</ns1:v>'],
    [{ '@a': '1', $content: ['t'] }, '<ns1:v a="1">t</ns1:v>'],
    [{ '{urn:t}open': 'x' }, '<ns1:v><ns1:open xsi:type="xsd:string">x</ns1:open></ns1:v>'],
    [null, ''],
    [5, '<ns1:v xsi:type="xsd:int">5</ns1:v>'],
    [2147483648, '<ns1:v xsi:type="xsd:long">2147483648</ns1:v>'],
    [
      new JsonNumber('1000000000000000000000000000000'),
      '<ns1:v xsi:type="xsd:integer">1000000000000000000000000000000</ns1:v>',
    ],
    [1.5, '<ns1:v xsi:type="xsd:decimal">1.5</ns1:v>'],
    [1e300, '<ns1:v xsi:type="xsd:double">1e300</ns1:v>'],
    [true, '<ns1:v xsi:type="xsd:boolean">true</ns1:v>'],
    [
      { $type: 'xs:dateTime', $value: '2026-01-01T00:00:00Z' },
      '<ns1:v xsi:type="xsd:dateTime">2026-01-01T00:00:00Z</ns1:v>',
    ],
    [{ $type: 'User', id: 1, '@a': 'x' }, '<ns1:v xsi:type="ns1:User" a="x"><ns1:id>1</ns1:id></ns1:v>'],
    [{ $type: '{urn:t}Color', $value: 'red' }, '<ns1:v xsi:type="ns1:Color">red</ns1:v>'],
    [{ $type: 'xs:QName', $value: '{urn:q}n' }, '<ns1:v xsi:type="xsd:QName" xmlns:x1="urn:q">x1:n</ns1:v>'],
    [
      { '@a': '1', $content: ['x ', { '{urn:x}c': true }, ' ', { d: null }] },
      '<ns1:v a="1">x <x1:c xmlns:x1="urn:x" xsi:type="xsd:boolean">true</x1:c><d xsi:nil="true"/></ns1:v>',
    ],
    [
      { b: [1, 'x'], '{urn:t}known': 3, '@xml:lang': 'en' },
      '<ns1:v xml:lang="en"><b xsi:type="xsd:int">1</b><b>x</b><ns1:known>3</ns1:known></ns1:v>',
    ],
    [{ $nil: true, '@a': '1' }, '<ns1:v a="1" xsi:nil="true"/>'],
    [{}, '<ns1:v xsi:type="xsd:string"></ns1:v>'],
  ])('AN-7: %j', (v, content) => {
    expect(contentOf(encoder, { v })).toBe(content);
  });
  test.each([
    [[1], ['/v type']],
    [
      { '@xml:lang': 'en', '@{http://www.w3.org/XML/1998/namespace}lang': 'de' },
      ['/v/@{http:~1~1www.w3.org~1XML~11998~1namespace}lang additionalProperties'],
    ],
    [{ $type: 'Nowhere' }, ['/v/$type xsiType']],
    [{ $type: 5 }, ['/v/$type xsiType']],
    [{ $type: 'xs:anyType', x: 1 }, ['/v/$type xsiType']],
    [{ $type: 'xs:int', $value: 'x' }, ['/v/$value type']],
    [{ $type: 'xs:int' }, ['/v/$value required']],
    [{ $type: 'xs:int', $value: 1, x: 2 }, ['/v/x additionalProperties']],
    [{ $type: 'User', id: 'x', y: 1 }, ['/v/id type', '/v/y additionalProperties']],
    [{ $content: [], x: 1 }, ['/v content']],
    [{ $items: [] }, ['/v/$items additionalProperties']],
    [{ $content: [{ a: 1, b: 2 }, 5] }, ['/v/$content/0 type', '/v/$content/1 type']],
    [{ 'a b': 1 }, ['/v/a b additionalProperties']],
    [{ '@a b': '1' }, ['/v/@a b additionalProperties']],
    [{ '@a': 1 }, ['/v/@a type']],
    ['\u0000', ['/v xmlChar']],
  ])('errors of %j', (v, problems) => {
    expect(problemsOf(encoder, { v })).toEqual(problems);
  });
  test.each([
    ['a<b', '<ns1:s xsi:type="xsd:string">a&lt;b</ns1:s>'],
    [5, '<ns1:s xsi:type="xsd:int">5</ns1:s>'],
    [false, '<ns1:s xsi:type="xsd:boolean">false</ns1:s>'],
    [{ $type: 'Color', $value: 'blue' }, '<ns1:s xsi:type="ns1:Color">blue</ns1:s>'],
  ])('AN-8: %j', (s, content) => {
    expect(contentOf(encoder, { s })).toBe(content);
  });
  test('AN-8 errors', () => {
    expect(problemsOf(encoder, { s: { $type: 'User', id: 1 } })).toEqual(['/s/$type xsiType']);
    expect(problemsOf(encoder, { s: [] })).toEqual(['/s type']);
  });
});
