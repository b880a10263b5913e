import type { TypeIndex } from '@soapstone/soap-model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import { createMapper } from '../mapper.js';
import { el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';
import { nameInOrder } from './context/component-names.js';
import { createState } from './context/schema-context.js';
import { SchemaRegistry } from './context/schema-registry.js';
import { createContext } from './projection-context.js';

const OPTIONAL = { minOccurs: 0 };

/** Types `C0` to `C{depth - 1}`, each an extension of the one before by an element. */
function chain(s: SchemaLiteral, depth: number): readonly TypeIndex[] {
  const types: TypeIndex[] = [];
  for (let i = 0; i < depth; i += 1) {
    const inherited = Array.from({ length: i + 1 }, (_, j) => el(`e${j}`, 'int', OPTIONAL));
    const derived = i === 0 ? {} : { base: types[i - 1]!, derivation: 'extension' as const };
    types.push(s.complex(`C${i}`, sequence(...inherited), derived));
  }
  return types;
}

/** A chain of `depth` types, each with a substitute for the element before it. */
function chainOfHeads(depth: number, nillable: boolean): CompiledOperation {
  const s = new SchemaLiteral();
  const types = chain(s, depth);
  for (const [i, type] of types.entries()) {
    const head =
      i === 0
        ? { abstract: true }
        : { substitutionGroup: { namespace: T, localName: `h${i - 1}` }, nillable: nillable && i % 2 === 0 };
    s.element(`h${i}`, type, head);
  }
  const content = sequence(times(el('h0', types[0]!, { global: true }), 0, 'unbounded'));
  s.element('Op', s.complex(undefined, content));
  return createMapper(s.service({ Op: { output: 'none' } })).compile('Op');
}

/** `count` places of type `C0` that may be nil. */
function nilPlaces(count: number): CompiledOperation {
  const s = new SchemaLiteral();
  const [base] = chain(s, 20);
  const places = Array.from({ length: count }, (_, i) =>
    el(`p${i}`, base!, { minOccurs: 0, nillable: true }),
  );
  s.element('Op', s.complex(undefined, sequence(...places)));
  return createMapper(s.service({ Op: { output: 'none' } })).compile('Op');
}

/** The members of all objects in a schema, and its references. */
function sizeOf(schema: unknown): number {
  return JSON.stringify(schema).split(/"\$ref":|"x-xsd-type":|"const":/).length;
}

describe('the schema of many substitutes and derived types', () => {
  test.each([false, true])(
    'grows with the inherited members of the types, not with those of every element (nillable: %s)',
    (nillable) => {
      const half = sizeOf(chainOfHeads(60, nillable).jsonSchema('input'));
      const whole = sizeOf(chainOfHeads(120, nillable).jsonSchema('input'));
      // Twice as many types have four times as many inherited members. One object per element and type would have eight times
      // as many.
      expect(whole / half).toBeLessThan(4.5);
      expect(whole).toBeLessThan(120_000);
    },
  );

  test('agrees with the mapper if elements share the objects of their types (SG-5, PY-6)', () => {
    const s = new SchemaLiteral();
    const members = Array.from({ length: 150 }, (_, i) => el(`e${i}`, 'string', OPTIONAL));
    const base = s.complex('Base', sequence(...members));
    const derived = s.complex('Derived', sequence(...members, el('more', 'string')), {
      base,
      derivation: 'extension',
    });
    s.element('head', base, { abstract: true });
    for (let i = 0; i < 80; i += 1) {
      s.element(`h${i}`, i % 4 === 3 ? derived : base, {
        substitutionGroup: { namespace: T, localName: 'head' },
        nillable: i % 2 === 0,
      });
    }
    s.element('Op', s.complex(undefined, sequence(el('head', base, { global: true }))));
    const operation = createMapper(s.service({ Op: { output: 'none' } })).compile('Op');
    const schema = operation.jsonSchema('input') as { $defs: Record<string, object> };
    // The first elements have their own objects, as in a small schema.
    expect(schema.$defs['h1']).not.toHaveProperty('allOf');
    expect(schema.$defs['h79']).toHaveProperty('allOf');
    const check = new Ajv2020({ strict: false, inlineRefs: false }).compile(schema);
    for (const item of [
      { $element: 'h1', e1: 'x' },
      { $element: 'h77', e1: 'x' },
      { $element: 'h79', e1: 'x', more: 'y' },
      { $element: 'h78', $type: 'Derived', more: 'y' },
      { $element: 'h78', $nil: true },
      { $element: 'h78', $type: 'Derived', $nil: true },
    ]) {
      expect([item, operation.validate({ head: item }), check({ head: item })]).toEqual([item, [], true]);
    }
    for (const item of [
      { $element: 'h77', more: 'y' },
      { $element: 'h79', $type: 'Base' },
      { $element: 'h77', $nil: true },
      { $element: 'h78', $type: 'Derived' },
      { $element: 'h80', e1: 'x' },
      { $element: 'head', e1: 'x' },
      { e1: 'x' },
    ]) {
      const refused = operation.validate({ head: item }).length > 0;
      expect([item, refused, check({ head: item })]).toEqual([item, true, false]);
    }
  });

  test('lists the nil objects of a type once, for all places (NL-5)', () => {
    const one = sizeOf(nilPlaces(1).jsonSchema('input'));
    const many = sizeOf(nilPlaces(300).jsonSchema('input'));
    expect(many - one).toBeLessThan(300 * 5);
    const check = new Ajv2020({ strict: false, inlineRefs: false }).compile(
      nilPlaces(300).jsonSchema('input'),
    );
    expect(check({ p7: { $nil: true, $type: 'C5' }, p8: null, p9: { $type: 'C1', e1: 1 } })).toBe(true);
    expect(check({ p7: { $nil: true, $type: 'C100' } })).toBe(false);
  });

  test('names of definitions stay short, however many elements have one name', () => {
    const s = new SchemaLiteral();
    const types = Array.from({ length: 500 }, (_, i) =>
      s.complex('Same', sequence(el('e', 'int')), { namespace: `urn:${i}` }),
    );
    for (const [i, type] of types.entries()) {
      s.element('same', type, {
        namespace: `urn:${i}`,
        substitutionGroup: { namespace: T, localName: 'head' },
      });
    }
    s.element('head', 'anyType', { abstract: true });
    s.element('Op', s.complex(undefined, sequence(el('head', 'anyType', { global: true }))));
    const { $defs } = createMapper(s.service({ Op: { output: 'none' } }))
      .compile('Op')
      .jsonSchema('input') as { $defs: object };
    const names = Object.keys($defs);
    expect(names.length).toBeGreaterThanOrEqual(500);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(16);
    expect(names).toContain('same_2');
  });

  test('a document of more than a million members ends in an error', () => {
    const registry = new SchemaRegistry('#/');
    const context = createContext(
      createState(registry, { audience: 'validators', absentAsNull: false }),
      false,
      undefined,
    );
    registry.count(999_999);
    const s = new SchemaLiteral();
    s.element('Op', s.complex('C', sequence(el('p', 'int'))));
    const { root } = createMapper(s.service({ Op: { output: 'none' } })).compile('Op').shape.input;
    context.shape(root);
    expect(() => registry.finish(nameInOrder())).toThrow(/more than 1000000 members/);
    const operation = chainOfHeads(20, false);
    expect(() => operation.jsonSchema('input', { most: 200 })).toThrow(
      expect.objectContaining({ name: 'SchemaSizeError', most: 200 }),
    );
    expect(operation.jsonSchema('input', { most: 20_000 })).toEqual(operation.jsonSchema('input'));
  });
});
