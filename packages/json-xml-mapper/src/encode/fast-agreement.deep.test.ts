import type { Particle } from '@soapstone/soap-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { encoderOf } from '../testing/encoding.js';
import { allOutcomes, orderSchema, VALID } from '../testing/order.js';
import { attribute, choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import type { MessageEncoder } from './encoder.js';

function bothWays(encoder: MessageEncoder, json: string): void {
  const { fast, values, slow } = allOutcomes(encoder, json);
  expect(fast).toEqual(slow);
  expect(values).toEqual(slow);
}

/** Differential: random changes of a valid request, keys in any order. */
test('fast and slow agree on mutated requests', () => {
  const encoder = encoderOf(orderSchema().service({ Op: {} }), 'Op');
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      5,
      5.5,
      1e21,
      1e-7,
      '',
      'x',
      'AB1234',
      'open',
      ' open ',
      '2026-01-01',
      '2026-01-01T00:00:00Z',
      '5',
      [],
      {},
      [null],
      [1, 2],
      { a: 1 },
      'é',
      '<&>"\'\r\n\t',
      '\u0000',
      { $type: 'Company' },
      '{urn:q}n',
    ),
    fc.integer(),
    fc.double(),
    fc.string(),
  );
  const keys = [
    ...Object.keys(VALID),
    'card',
    'bic',
    'voucher',
    'to',
    'k',
    'n',
    'kind',
    'unit',
    'extra',
    '$headers',
    '__proto__',
  ];
  const change = fc.record({
    path: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
    key: fc.constantFrom(...keys),
    value: leaf,
    remove: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 0, maxLength: 3 }), fc.boolean(), (changes, shuffle) => {
      const value = structuredClone(VALID) as Record<string, unknown>;
      for (const { path, key, value: replacement, remove } of changes)
        mutate(value, path, key, structuredClone(replacement), remove);
      const text = stringify(finite(shuffle ? Object.fromEntries(Object.entries(value).reverse()) : value));
      bothWays(encoder, text);
    }),
    { numRuns: 1500 * Number(process.env['SOAPSTONE_DEPTH']) },
  );
});

/** Walks down by the numbers of `path`, then sets or removes `key` there. */
function mutate(
  root: Record<string, unknown>,
  path: readonly number[],
  key: string,
  value: unknown,
  remove: boolean,
): void {
  let here: Record<string, unknown> = root;
  let name = key;
  for (const step of path) {
    const names = Object.keys(here);
    name = names[step % Math.max(1, names.length)] ?? key;
    const inner = here[name];
    if (typeof inner !== 'object' || inner === null) break;
    here = inner as Record<string, unknown>;
  }
  const target = Object.hasOwn(here, name) ? name : key;
  if (remove) delete here[target];
  else here[target] = value;
}

function finite(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

test('fast and slow agree on random schemas and values', () => {
  const simple = fc.constantFrom(
    'string',
    'token',
    'int',
    'long',
    'decimal',
    'double',
    'float',
    'boolean',
    'date',
    'dateTime',
    'hexBinary',
    'unsignedByte',
    'NCName',
  ) as fc.Arbitrary<'string'>;
  const bounds = fc.constantFrom<[number, number | 'unbounded']>([0, 1], [1, 1], [0, 'unbounded'], [1, 3]);
  const element = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    type: simple,
    bounds,
    nillable: fc.boolean(),
    group: fc.nat(4),
  });
  const scalar = fc.oneof(
    fc.constantFrom<unknown>(
      'x',
      '1',
      1,
      1.5,
      true,
      null,
      '2026-01-01',
      '2026-01-01T00:00:00',
      'ff',
      '',
      -3,
      'a b',
      12345678901234,
    ),
    fc.integer(),
  );
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  fc.assert(
    fc.property(
      fc.uniqueArray(element, { selector: ({ name }) => name, minLength: 1, maxLength: 6 }),
      fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '$items', '@x'), value), {
        minLength: 4,
        maxLength: 4,
      }),
      (elements, inputs) => {
        const schema = new SchemaLiteral();
        const particles = elements.map(({ name, type, bounds: [min, max], nillable }) =>
          times(el(name, type, { nillable }), min, max),
        );
        const groups = new Map<number, Particle[]>();
        for (const [index, particle] of particles.entries()) {
          const group = elements[index]?.group ?? 0;
          groups.set(group, [...(groups.get(group) ?? []), particle]);
        }
        const content = [...groups].map(([group, members]): Particle => {
          if (group === 0) return sequence(...members);
          if (group === 1) return choice(...members);
          if (group === 2) return times(sequence(...members), 0, 1);
          return group === 3 ? times(choice(...members), 0, 1) : times(choice(...members), 0, 'unbounded');
        });
        schema.element(
          'Op',
          schema.complex(undefined, sequence(...content), { attributes: [attribute('x', 'int')] }),
        );
        schema.element('OpResponse', schema.complex(undefined));
        const encoder = encoderOf(schema.service({ Op: {} }), 'Op');
        for (const input of inputs) bothWays(encoder, stringify(input));
      },
    ),
    { numRuns: 400 * Number(process.env['SOAPSTONE_DEPTH']) },
  );
});
