import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { MapperOptions } from '../api/options.js';
import type { JsonSchema } from '../api/values.js';
import { createMapper } from '../mapper.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';
import { createSchemaProjection } from './projection.js';

/** The definitions of a document for code generators: the input of `Op` is `Request`, its result `Result`. */
function definitionsOf(build: (schema: SchemaLiteral) => void, options: MapperOptions = {}) {
  const schema = new SchemaLiteral();
  build(schema);
  const hasOutput = schema.elements.some(({ name }) => name.localName === 'OpResponse');
  const model = schema.service({ Op: hasOutput ? {} : { output: 'none' } });
  const { shape } = createMapper(model, options).compile('Op');
  const projection = createSchemaProjection(model, { audience: 'code-generators', prefix: '#/' });
  projection.define('Request', () => projection.input(shape.input, shape))();
  projection.define('Result', () => projection.result(shape.output))();
  return projection.finish() as Record<string, Definition>;
}

/** The part of a schema that the tests inspect. */
interface Definition extends JsonSchema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

const int32 = { type: 'integer', format: 'int32' };
const string = { type: 'string' };
const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('definitions (OA-3)', () => {
  test('an anonymous type is inlined if it is used once, and named after its owners if it is used twice', () => {
    const definitions = definitionsOf((s) => {
      const once = s.complex(undefined, sequence(el('x', 'int')));
      const twice = s.complex(undefined, sequence(el('y', 'int')));
      s.element('Op', s.complex('A', sequence(el('p', once), el('q', twice), el('r', twice))));
    });
    expect(Object.keys(definitions)).toEqual(['A', 'A_q', 'Request', 'Result']);
    const { properties } = definitions['A']!;
    expect(properties['p']).toEqual({
      type: 'object',
      required: ['x'],
      additionalProperties: false,
      properties: { x: int32 },
    });
    expect([properties['q'], properties['r']]).toEqual([{ $ref: '#/A_q' }, { $ref: '#/A_q' }]);
    expect(definitions['Result']).toEqual({ type: 'object', additionalProperties: false });
  });

  test('a named enumeration is shared, an anonymous one is not; null is one more type, or an alternative (OA-5)', () => {
    const definitions = definitionsOf((s) => {
      const level = s.simple('Level', 'string', { enumeration: ['a', 'b'] });
      const other = s.simple(undefined, 'string', { enumeration: ['a', 'b'] });
      const nillable = { nillable: true };
      s.element(
        'Op',
        s.complex('E', sequence(el('p', level), el('q', level, nillable), el('r', other, nillable))),
      );
    });
    expect(definitions['Level']).toEqual({ type: 'string', enum: ['a', 'b'] });
    expect(definitions['E']!.properties).toEqual({
      p: { $ref: '#/Level' },
      q: { anyOf: [{ $ref: '#/Level' }, { type: 'null' }] },
      r: { type: ['string', 'null'], enum: ['a', 'b', null] },
    });
  });

  test('annotations of a place are siblings of the reference: documentation, a default, a fixed value (OA-8)', () => {
    const definitions = definitionsOf((s) => {
      const level = s.simple('Level', 'string', { enumeration: ['a', 'b'] });
      const money = s.complex('Money', undefined, {
        content: { kind: 'simple', type: 'int' },
        attributes: [attribute('unit', 'string')],
      });
      s.element(
        'Op',
        s.complex(
          'D',
          sequence(
            el('p', level, { default: 'a', documentation: 'Why.' }),
            el('q', money, { fixed: '7' }),
            el('many', 'int', { maxOccurs: 3, documentation: 'Some.' }),
          ),
        ),
      );
    });
    expect(definitions['D']!.properties).toEqual({
      p: { $ref: '#/Level', description: 'Why.', default: 'a' },
      q: { $ref: '#/Money', properties: { $value: { const: 7 } }, default: { $value: 7 } },
      many: { type: 'array', minItems: 1, maxItems: 3, items: int32, description: 'Some.' },
    });
  });

  test('names of JavaScript are keys like any other (VO-5)', () => {
    const { P } = definitionsOf((s) =>
      s.element('Op', s.complex('P', sequence(el('__proto__', 'int'), el('constructor', 'int')))),
    );
    expect(Object.keys(P!.properties)).toEqual(['__proto__', 'constructor']);
  });
});

describe('alternatives for code generators', () => {
  const shapes = (s: SchemaLiteral, abstract: boolean): { base: number; circle: number } => {
    const base = s.complex('Shape', sequence(el('id', 'int')), { abstract });
    const derived = { base, derivation: 'extension' } as const;
    const circle = s.complex('Circle', sequence(el('id', 'int'), el('r', 'double')), derived);
    s.complex('Square', sequence(el('id', 'int'), el('a', 'double')), derived);
    return { base, circle };
  };

  test('an abstract type has a discriminator, because every alternative carries the tag (PY-6)', () => {
    const definitions = definitionsOf((s) =>
      s.element('Op', s.complex(undefined, sequence(el('shape', shapes(s, true).base)))),
    );
    expect(definitions['ShapeAny']).toEqual({
      anyOf: [{ $ref: '#/Circle' }, { $ref: '#/Square' }],
      discriminator: { propertyName: '$type', mapping: { Circle: '#/Circle', Square: '#/Square' } },
    });
    expect(definitions['Circle']).toMatchObject({
      required: ['$type', 'id', 'r'],
      properties: { $type: { const: 'Circle' } },
    });
  });

  test('a concrete type has none: its own tag may be left out (PY-2)', () => {
    const definitions = definitionsOf((s) =>
      s.element('Op', s.complex(undefined, sequence(el('shape', shapes(s, false).base)))),
    );
    expect(definitions['ShapeAny']).toEqual({
      anyOf: [{ $ref: '#/Shape' }, { $ref: '#/Circle' }, { $ref: '#/Square' }],
    });
  });

  test('a type that is used alone and as a variant has two definitions', () => {
    const definitions = definitionsOf((s) => {
      const { base, circle } = shapes(s, true);
      s.element('Op', s.complex(undefined, sequence(el('shape', base), el('circle', circle))));
    });
    expect(definitions['Circle']!.required).toEqual(['id', 'r']);
    expect(definitions['CircleVariant']!.required).toEqual(['$type', 'id', 'r']);
  });

  test('the discriminator of an abstract substitution-group head leads to fixed values (SG-5, NL-4)', () => {
    const { Request, n } = definitionsOf((s) => {
      const substitutionGroup = { namespace: T, localName: 'head' };
      s.element('head', 'int', { abstract: true }).element('n', 'int', { substitutionGroup, fixed: '7' });
      s.element('Op', s.complex(undefined, sequence(el('head', 'int', { global: true }))));
    });
    expect(Request!.properties['head']).toMatchObject({
      anyOf: [{ $ref: '#/n' }],
      discriminator: { propertyName: '$element', mapping: { n: '#/n' } },
    });
    expect(n!.properties).toEqual({
      $element: { const: 'n' },
      $value: { ...int32, const: 7, default: 7 },
    });
  });
});

describe('strict wildcards (AN-3)', () => {
  /** `Box` appears in the request and in the result, below types that lead to each other; `Plain` leads to no wildcard. */
  const build = (s: SchemaLiteral): void => {
    s.element('known', 'int');
    const plain = s.complex('Plain', sequence(el('x', 'int')));
    const box = s.complex('Box', (self) =>
      sequence(
        el('inner', self, { minOccurs: 0 }),
        el('plain', plain),
        times(any({ processContents: 'strict' }), 0, 1),
      ),
    );
    const holder = s.complex('Holder', sequence(el('box', box), el('plain', plain)));
    s.element('Op', s.complex(undefined, sequence(el('holder', holder))));
    s.element('OpResponse', s.complex(undefined, sequence(el('holder', holder), el('more', 'int'))));
  };

  test('an input lists the names that are declared, a result may have others', () => {
    const definitions = definitionsOf(build);
    expect(Object.keys(definitions)).toEqual([
      'AnyElement',
      'AnyElement.2',
      'AnyValue',
      'Box',
      'BoxOutput',
      'Holder',
      'HolderOutput',
      'Plain',
      'Request',
      'Result',
    ]);
    expect(JSON.stringify(definitions['AnyElement'])).toContain('"enum":["{urn:t}known"');
    expect(JSON.stringify(definitions['AnyElement.2'])).not.toContain('"enum"');
    expect(definitions['Box']!.properties['inner']).toEqual({ $ref: '#/Box' });
    expect(definitions['BoxOutput']!.properties).toMatchObject({
      inner: { $ref: '#/BoxOutput' },
      plain: { $ref: '#/Plain' },
    });
  });

  test('if wildcards admit every name, inputs and outputs share their definitions', () => {
    const names = Object.keys(definitionsOf(build, { wildcards: 'lax' }));
    expect(names).toEqual(['AnyElement', 'AnyValue', 'Box', 'Holder', 'Plain', 'Request', 'Result']);
  });

  test('strict wildcards and global elements do not multiply', () => {
    const definitions = definitionsOf((s) => {
      for (let index = 0; index < 2_000; index++) s.element(`e${index}`, 'int');
      const wildcards = Array.from({ length: 100 }, (_, index) =>
        any({ namespaces: { kind: 'list', list: [T, `urn:${index}`] }, processContents: 'strict' }),
      );
      s.element('Op', s.complex(undefined, sequence(...wildcards)));
    });
    expect(JSON.stringify(definitions).length).toBeLessThan(2_000_000);
  });
});

describe('choices (OA-11)', () => {
  const definitionOf = (content: ReturnType<typeof sequence>) =>
    definitionsOf((s) => s.element('Op', s.complex('A', content)))['A'] as Definition;

  test('plain properties, the branches for readers, and the exact rule behind two negations', () => {
    const either = choice(el('a', 'int'), sequence(el('b', 'int'), el('c', 'int', { minOccurs: 0 })));
    const { properties, required, not, ...more } = definitionOf(sequence(el('id', 'int'), either));
    expect(properties).toEqual({ id: int32, a: int32, b: int32, c: int32 });
    expect(required).toEqual(['id']);
    expect(more).toEqual({
      type: 'object',
      additionalProperties: false,
      'x-xsd-choice': [['a', ['b', 'c']]],
    });
    const accepts = ajv.compile({
      properties,
      required,
      not,
    });
    const values = [{ a: 1 }, { b: 1 }, { b: 1, c: 1 }, {}, { c: 1 }, { a: 1, b: 1 }];
    expect(values.map((value) => accepts({ id: 1, ...value }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('no schema has alternatives beside properties or items, which generators would merge', () => {
    const group = times(sequence(el('x', 'int'), el('y', 'int', { minOccurs: 2, maxOccurs: 3 })), 0, 1);
    const definition = definitionOf(
      sequence(group, choice(el('a', 'int'), el('b', 'int')), choice(el('c', 'int'), el('d', 'int'))),
    );
    expect(definition['x-xsd-choice']).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    for (const schema of [definition, ...Object.values(definition.properties)]) {
      expect(Object.keys(schema)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:one|any|all)Of$/)]),
      );
      if (Object.hasOwn(schema, 'not')) expect(schema['not']).toEqual({ not: expect.anything() });
    }
  });
});

describe('lists of results (CM-11)', () => {
  const LIST = { minOccurs: 0, maxOccurs: 'unbounded' } as const;
  const build = (s: SchemaLiteral): void => {
    const page = s.complex('Page', sequence(el('next', 'string', { minOccurs: 0 }), el('item', 'int', LIST)));
    const plain = s.complex('Plain', sequence(el('x', 'int')));
    s.element('Op', s.complex(undefined, sequence(el('page', page), el('plain', plain))));
    const either = times(choice(el('a', 'int', LIST), el('b', 'int')), 0, 1);
    const own = s.complex('Own', sequence(el('line', 'string', LIST), either));
    s.element(
      'OpResponse',
      s.complex(undefined, sequence(el('page', page), el('own', own), el('plain', plain))),
    );
  };

  test('a list that is always present is required in results, never in requests', () => {
    const definitions = definitionsOf(build);
    expect(Object.keys(definitions)).toEqual(['Own', 'Page', 'PageOutput', 'Plain', 'Request', 'Result']);
    expect(definitions['Page']!.required).toBeUndefined();
    expect(definitions['PageOutput']!.required).toEqual(['item']);
    expect(definitions['Request']!.properties['page']).toEqual({ $ref: '#/Page' });
    expect(definitions['Result']!.properties['page']).toEqual({ $ref: '#/PageOutput' });
  });

  test('a list inside a choice or an optional group stays optional', () => {
    expect(definitionsOf(build)['Own']!.required).toEqual(['line']);
  });

  test('the schema of a result accepts what the mapper returns, and nothing without the list', () => {
    const schema = new SchemaLiteral();
    build(schema);
    const operation = createMapper(schema.service({ Op: {} })).compile('Op');
    const { body } = operation.responseToXml({ page: {}, own: { line: [] }, plain: { x: 1 } });
    const reply = operation.fromXml(body);
    const result = { page: { item: [] }, own: { line: [] }, plain: { x: 1 } };
    expect(reply).toMatchObject({ kind: 'result', result });
    const accepts = ajv.compile(operation.jsonSchema('output'));
    expect([accepts(result), accepts({ ...result, page: {} })]).toEqual([true, false]);
  });
});

test('list items of any type have no white space (LU-1)', () => {
  const { V } = definitionsOf((s) => {
    const texts = s.list(undefined, 'string');
    const either = s.list(undefined, s.union(undefined, ['int', 'string']));
    const coded = s.list(undefined, s.simple(undefined, 'string', { patterns: ['[a-z ]*'] }));
    s.element('Op', s.complex('V', sequence(el('texts', texts), el('either', either), el('coded', coded))));
  });
  const pattern = '^[^ \\t\\n\\r]+$';
  const coded = { ...string, pattern: '^(?:[a-z ]*)$', 'x-xsd-pattern': ['[a-z ]*'] };
  expect(V!.properties).toEqual({
    texts: { type: 'array', items: { ...string, pattern } },
    either: { type: 'array', items: { anyOf: [int32, string], pattern } },
    // Both patterns hold, the second one with its type: generators of types print a part without one as `unknown`.
    coded: { type: 'array', items: { ...coded, allOf: [{ ...string, pattern }] } },
  });
});

test('wrong arguments are named', () => {
  const model = new SchemaLiteral().service({});
  const create = createSchemaProjection as (...given: readonly unknown[]) => unknown;
  const wrong = (...given: readonly unknown[]) => expect(() => create(...given));
  wrong({}, { audience: 'validators', prefix: '#/' }).toThrow(/model/);
  wrong(model, { audience: 'people', prefix: '#/' }).toThrow(/audience/);
  wrong(model, { audience: 'validators' }).toThrow(/prefix/);
  wrong(model, { audience: 'validators', prefix: '#/', formats: true }).toThrow(/formats/);
});
