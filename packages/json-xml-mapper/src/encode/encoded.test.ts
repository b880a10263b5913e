import { describe, expect, test } from 'vitest';
import { bodyOf, encoderOf, problemsOf } from '../testing/encoding.js';
import { el, part, SchemaLiteral, sequence } from '../testing/schema-literal.js';

describe('rpc/encoded (EN-1, EN-2)', () => {
  const schema = new SchemaLiteral();
  const point = schema.complex('Point', sequence(el('x', 'int'), el('y', 'int')));
  const strings = schema.complex('ArrayOfString', undefined, {
    soapArray: { itemType: 'string', dimensions: [1] },
  });
  const matrix = schema.complex('Matrix', undefined, { soapArray: { itemType: 'int', dimensions: [2] } });
  const jagged = schema.complex('Jagged', undefined, { soapArray: { itemType: point, dimensions: [1, 1] } });
  const model = schema.service({
    put: {
      style: 'rpc',
      input: {
        use: 'encoded',
        parts: [
          part('tags', { type: strings }),
          part('n', { type: 'int' }),
          part('p', { type: point }),
          part('m', { type: matrix }),
          part('j', { type: jagged }),
          part('v', { type: 'anyType' }),
        ],
      },
    },
  });
  const declarations =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:ns1="urn:t"';
  const input = {
    tags: ['a', null],
    n: 3,
    p: { x: 1 },
    m: [
      [1, 2],
      [3, 4],
    ],
    j: [[{ y: 1 }], []],
    v: 'x',
  };
  test('SOAP 1.1', () => {
    expect(bodyOf(encoderOf(model, 'put'), input)).toBe(
      `<ns1:put ${declarations} soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">` +
        '<tags xsi:type="soapenc:Array" soapenc:arrayType="xsd:string[2]"><item xsi:type="xsd:string">a</item><item xsi:nil="true"/></tags>' +
        '<n xsi:type="xsd:int">3</n><p xsi:type="ns1:Point"><x xsi:type="xsd:int">1</x></p>' +
        '<m xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[2,2]"><item xsi:type="xsd:int">1</item><item xsi:type="xsd:int">2</item><item xsi:type="xsd:int">3</item><item xsi:type="xsd:int">4</item></m>' +
        '<j xsi:type="soapenc:Array" soapenc:arrayType="ns1:Point[][2]"><item xsi:type="soapenc:Array" soapenc:arrayType="ns1:Point[1]"><item xsi:type="ns1:Point"><y xsi:type="xsd:int">1</y></item></item><item xsi:type="soapenc:Array" soapenc:arrayType="ns1:Point[0]"/></j>' +
        '<v xsi:type="xsd:string">x</v></ns1:put>',
    );
  });
  test('SOAP 1.2', () => {
    const text = bodyOf(encoderOf(model, 'put', { soapVersion: '1.2' }), input);
    expect(text).toContain('soapenv:encodingStyle="http://www.w3.org/2003/05/soap-encoding"');
    expect(text).toContain('<m xsi:type="soapenc:Array" soapenc:itemType="xsd:int" soapenc:arraySize="2 2">');
    expect(text).toContain(
      '<j xsi:type="soapenc:Array" soapenc:itemType="soapenc:Array" soapenc:arraySize="2">',
    );
  });
  test('errors', () => {
    const encoder = encoderOf(model, 'put');
    expect(problemsOf(encoder, { ...input, m: [[1, 2], [3]], tags: 'x' })).toEqual([
      '/tags type',
      '/m/1 array',
    ]);
    expect(problemsOf(encoder, { ...input, n: null, p: null, tags: null })).toEqual([]);
  });
});
