import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import { encoderOf } from '../testing/encoding.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { WorkMeter } from '../work.js';

/**
 * The cost of a small request with a large schema (§21): it depends on the keys of the value, not on those of its type.
 * Costs are counted, in units of the meter or in questions to the value.
 */
const MEMBERS = 2_000;
const names = Array.from({ length: MEMBERS }, (_, i) => `p${i}`);
const optional = names.map((name) => times(el(name, 'string'), 0, 1));

/** The encoder of an operation whose request has any number of values `v` of this type. */
function encoderFor(make: (schema: SchemaLiteral) => Parameters<typeof el>[1]) {
  const schema = new SchemaLiteral();
  schema.element('Op', schema.complex('Op', sequence(times(el('v', make(schema)), 0, 'unbounded'))));
  schema.element('OpResponse', schema.complex(undefined));
  return encoderOf(schema.service({ Op: {} }), 'Op', { limits: { errors: 10 } });
}

/** The units of work charged, and the result or the problems found. */
function metered<T>(work: () => T): { result: T | readonly unknown[]; units: number } {
  const meter = new WorkMeter(Number.POSITIVE_INFINITY);
  const result = meter.run(() => {
    try {
      return work();
    } catch (error) {
      if (isMappingError(error)) return error.errors;
      throw error;
    }
  });
  return { result, units: meter.used };
}

/** A value that counts how often one of its members is read. */
function counted(value: Record<string, unknown>): {
  value: Record<string, unknown>;
  questions: () => number;
} {
  let questions = 0;
  const proxy = new Proxy(value, {
    getOwnPropertyDescriptor(target, key) {
      questions++;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
  return { value: proxy, questions: () => questions };
}

const inOrder = (keys: readonly string[]) => ({ v: [{ $content: keys.map((key) => ({ [key]: 'x' })) }] });
const everyFourth = names.filter((_, i) => i % 4 === 0);

describe('$content', () => {
  const mixed = (particle: ReturnType<typeof sequence>) =>
    encoderFor((schema) => schema.complex('R', undefined, { content: { kind: 'mixed', particle } }));

  test('children in the order of a long sequence cost as much as the places that they pass', () => {
    const encoder = mixed(sequence(...optional));
    const { units, result } = metered(() => encoder.toXml(inOrder(everyFourth)));
    expect(result).toHaveProperty('body');
    // An optional place is two states: the way past it, and the place.
    expect(units).toBeLessThan(5 * MEMBERS);
  });

  test('children of a repeated choice cost one lookup each, and the table once', () => {
    const encoder = mixed(times(choice(...names.map((name) => el(name, 'string'))), 0, 'unbounded'));
    const backwards = everyFourth.toReversed();
    metered(() => encoder.toXml(inOrder(backwards)));
    const { units, result } = metered(() => encoder.toXml(inOrder(backwards)));
    expect(result).toHaveProperty('body');
    // Whether the content may end there is checked once.
    expect(units).toBeLessThan(5 * MEMBERS);
  });

  test('children of a repeated sequence, in the most expensive order, are charged for it', () => {
    const encoder = mixed(times(sequence(...optional), 0, 'unbounded'));
    const few = inOrder(everyFourth.slice(0, 50).toReversed());
    const many = inOrder(everyFourth.slice(0, 400).toReversed());
    const first = metered(() => encoder.toXml(few)).units;
    expect(metered(() => encoder.toXml(many)).units).toBeGreaterThan(4 * first);
  });

  test('wildcards in a row are charged for every place that a child may have', () => {
    const wildcard = times(any({ processContents: 'skip', namespaces: { kind: 'any' } }), 0, 1);
    const encoder = mixed(sequence(...Array(300).fill(wildcard)));
    const children = Array(100).fill({ '{urn:other}x': '1' });
    const { units } = metered(() => encoder.toXml({ v: [{ $content: children }] }));
    expect(units).toBeGreaterThan((100 * 300) / 4);
  });

  test('an element that a sequence has twice may take either place', () => {
    const twice = sequence(
      times(el('a', 'string'), 0, 1),
      times(el('b', 'string'), 0, 1),
      times(el('a', 'string'), 0, 1),
    );
    const encoder = mixed(twice);
    const order = (...keys: string[]) => metered(() => encoder.toXml(inOrder(keys))).result;
    expect(order('a', 'b', 'a')).toHaveProperty('body');
    expect(order('a', 'a')).toHaveProperty('body');
    expect(order('b', 'a')).toHaveProperty('body');
    expect(order('b', 'b')).toMatchObject([{ path: '/v/0/$content/1', keyword: 'content', expected: ['a'] }]);
  });
});

describe('objects', () => {
  const plain = (particle: ReturnType<typeof sequence>) =>
    encoderFor((schema) => schema.complex('R', particle));

  test('optional members that are absent are not looked up', () => {
    const encoder = plain(sequence(...optional));
    const { value, questions } = counted({ p1999: 'x', p3: 'y' });
    expect(encoder.validate({ v: [value] })).toEqual([]);
    expect(questions()).toBeLessThan(20);
  });

  test('members are written in schema order, and missing required siblings are reported', () => {
    const encoder = plain(sequence(...optional.slice(0, 40), el('needed', 'int'), ...optional.slice(40)));
    const { body } = encoder.toXml({ v: [{ p90: 'c', needed: 1, p7: 'a' }] });
    expect(new TextDecoder().decode(body)).toMatch(/p7>a<.*needed>1<.*p90>c</);
    expect(encoder.validate({ v: [{ p90: 'c' }] })).toMatchObject([
      { path: '/v/0/needed', keyword: 'required' },
    ]);
  });

  test('absent branches of a choice are not looked up', () => {
    const encoder = plain(choice(...names.map((name) => el(name, 'string'))));
    const { value, questions } = counted({ p1999: 'x' });
    expect(encoder.validate({ v: [value] })).toEqual([]);
    expect(questions()).toBeLessThan(20);
    expect(encoder.validate({ v: [{ p5: 'x', p1999: 'x' }] })).toMatchObject([{ keyword: 'choice' }]);
  });

  test('absent attributes are not looked up', () => {
    const encoder = encoderFor((schema) =>
      schema.complex('R', sequence(), { attributes: names.map((name) => attribute(name, 'string')) }),
    );
    const { value, questions } = counted({ '@p5': 'x' });
    expect(encoder.validate({ v: [value] })).toEqual([]);
    expect(questions()).toBeLessThan(20);
  });

  test('a branch that shares its keys with many others is charged for each of them', () => {
    const branches = names.slice(0, 500).map((name) => sequence(el('shared', 'string'), el(name, 'string')));
    const encoder = plain(choice(...branches));
    const { units, result } = metered(() => encoder.toXml({ v: [{ shared: 's', p499: 'x' }] }));
    expect(result).toHaveProperty('body');
    expect(units).toBeGreaterThan(0);
  });
});

describe('errors', () => {
  test('the search for similar names takes only part of the budget', () => {
    const encoder = encoderFor((schema) => {
      const long = names.map((name) => times(el(`${'member'.repeat(9)}${name}`, 'string'), 0, 1));
      return schema.complex('R', sequence(...long));
    });
    const wrong = Object.fromEntries(names.map((name) => [`${'membre'.repeat(9)}${name}`, 1]));
    const meter = new WorkMeter(1_000_000);
    expect(meter.run(() => encoder.validate({ v: [wrong] }))).toHaveLength(10);
    expect(meter.used).toBeLessThan(60_000);
  });

  test('messages and their expected values have a bounded length', () => {
    const encoder = encoderFor((schema) =>
      schema.complex('R', choice(...names.map((name) => el(name, 'string')))),
    );
    const [error] = encoder.validate({ v: [{}] });
    expect(error?.message.length).toBe(2_000);
    expect(error?.expected).toEqual(names.slice(0, 50));
  });
});
