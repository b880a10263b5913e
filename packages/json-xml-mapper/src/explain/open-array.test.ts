import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { attribute, el, part, SchemaLiteral, sequence } from '../testing/schema-literal.js';

const schema = new SchemaLiteral();
const point = schema.complex('Point', sequence(el('x', 'int'), el('y', 'int')));
schema.complex('Points', undefined, { soapArray: { itemType: point, dimensions: [1] } });
schema.complex('Matrix', undefined, { soapArray: { itemType: 'int', dimensions: [2] } });
const model = schema.service({
  put: {
    style: 'rpc',
    input: { use: 'encoded', parts: [part('v', { type: 'anyType' })] },
    output: { use: 'encoded', parts: [] },
  },
});

/** AN-7: a string with the type that it is written with. */
const ajv = new Ajv2020({ strict: false });
const text = ($value: string) => ({ $type: 'xs:string', $value });

describe.each(['1.1', '1.2'] as const)(
  'an array at an open position of rpc/encoded (EN-2), SOAP %s',
  (version) => {
    const services = model.services.map((service) => ({
      ...service,
      ports: service.ports.map((port) => ({ ...port, soapVersion: version })),
    }));
    const operation = createMapper({ ...model, services }).compile('put');
    const accepts = ajv.compile(operation.jsonSchema('input'));

    test.each<[string, unknown, unknown]>([
      ['strings', ['a', null], [text('a'), null]],
      [
        'numbers state their type',
        [1, true],
        [
          { $type: 'xs:int', $value: 1 },
          { $type: 'xs:boolean', $value: true },
        ],
      ],
      ['nothing', [], []],
      ['arrays in arrays', [['a'], []], [[text('a')], []]],
      ['an object', [{ $type: 'Point', x: 1, y: 2 }], [{ $type: 'Point', x: 1, y: 2 }]],
      ['in untyped content', { a: [['b']] }, { $content: [{ a: [text('b')] }] }],
      [
        'a type that is an array',
        { $type: 'Points', $value: [{ x: 1 }, null] },
        [{ $type: 'Point', x: 1 }, null],
      ],
      [
        'an array of two dimensions',
        { $type: 'Matrix', $value: [[1, 2]] },
        [
          [
            { $type: 'xs:int', $value: 1 },
            { $type: 'xs:int', $value: 2 },
          ],
        ],
      ],
    ])('%s', (name, v, normal) => {
      expect(operation.validate({ v })).toEqual([]);
      expect(accepts({ v })).toBe(true);
      const xml = decodeUtf8(operation.toXml({ v }).body);
      expect(decodeUtf8(operation.encodeJson(encodeUtf8(stringify({ v }))).body)).toBe(xml);
      expect(stringify(operation.normalise({ v }))).toBe(stringify({ v: normal }));
      // A matrix is flat in XML, and only its own type says how many rows it has.
      const read = operation.requestFromXml(xml).input;
      if (name !== 'an array of two dimensions') expect(stringify(read)).toBe(stringify({ v: normal }));
    });

    test('the type and the size are written', () => {
      const xml = decodeUtf8(operation.toXml({ v: ['a', 1] }).body);
      const size =
        version === '1.1'
          ? 'soapenc:arrayType="xsd:anyType[2]"'
          : 'soapenc:itemType="xsd:anyType" soapenc:arraySize="2"';
      expect(xml).toContain(
        ` xsi:type="soapenc:Array" ${size}><item xsi:type="xsd:string">a</item><item xsi:type="xsd:int">1</item></v>`,
      );
    });
  },
);

test('an array at an open position is rejected in a literal message (AN-7)', () => {
  const literal = new SchemaLiteral();
  literal.element('Op', literal.complex(undefined, sequence(el('v', 'anyType'))));
  const operation = createMapper(literal.service({ Op: { output: 'none' } })).compile('Op');
  expect(operation.validate({ v: ['a'] })).toMatchObject([{ path: '/v', keyword: 'type' }]);
  expect(ajv.compile(operation.jsonSchema('input'))({ v: ['a'] })).toBe(false);
});

test('anySimpleType is a string where xsi:type cannot appear (AN-8), in the schema too', () => {
  const open = new SchemaLiteral();
  const text = open.complex(undefined, undefined, {
    content: { kind: 'simple', type: 'anySimpleType' },
    attributes: [attribute('a', 'anySimpleType')],
  });
  open.element('Op', open.complex(undefined, sequence(el('s', 'anySimpleType'), el('t', text))));
  const operation = createMapper(open.service({ Op: { output: 'none' } })).compile('Op');
  const accepts = ajv.compile(operation.jsonSchema('input'));
  const problems = (input: unknown) =>
    operation.validate(input).map(({ path, keyword }) => `${path} ${keyword}`);
  const good = { s: 1, t: { '@a': 'x', $value: 'y' } };
  expect([problems(good), accepts(good)]).toEqual([[], true]);
  for (const wrong of [1, true]) {
    const input = { s: wrong, t: { '@a': wrong, $value: wrong } };
    expect([problems(input), accepts(input)]).toEqual([['/t/@a type', '/t/$value type'], false]);
  }
  expect(problems({ s: [], t: { $value: 'x' } })).toEqual(['/s type']);
});
