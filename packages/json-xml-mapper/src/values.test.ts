import { describe, expect, test } from 'vitest';
import { createMapper, type MapperOptions, stringify } from './index.js';
import { attribute, el, SchemaLiteral, sequence, times } from './testing/schema-literal.js';
import { compileTyped, problemEnvelope, typedEnvelope } from './testing/typed-operation.js';

const WIDE = '9007199254740993';

/** An operation that returns wide numbers wherever a number can appear. */
function operationOf(options: MapperOptions) {
  const schema = new SchemaLiteral();
  const small = schema.simple('Small', 'long', { maxInclusive: '100' });
  const code = schema.simple('Code', 'long', { patterns: ['[0-9]{5}'] });
  const fields = sequence(
    el('id', 'long'),
    el('small', small),
    el('code', code),
    el('count', 'int'),
    el('price', 'decimal'),
    el('ratio', 'double'),
    el('ids', schema.list(undefined, 'unsignedLong')),
    el('either', schema.union(undefined, ['integer', 'boolean'])),
    times(el('more', 'positiveInteger'), 0, 'unbounded'),
    el('any', 'anyType'),
  );
  const type = schema.complex(undefined, fields, { attributes: [attribute('version', 'integer')] });
  return compileTyped(schema, type, 'long', options);
}

const FIELDS =
  `<t:id>${WIDE}</t:id><t:small>7</t:small><t:code>00042</t:code><t:count>5</t:count><t:price>1.50</t:price><t:ratio>0.5</t:ratio>` +
  `<t:ids>1 ${WIDE}</t:ids><t:either>-${WIDE}</t:either><t:more>1</t:more><t:more>${WIDE}</t:more>` +
  `<t:any xsi:type="xs:long">${WIDE}</t:any>`;
const RESPONSE = typedEnvelope(
  `<t:OpResponse><t:r version="3">${FIELDS}</t:r></t:OpResponse>`,
  '<t:Auth><t:token>1</t:token></t:Auth>',
);

describe("NM-7: numbers: 'bigint'", () => {
  const operation = operationOf({ numbers: 'bigint' });

  test('integers that a double cannot hold are bigint by their type, never by their value; decimals are strings', () => {
    const reply = operation.fromXml(RESPONSE);
    expect(reply).toEqual({
      kind: 'result',
      headers: { Auth: { token: 1n } },
      result: {
        '@version': 3n,
        id: 9007199254740993n,
        small: 7n,
        code: '00042',
        count: 5,
        price: '1.5',
        ratio: 0.5,
        ids: [1n, 9007199254740993n],
        either: -9007199254740993n,
        more: [1n, 9007199254740993n],
        any: { $type: 'xs:long', $value: 9007199254740993n },
      },
      warnings: [],
    });
  });

  test('the detail of a fault has bigints too', () => {
    expect(operation.fromXml(problemEnvelope('5'))).toMatchObject({
      fault: { detail: { Problem: { number: 5n } } },
    });
  });

  test('JSON text has plain digits, because it is sent to others', () => {
    const reply = operation.decodeXml(new TextEncoder().encode(RESPONSE));
    const text = reply.kind === 'result' ? new TextDecoder().decode(reply.result) : '';
    expect(text).toContain(`"id":${WIDE},"small":7,"code":"00042","count":5,"price":"1.5"`);
    expect(text).not.toMatch(/[0-9]n/);
  });

  test('a decoded value is accepted as input, digit for digit', () => {
    const { body } = operation.toXml({ ...inputOf(operation), '@version': 3n });
    const { input } = operation.requestFromXml(body);
    expect(input).toMatchObject({ '@version': 3n, id: 9007199254740993n, ids: [1n, 9007199254740993n] });
    expect(operation.toXml(input).body).toEqual(body);
    expect(new TextDecoder().decode(body)).toContain(`<ns1:id>${WIDE}</ns1:id>`);
  });

  test('numbers and strings are accepted too (NM-3)', () => {
    const { body } = operation.toXml(inputOf(operation));
    const plain = JSON.parse(stringify({ ...inputOf(operation), id: WIDE }));
    plain.ids = ['1', WIDE];
    plain.either = `-${WIDE}`;
    plain.more = ['1', WIDE];
    plain.any.$value = WIDE;
    expect(operation.toXml(plain).body).toEqual(body);
  });

  test('examples, normal forms and query strings give such values too', () => {
    expect(operation.example('input')).toMatchObject({ id: expect.any(BigInt), count: expect.any(Number) });
    expect(operation.normalise(inputOf(operation))).toMatchObject({ id: 9007199254740993n, small: 7n });
  });

  test('the expected values of an error can be printed as JSON', () => {
    const schema = new SchemaLiteral();
    schema.element(
      'Op',
      schema.complex(undefined, sequence(el('n', schema.simple('N', 'long', { enumeration: ['1', '2'] })))),
    );
    const each = createMapper(schema.service({ Op: { output: 'none' } }), { numbers: 'bigint' }).compile(
      'Op',
    );
    const errors = each.validate({ n: 3n });
    expect(JSON.parse(JSON.stringify(errors))).toMatchObject([
      { path: '/n', keyword: 'enum', expected: [1, 2] },
    ]);
  });
});

function inputOf(operation: ReturnType<typeof operationOf>) {
  const reply = operation.fromXml(RESPONSE);
  return (reply.kind === 'result' ? reply.result : {}) as Record<string, unknown>;
}

describe('VO-5: the prototype of returned objects', () => {
  const RESULT = typedEnvelope(
    `<t:OpResponse><t:r version="1">${FIELDS.replace(/<t:any.*<\/t:any>/, '<t:any><__proto__>x</__proto__></t:any>')}</t:r></t:OpResponse>`,
  );

  test.each(['none', 'ordinary'] as const)('%s', (prototypes) => {
    const operation = operationOf({ prototypes, untyped: 'compact' });
    const expected = prototypes === 'none' ? null : Object.prototype;
    const reply = operation.fromXml(RESULT);
    const result = reply.kind === 'result' ? reply.result : {};
    const values: unknown[] = [result, operation.example('input'), operation.normalise(inputOf(operation))];
    values.push(operation.requestFromXml(operation.toXml(inputOf(operation)).body).input);
    for (let value = values.pop(); value !== undefined; value = values.pop()) {
      if (typeof value !== 'object' || value === null || 'text' in value) continue;
      if (!Array.isArray(value)) expect(Object.getPrototypeOf(value)).toBe(expected);
      values.push(...Object.values(value));
    }
  });

  test('a key that is called __proto__ stays data', () => {
    const reply = operationOf({ prototypes: 'ordinary', untyped: 'compact' }).fromXml(RESULT);
    const any = reply.kind === 'result' ? (reply.result as { any: object }).any : {};
    expect(Object.hasOwn(any, '__proto__')).toBe(true);
    expect(JSON.stringify(any)).toBe('{"__proto__":"x"}');
  });
});

describe('NM-1: a JsonNumber in ordinary JSON', () => {
  test('keeps its digits', () => {
    const reply = operationOf({}).fromXml(RESPONSE);
    const text = JSON.stringify(reply.kind === 'result' && reply.result);
    expect(text.replaceAll('"', '')).toContain(`id:${WIDE}`);
  });
});
