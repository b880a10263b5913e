import { describe, expect, expectTypeOf, test } from 'vitest';
import type { CompiledOperation } from './api/operation.js';
import type { JsonObject } from './api/values.js';
import { isDecodeError, isMappingError } from './errors.js';
import { stringify } from './json/stringify.js';
import { createMapper } from './mapper.js';
import { encodeUtf8 } from './platform.js';
import {
  any,
  attribute,
  choice,
  el,
  part,
  SchemaLiteral,
  sequence,
  times,
} from './testing/schema-literal.js';

/** Rules of the whole package, for which no single part is responsible. */
function operationWith(build: (schema: SchemaLiteral) => number): CompiledOperation {
  const schema = new SchemaLiteral();
  const type = build(schema);
  schema.element('Op', type).element('OpResponse', type);
  return createMapper(schema.service({ Op: {} }), { unwrap: 'payload' }).compile('Op');
}

const everything = operationWith((s) => {
  s.element('known', 'int');
  const base = s.complex('Base', sequence(el('id', 'int')));
  s.complex('Derived', sequence(el('id', 'int'), el('more', 'string', { minOccurs: 0 })), {
    base,
    derivation: 'extension',
  });
  return s.complex(
    undefined,
    sequence(
      el('base', base, { minOccurs: 0 }),
      times(choice(el('a', 'int'), el('b', 'string')), 0, 'unbounded'),
      el('list', 'string', { minOccurs: 0, maxOccurs: 'unbounded' }),
      times(any({ namespaces: { kind: 'not', namespace: 'urn:t' } }), 0, 'unbounded'),
    ),
    {
      attributes: [
        attribute('id', 'int'),
        attribute('contentType', 'string', { namespace: 'http://www.w3.org/2005/05/xmlmime' }),
      ],
      attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
    },
  );
});

const full = {
  '@id': 1,
  '@contentType': 'image/png',
  base: { $type: 'Derived', id: 1, more: 'x' },
  $items: [{ b: 'x' }, { a: 2 }],
  list: ['one'],
  $any: [{ '{urn:x}y': 'z' }],
  $anyAttributes: { '{urn:x}f': '1' },
};

describe('vocabulary', () => {
  test('VO-1, VO-2, VO-4, VO-6, AT-5: every kind of key, in the order of a result', () => {
    const reply = everything.fromXml(everything.responseToXml(full).body);
    expect(reply.kind === 'result' && stringify(reply.result)).toBe(stringify(full));
    const shuffled = Object.fromEntries(Object.entries(full).reverse());
    expect(everything.toXml(shuffled)).toEqual(everything.toXml(full));
  });

  test('VO-2: no other key starts with $', () => {
    expect(everything.validate({ $html: '<x/>', $value: 1, $nil: true })).toMatchObject([
      { path: '/$html', keyword: 'additionalProperties' },
      { path: '/$value', keyword: 'additionalProperties' },
      { path: '/$nil', keyword: 'additionalProperties' },
    ]);
  });

  test.each([[null], ['text'], [5], [[]]])('VO-3: the root is an object, not %j', (input) => {
    expect(everything.validate(input)).toMatchObject([{ path: '', keyword: 'type' }]);
  });

  test('VO-5: names of Object are ordinary fields', () => {
    const operation = operationWith((s) =>
      s.complex(undefined, sequence(el('__proto__', 'string'), el('toString', 'string', { minOccurs: 0 }))),
    );
    const input = JSON.parse('{"__proto__":"p"}') as JsonObject;
    expect(stringify(operation.requestFromXml(operation.toXml(input).body).input)).toBe('{"__proto__":"p"}');
    expect(operation.validate({})).toMatchObject([{ path: '/__proto__', keyword: 'required' }]);
  });
});

describe('the library', () => {
  test('AP-1: compiling is synchronous, and its result is shared between calls', () => {
    expectTypeOf(everything.toXml).returns.not.toEqualTypeOf<Promise<unknown>>();
    expect(everything.toXml(full)).toEqual(everything.toXml(full));
  });

  test('AP-2: chunks may be split anywhere', () => {
    const { body } = everything.responseToXml(full);
    const whole = everything.createDecoder();
    whole.write(body);
    const bytewise = everything.createDecoder();
    for (const byte of body) bytewise.write(Uint8Array.of(byte));
    expect(bytewise.end()).toEqual(whole.end());
  });

  test('AP-3: inputs are not changed, and only the declared errors are thrown', () => {
    const frozen = JSON.stringify(full);
    everything.toXml(full);
    everything.validate(full);
    everything.normalise(full);
    expect(JSON.stringify(full)).toBe(frozen);
    for (const json of ['', '{', '[]', '{"$items":{}}', '{"list":"x"}', '\u0000']) {
      try {
        everything.encodeJson(encodeUtf8(json));
      } catch (error) {
        expect(isMappingError(error)).toBe(true);
      }
    }
    for (const xml of ['', '<', '<a/>', 'text', '<a><b></a>']) {
      try {
        everything.fromXml(xml);
      } catch (error) {
        expect(isDecodeError(error)).toBe(true);
      }
    }
  });

  test('AP-4: an operation needs only the model, which survives serialisation', () => {
    const schema = new SchemaLiteral();
    const model = schema.element('Op', 'int').service({ Op: { output: 'none' } });
    const stored = createMapper(JSON.parse(JSON.stringify(model))).compile('Op');
    expect(stored.toXml({ Op: 5 })).toEqual(createMapper(model).compile('Op').toXml({ Op: 5 }));
  });
});

test('HD-5: mustUnderstand, actor and role of a header block are not in the JSON', () => {
  const schema = new SchemaLiteral();
  schema.element('Auth', schema.complex(undefined, sequence(el('token', 'string'))));
  schema.element('Op', schema.complex(undefined)).element('OpResponse', schema.complex(undefined));
  const header = { part: part('auth', 'Auth'), use: 'literal', required: false, faults: [] } as const;
  const operation = createMapper(schema.service({ Op: { output: { headers: [header] } } })).compile('Op');
  const reply = operation.fromXml(
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t"><s:Header>' +
      '<t:Auth s:mustUnderstand="1" s:actor="urn:a"><t:token>x</t:token></t:Auth></s:Header><s:Body><t:OpResponse/></s:Body></s:Envelope>',
  );
  expect(reply.kind === 'result' && stringify([reply.headers, reply.warnings])).toBe(
    '[{"Auth":{"token":"x"}},[]]',
  );
});

describe('numbers in the shape of an operation', () => {
  const numbers = (mode: 'number' | 'string') => {
    const schema = new SchemaLiteral();
    schema.element(
      'Op',
      schema.complex(undefined, sequence(el('i', 'long'), el('d', 'double'), el('n', 'decimal'))),
    );
    return createMapper(schema.service({ Op: { output: 'none' } }), { numbers: mode }).compile('Op');
  };

  test('NM-3: a string counts as the number that it spells, in both modes', () => {
    for (const mode of ['number', 'string'] as const) {
      const operation = numbers(mode);
      const { body } = operation.toXml({ i: 5, d: 1, n: 1.5 });
      expect(operation.toXml({ i: '5', d: '1', n: '1.50' }).body).toEqual(body);
    }
    const { input } = numbers('string').requestFromXml(numbers('string').toXml({ i: 5, d: 1, n: 1.5 }).body);
    expect(stringify(input)).toBe('{"i":"5","d":1,"n":"1.5"}');
  });

  test('NM-4: NaN and the infinities are strings; NM-6: minus zero is kept if it means something', () => {
    const operation = numbers('number');
    const back = (input: unknown) => stringify(operation.requestFromXml(operation.toXml(input).body).input);
    expect(back({ i: -0, d: '-INF', n: '-0.0' })).toBe('{"i":0,"d":"-INF","n":0}');
    expect(back({ i: 0, d: -0, n: 0 })).toBe('{"i":0,"d":-0,"n":0}');
  });
});

describe('facets that the schema cannot express', () => {
  const withFacet = (builtin: 'dateTime' | 'QName', facet: object) =>
    operationWith((s) => s.complex(undefined, sequence(el('v', s.simple(undefined, builtin, facet)))));

  test('FA-3: a bound between two incomparable dates counts as satisfied', () => {
    const operation = withFacet('dateTime', { minInclusive: '2026-01-01T00:00:00Z' });
    expect(operation.validate({ v: '2026-01-01T05:00:00' })).toEqual([]);
    expect(operation.validate({ v: '2025-12-30T00:00:00' })).toMatchObject([{ keyword: 'minimum' }]);
  });

  test('FA-4: names have no length', () => {
    const operation = withFacet('QName', { maxLength: 3 });
    expect(operation.validate({ v: '{urn:x}longer' })).toEqual([]);
  });
});
