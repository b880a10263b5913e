import { describe, expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { attribute, el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { documentedExamples } from './documented.js';

describe('documentation: finds the examples in it', () => {
  test.each<[string, readonly string[]]>([
    ['The id. Example: 1001', ['1001']],
    ['Example: 1001.', ['1001']],
    ['Example value: 2.5', ['2.5']],
    ['An example value is 7', ['7']],
    ['example=7', ['7']],
    ['For example: London, UK', ['London, UK', 'London', 'London,'.slice(0, -1)]],
    ['A city, e.g. London, Paris or Rome', ['London']],
    ['A city (e.g. London)', ['London']],
    ['A city (e.g.: New York).', ['New York', 'New']],
    ['Examples: red, green', ['red']],
    ['Examples: red or green', ['red']],
    ['Example: "a b, c" and more', ['a b, c']],
    ['e.g. `AB-1`', ['AB-1']],
    ['Example: 12:30\nThe next line', ['12:30']],
    ['Example: 1; another', ['1']],
    ['Example: 2.5 is usual. Another sentence', ['2.5 is usual', '2.5']],
    ['Example:\n  42', ['42']],
    ['A code (e.g. A))) .,:', ['A']],
    [`Example: ${')'.repeat(100_000)}`, []],
    ['No value at all', []],
    ['This is an example of prose', []],
    ['Example:', []],
    ['For example: this is what happens when somebody writes too much', []],
    ['e.g. 15 of those that somebody ordered some time ago', ['15']],
    ['Example: f(x)', ['f(x)']],
  ])('%j', (text, examples) => {
    expect(documentedExamples(text)).toEqual([...new Set(examples)]);
  });

  test('takes time in proportion to its length, for any content', () => {
    for (const text of [
      'e.g. '.repeat(400),
      `Example: ${'('.repeat(1_900)})`,
      `e.g. "${'a'.repeat(1_900)}`,
    ]) {
      const start = process.cpuUsage();
      documentedExamples(text);
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000);
    }
  });
});

/** The example of an input with these fields. */
function exampleOf(build: (schema: SchemaLiteral) => number): unknown {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
  expect(operation.validate(operation.example('input'))).toEqual([]);
  return JSON.parse(stringify(operation.example('input')));
}

describe('documentation: its examples come first if the type accepts them', () => {
  test.each<[string, (s: SchemaLiteral) => number, unknown]>([
    [
      'those of an element, of one of several with the same type',
      (s) =>
        s.complex(
          undefined,
          sequence(el('a', 'long'), el('id', 'long', { documentation: 'Example: 1001' }), el('b', 'long')),
        ),
      { a: 1, id: 1001, b: 1 },
    ],
    [
      'the first text that is a value: a number in a sentence',
      (s) => s.complex(undefined, sequence(el('n', 'decimal', { documentation: 'e.g. 2.50 per piece' }))),
      { n: 2.5 },
    ],
    [
      'none that is not a value',
      (s) => s.complex(undefined, sequence(el('n', 'int', { documentation: 'e.g. many' }))),
      { n: 1 },
    ],
    [
      'none that a facet forbids',
      (s) => {
        const level = s.simple('Level', 'int', { maxInclusive: '5' });
        return s.complex(undefined, sequence(el('n', level, { documentation: 'Example: 7, or 3' })));
      },
      { n: 1 },
    ],
    [
      'a time with a zone, which the format date-time requires, unless the type forbids it (OA-9)',
      (s) => {
        const local = s.simple('Local', 'dateTime', { patterns: ['[^Z]*'] });
        const documentation = 'The day and time, e.g. 2006-06-26T17:00:00.';
        return s.complex(
          undefined,
          sequence(el('t', 'dateTime', { documentation }), el('local', local, { documentation })),
        );
      },
      { t: '2006-06-26T17:00:00Z', local: '2006-06-26T17:00:00' },
    ],
    [
      'a value of an enumeration other than the first',
      (s) => {
        const color = s.simple('Color', 'token', { enumeration: ['red', 'green'] });
        return s.complex(
          undefined,
          sequence(el('c', color, { documentation: 'e.g. green' }), el('d', color)),
        );
      },
      { c: 'green', d: 'red' },
    ],
    [
      'those of an attribute, and of an element with attributes',
      (s) => {
        const price = s.complex('Price', undefined, {
          content: { kind: 'simple', type: 'decimal' },
          attributes: [attribute('currency', 'string', { documentation: 'Example: EUR' })],
        });
        return s.complex(undefined, sequence(el('price', price, { documentation: 'Example: 9.95' })));
      },
      { price: { '@currency': 'EUR', $value: 9.95 } },
    ],
    [
      'before a default, but not before a fixed value',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('a', 'int', { default: '3', documentation: 'Example: 5' }),
            el('b', 'int', { fixed: '3', documentation: 'Example: 5' }),
          ),
        ),
      { a: 5, b: 3 },
    ],
  ])('%s', (_, build, expected) => {
    expect(exampleOf(build)).toEqual(expected);
  });

  test('the examples of a simple type are used for its elements', () => {
    expect(
      exampleOf((s) => {
        const type = s.simple('Sku', 'string');
        s.types[type] = { ...s.types[type]!, documentation: 'Example: AB-1' };
        return s.complex(undefined, sequence(el('a', type), el('b', type, { documentation: 'e.g. CD-2' })));
      }),
    ).toEqual({ a: 'AB-1', b: 'CD-2' });
  });
});
