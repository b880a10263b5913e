import type { TypeReference } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from './api/operation.js';
import type { MapperOptions } from './api/options.js';
import { isMappingError, type MappingError } from './errors.js';
import { createMapper } from './mapper.js';
import { encodeUtf8 } from './platform.js';
import { el, SchemaLiteral, sequence, times } from './testing/schema-literal.js';
import { WorkMeter } from './work.js';

const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** An operation whose input has the element `v` of a type, and any number of elements `w` of the same type. */
function operationOf(
  make: (schema: SchemaLiteral) => TypeReference,
  options?: MapperOptions,
): CompiledOperation {
  const schema = new SchemaLiteral();
  const type = make(schema);
  const members = sequence(times(el('v', type), 0, 1), times(el('w', type), 0, 'unbounded'));
  schema.element('Op', schema.complex(undefined, members));
  return createMapper(schema.service({ Op: { output: 'none' } }), options).compile('Op');
}

const json = (input: unknown): Uint8Array => encodeUtf8(JSON.stringify(input));

function errorOf(work: () => unknown): MappingError {
  try {
    work();
  } catch (error) {
    if (isMappingError(error)) return error;
    throw error;
  }
  throw new Error('nothing was rejected');
}

/** The units that each way to handle an input charges, after a first call has compiled the shared parts. */
function unitsOf(operation: CompiledOperation, input: unknown): Record<string, number> {
  const units = (stage: (work: WorkMeter) => unknown): number => {
    const work = new WorkMeter(Number.POSITIVE_INFINITY);
    stage(work);
    return work.used;
  };
  const stages = {
    encodeJson: (work: WorkMeter) => operation.encodeJson(json(input), { work }),
    validate: (work: WorkMeter) => operation.validate(input, { work }),
    normalise: (work: WorkMeter) => operation.normalise(input, { work }),
  };
  for (const stage of Object.values(stages)) units(stage);
  return Object.fromEntries(Object.entries(stages).map(([name, stage]) => [name, units(stage)]));
}

/** A list of unions of patterns: only trial and error tells which member a text belongs to. */
const patternUnion = (schema: SchemaLiteral): TypeReference =>
  schema.list(
    undefined,
    schema.union(
      undefined,
      many(100, (i) => schema.simple(undefined, 'token', { patterns: [`x${i}[a-z]+`] })),
    ),
  );

describe('work budget: a call that needs more is rejected', () => {
  const operation = operationOf(patternUnion);
  const input = { v: many(3000, (i) => `x99${'a'.repeat(i % 50)}b`) };

  test.each<[string, () => unknown]>([
    ['encodeJson', () => operation.encodeJson(json(input))],
    ['toXml', () => operation.toXml(input)],
    ['normalise', () => operation.normalise(input)],
  ])('%s: TOO_COMPLEX says where, and what to do', (_, call) => {
    const error = errorOf(call);
    expect(error.code).toBe('TOO_COMPLEX');
    expect(error.errors).toHaveLength(1);
    expect(error.errors[0]?.path).toMatch(/^\/v(?:\/\d+)?$/);
    expect(error.errors[0]?.message).toContain('limit "work": 5000000 units');
    expect(error.errors[0]?.message).toContain('send fewer items');
  });

  test('validate: the one problem is the limit', () => {
    expect(operation.validate(input)).toMatchObject([{ keyword: 'limit' }]);
  });

  test('the fast path names the value that it had reached', () => {
    const small = operationOf(patternUnion, { limits: { work: 10_000 } });
    const error = errorOf(() => small.encodeJson(json({ w: [['x1ab'], ['x1ab'], input.v] })));
    expect([error.code, error.errors[0]?.path]).toEqual(['TOO_COMPLEX', '/w/2']);
  });

  test('the stages of one call share a meter', () => {
    const [work, alone] = [operation.meter(), operation.meter()];
    const some = { v: input.v.slice(0, 100) };
    operation.toXml(some, { work: alone });
    operation.toXml(some, { work });
    operation.toXml(some, { work });
    expect(alone.used).toBeGreaterThan(0);
    expect(work.used).toBe(2 * alone.used);
    expect(work.limit).toBe(5_000_000);
  });

  test('an attempt stops at its own limit, and its meter reports it', () => {
    const value = { w: many(200, () => ['x99ab', 'x99cd']) };
    const [attempt, whole] = [WorkMeter.attempt(1_000), operation.meter()];
    expect(errorOf(() => operation.encodeJson(json(value), { work: attempt })).code).toBe('TOO_COMPLEX');
    expect(attempt.exhausted).toBe(true);
    operation.encodeJson(json(value), { work: whole });
    expect(whole.exhausted).toBe(false);
  });

  test('an attempt that is rejected for another reason is not exhausted', () => {
    const attempt = WorkMeter.attempt(1_000);
    expect(errorOf(() => operation.encodeJson(json({ w: 5 }), { work: attempt })).code).toBe('VALIDATION');
    expect(attempt.exhausted).toBe(false);
  });

  test('compiling counts for an attempt, and for no other call', () => {
    const fresh = operationOf(patternUnion);
    const attempt = WorkMeter.attempt(Number.POSITIVE_INFINITY);
    const whole = fresh.meter();
    fresh.encodeJson(json({}), { work: attempt });
    operationOf(patternUnion).encodeJson(json({}), { work: whole });
    expect(attempt.used).toBeGreaterThan(whole.used);
    const again = WorkMeter.attempt(Number.POSITIVE_INFINITY);
    fresh.encodeJson(json({}), { work: again });
    expect(again.used).toBe(whole.used);
  });

  test('an attempt that stops while compiling leaves a working operation', () => {
    const fresh = operationOf(patternUnion);
    const attempt = WorkMeter.attempt(1);
    expect(() => fresh.encodeJson(json({}), { work: attempt })).toThrow();
    expect(attempt.exhausted).toBe(true);
    expect(fresh.encodeJson(json({})).body).toEqual(operation.encodeJson(json({})).body);
  });
});

describe('work grows with the data, not with its square', () => {
  test.each<[string, (schema: SchemaLiteral) => TypeReference, (size: number) => unknown, number]>([
    ['a union of patterns', patternUnion, (n) => many(n, (i) => `x99${'a'.repeat(1 + (i % 50))}`), 200],
    [
      'a chain of patterns',
      (schema) =>
        schema.list(
          undefined,
          schema.simple(
            undefined,
            'string',
            ...many(20, (i) => ({ patterns: [`(a?b?){${100 + i}}[a-z]*x?`] })),
          ),
        ),
      (n) => many(n, (i) => `${'ab'.repeat(25)}${'c'.repeat(i % 30)}`),
      10,
    ],
  ])('%s', (_, make, input, size) => {
    const operation = operationOf(make, { limits: { work: Number.POSITIVE_INFINITY } });
    const [once, twice] = [size, 2 * size].map((n) => unitsOf(operation, { v: input(n) }));
    for (const [stage, units] of Object.entries(twice!)) {
      expect([stage, units / once![stage]!]).toEqual([stage, expect.closeTo(2, 0.3)]);
    }
  });

  test('a member of an enumeration is found without a trial in any union', () => {
    const operation = operationOf((schema) =>
      schema.list(
        undefined,
        schema.union(
          undefined,
          many(500, (i) => schema.simple(undefined, 'token', { enumeration: [`m${i}`, `k${i}`] })),
        ),
      ),
    );
    const units = unitsOf(operation, { v: many(17_000, (i) => `m${499 - (i % 500)}`) });
    expect(Object.values(units)).toEqual([0, 0, 0]);
  });

  test('a repetition of an optional atom is one counted repetition (RX-1)', () => {
    const operation = operationOf((schema) =>
      schema.simple(undefined, 'string', { patterns: ['(a?){12000}[a-z]*x?'] }),
    );
    const units = unitsOf(operation, { v: `${'a'.repeat(50)}bcx` });
    for (const used of Object.values(units)) expect(used).toBeLessThan(1000);
    expect(operation.validate({ v: 'aaB' })).toMatchObject([{ path: '/v', keyword: 'pattern' }]);
  });

  test('a union of nested unions has each of its members once', () => {
    const operation = operationOf((schema) => {
      let type: TypeReference = schema.union(undefined, ['int', 'date']);
      for (let level = 0; level < 40; level++) type = schema.union(undefined, [type, type]);
      return type;
    });
    expect(operation.validate({ v: true })).toMatchObject([{ expected: ['xs:int', 'xs:date'] }]);
    expect(operation.validate({ v: '2020-02-29' })).toEqual([]);
  });
});
