import { describe, expect, test } from 'vitest';
import type { OperationShape } from '../../shape/operation-shape.js';
import { decode, decodeBody, envelope } from '../../testing/decoding.js';
import { arrayOf, ENC12, encoded, points, respond, strings } from '../../testing/encoded-service.js';

const matrix = arrayOf('int', [2]);
const lists = arrayOf('int', [1, 1]);
const anything = arrayOf('anyType');

describe('SOAP arrays (EN-2, EN-3)', () => {
  test.each<[string, OperationShape, string, string, string[]]>([
    [
      'items of any name, nil items',
      encoded(strings),
      `<getReturn xsi:type="e:Array" e:arrayType="xs:string[3]"><item>a</item><x xsi:nil="true"/><item xsi:type="xs:string"> b </item></getReturn>`,
      '["a",null," b "]',
      [],
    ],
    ['no item', encoded(strings), '<getReturn e:arrayType="xs:string[0]"/>', '[]', []],
    ['nil', encoded(strings), '<getReturn xsi:nil="1"/>', 'null', []],
    [
      'a declared size is not padded',
      encoded(strings),
      '<getReturn e:arrayType="xs:string[5]"><i>a</i></getReturn>',
      '["a"]',
      [],
    ],
    [
      'offset and position',
      encoded(strings),
      '<getReturn e:arrayType="xs:string[6]" e:offset="[1]"><i>a</i><i e:position="[4]">b</i><i>c</i></getReturn>',
      '[null,"a",null,null,"b","c"]',
      [],
    ],
    [
      'a position that is taken or invalid is ignored',
      encoded(strings),
      '<getReturn><i>a</i><i e:position="[0]">b</i><i e:position="x">c</i></getReturn>',
      '["a","b","c"]',
      [],
    ],
    [
      'two dimensions, row by row',
      encoded(matrix),
      '<getReturn e:arrayType="xs:int[2,3]"><i>1</i><i>2</i><i>3</i><i>4</i><i>5</i><i>6</i></getReturn>',
      '[[1,2,3],[4,5,6]]',
      [],
    ],
    [
      'two dimensions with a position',
      encoded(matrix),
      '<getReturn e:arrayType="xs:int[2,2]"><i>1</i><i e:position="[1,1]">4</i></getReturn>',
      '[[1,null],[null,4]]',
      [],
    ],
    [
      'two dimensions without sizes',
      encoded(matrix),
      '<getReturn><i>1</i><i>2</i></getReturn>',
      '[[1,2]]',
      [],
    ],
    [
      'an array of arrays',
      encoded(lists),
      '<getReturn e:arrayType="xs:int[][2]"><i e:arrayType="xs:int[2]"><x>1</x><x>2</x></i><i/></getReturn>',
      '[[1,2],[]]',
      [],
    ],
    [
      'an invalid item',
      encoded(lists),
      '<getReturn><i><x>1</x><x>y</x></i></getReturn>',
      '[[1,"y"]]',
      ['INVALID_VALUE /getReturn/0/1'],
    ],
    [
      'records',
      encoded(points),
      '<getReturn e:arrayType="t:P[1]"><i xsi:type="t:P"><n>1</n></i></getReturn>',
      '[{"n":1}]',
      [],
    ],
    [
      'derived records (EN-5)',
      encoded(points),
      '<getReturn><i xsi:type="t:P3"><n>1</n><z>2</z></i></getReturn>',
      '[{"$type":"P3","n":1,"z":2}]',
      [],
    ],
    [
      'items of any type: their own, else that of arrayType',
      encoded(anything),
      '<getReturn e:arrayType="xs:int[3]"><i>1</i><i xsi:type="xs:string">2</i><i xsi:nil="true"/></getReturn>',
      '[{"$type":"xs:int","$value":1},{"$type":"xs:string","$value":"2"},null]',
      [],
    ],
    [
      'items of any type without a type name',
      encoded(anything),
      '<getReturn e:arrayType="xs:anyType[1]"><i>1</i></getReturn>',
      '["1"]',
      [],
    ],
  ])('%s', (_, operation, content, json, warnings) => {
    expect(decodeBody(operation, respond(content))).toEqual([`{"getReturn":${json}}`, ...warnings]);
  });

  test('SOAP 1.2 itemType and arraySize', () => {
    const body = `<t:getResponse ${ENC12}><getReturn e:itemType="xs:int" e:arraySize="2 2"><i>1</i><i>2</i><i>3</i></getReturn></t:getResponse>`;
    expect(decode(encoded(matrix), envelope(body, { version: '1.2' })).result).toBe(
      '{"getReturn":[[1,2],[3,null]]}',
    );
  });

  test('an array where the schema says anyType (EN-2)', () => {
    const content = '<getReturn xsi:type="e:Array" e:arrayType="xs:int[2]"><i>1</i><i>2</i></getReturn>';
    expect(decodeBody(encoded('anyType'), respond(content))).toEqual([
      '{"getReturn":[{"$type":"xs:int","$value":1},{"$type":"xs:int","$value":2}]}',
    ]);
  });

  test('a position cannot cause an array of a gigabyte', () => {
    const content = '<getReturn><i e:position="[900000000]">x</i></getReturn>';
    expect(() => decodeBody(encoded(strings), respond(content))).toThrow(
      /more than 1000000 elements and attributes/,
    );
  });
});
