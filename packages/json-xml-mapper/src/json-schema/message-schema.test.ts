import { describe, expect, test } from 'vitest';
import { createMapper } from '../mapper.js';
import { agree, validator } from '../testing/schema-agreement.js';
import { el, part, SchemaLiteral, sequence, T } from '../testing/schema-literal.js';

describe('messages', () => {
  const schema = new SchemaLiteral();
  const user = schema.complex('User', sequence(el('id', 'int')));
  schema.element('Auth', schema.complex(undefined, sequence(el('token', 'string'))));
  schema.element('Op', schema.complex(undefined, sequence(el('q', 'string', { minOccurs: 0 }))));
  schema.element(
    'OpResponse',
    schema.complex(undefined, sequence(el('user', user, { minOccurs: 0, nillable: true }))),
  );
  const operation = createMapper(
    schema.service({
      Op: {
        input: {
          headers: [{ part: part('auth', 'Auth'), use: 'literal', required: false, faults: [] }],
          attachments: [{ name: 'file', contentTypes: ['image/png'] }],
        },
      },
    }),
  ).compile('Op');

  test('in an encoded block anything may be an array, in a literal one not (EN-9)', () => {
    const literal = new SchemaLiteral();
    const type = literal.complex('Open', sequence(el('v', 'anyType')));
    const block = (name: string, use: 'literal' | 'encoded') => {
      return { part: part(name, { type }), use, namespace: T, required: false, faults: [] } as const;
    };
    literal.element('Op', literal.complex(undefined, sequence()));
    const input = { headers: [block('E', 'encoded'), block('L', 'literal')] };
    const operation = createMapper(literal.service({ Op: { input, output: 'none' } })).compile('Op');
    const given = (key: string) => ({ $headers: { [key]: { v: [['a'], 1] } } });
    agree(operation, [given('E')], [given('L')]);
  });

  test('an input has $headers and $attachments', () => {
    const check = validator(operation.jsonSchema('input'));
    const $attachments = { file: { data: 'AQI=' } };
    expect(check({ $attachments })).toBe(true);
    expect(check({ $attachments, $headers: { Auth: { token: 't' } }, q: 'x' })).toBe(true);
    expect(check({ q: 'x' })).toBe(false);
    expect(check({ $attachments, $headers: { Other: {} } })).toBe(false);
  });

  test('a result is its record, or `$nil` if there is none (UW-4, UW-5)', () => {
    const check = validator(operation.jsonSchema('output'));
    expect([{ id: 1 }, {}, { $nil: true }].map(check)).toEqual([true, true, true]);
    expect([{ user: { id: 1 } }, { id: 'x' }, { $nil: false }].map(check)).toEqual([false, false, false]);
  });

  test('definitions are named after types; equal names are numbered', () => {
    const literal = new SchemaLiteral();
    const first = literal.complex('Item', sequence(el('a', 'int')));
    const second = literal.complex('Item', sequence(el('b', 'int')), { namespace: 'urn:o' });
    literal.element(
      'Op',
      literal.complex(undefined, sequence(el('x', first), el('y', second), el('z', first))),
    );
    const { jsonSchema } = createMapper(literal.service({ Op: { output: 'none' } })).compile('Op');
    expect(Object.keys(jsonSchema('input')['$defs'] as object)).toEqual(['Item', 'Item.2']);
  });

  test('an enumeration of 5,000 values costs time in proportion to its values', () => {
    const enumeration = Array.from({ length: 5_000 }, (_, n) => `v${n}`);
    const literal = new SchemaLiteral();
    literal.element('Op', literal.simple('Code', 'token', { enumeration }));
    const { jsonSchema } = createMapper(literal.service({ Op: { output: 'none' } })).compile('Op');
    const start = process.cpuUsage();
    expect(JSON.stringify(jsonSchema('input'))).toContain('"v4999"');
    // Processor time; a slow machine needs a fraction of this.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
  });

  test('3,000 mutually reachable types make a schema', () => {
    const literal = new SchemaLiteral();
    for (let n = 0; n < 3_000; n++)
      literal.complex(`T${n}`, sequence(el('next', (n + 1) % 3_000, { minOccurs: 0 })));
    literal.element('Op', 0);
    const { jsonSchema } = createMapper(literal.service({ Op: { output: 'none' } })).compile('Op');
    expect(Object.keys(jsonSchema('input')['$defs'] as object)).toHaveLength(3_000);
  });
});
