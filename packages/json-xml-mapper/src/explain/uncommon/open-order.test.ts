import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { createMapper } from '../../mapper.js';
import { decodeUtf8 } from '../../platform.js';
import { attribute, choice, el, SchemaLiteral, sequence, T, times } from '../../testing/schema-literal.js';

const [a, b] = [el('a', 'int'), el('b', 'int')];
const optional = (name: string, maxOccurs: number | 'unbounded' = 1): Particle =>
  el(name, 'int', { minOccurs: 0, maxOccurs });

/** An operation whose input and result have this content. */
function operationOf(content: Particle) {
  const schema = new SchemaLiteral();
  const type = schema.complex('Status', content);
  const holder = schema.complex(undefined, sequence(el('s', type), el('id', 'int', { minOccurs: 0 })));
  schema.element('Op', holder).element('OpResponse', holder);
  return createMapper(schema.service({ Op: {} })).compile('Op');
}

/** The children of `s`: `a1b2` is `<a>1</a><b>2</b>`. */
const xmlOf = (children: string): string => children.replaceAll(/([a-z])(\d)/g, '<t:$1>$2</t:$1>');

function read(operation: ReturnType<typeof operationOf>, children: string): unknown {
  const body = `<t:OpResponse xmlns:t="${T}"><t:s>${xmlOf(children)}</t:s></t:OpResponse>`;
  const reply = operation.fromXml(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`,
  );
  if (reply.kind === 'fault') throw new Error('a fault');
  expect(reply.warnings).toEqual([]);
  return reply.result['s'];
}

function written(operation: ReturnType<typeof operationOf>, s: object): string {
  const xml = decodeUtf8(operation.responseToXml({ s }).body);
  return (/<\w+:s>(.*)<\/\w+:s>/.exec(xml)?.[1] ?? '').replaceAll(/<\w+:(\w)>(\d)<\/\w+:\w>/g, '$1$2');
}

describe('a result has keys and arrays, with its elements in any order (CM-8)', () => {
  const group = (...particles: Particle[]) => times(sequence(...particles), 0, 1);
  const lines = times(choice(el('x', 'int'), el('y', 'int')), 0, 'unbounded');

  test.each<[string, Particle, string, object, string]>([
    [
      'one name in two optional places',
      sequence(optional('k'), optional('e', 9), optional('k')),
      'e1k2',
      { k: [2], e: [1] },
      'k2e1',
    ],
    [
      'both places',
      sequence(optional('k'), optional('e', 9), optional('k')),
      'k1e2e3k4',
      { k: [1, 4], e: [2, 3] },
      'k1e2e3k4',
    ],
    ['neither', sequence(optional('k'), optional('e', 9), optional('k')), '', { k: [], e: [] }, ''],
    [
      'a later place needs a value',
      sequence(optional('a', 'unbounded'), b, optional('a', 2), a),
      'b1a2',
      { a: [2], b: 1 },
      'b1a2',
    ],
    ['an optional group without its values', sequence(a, group(b, a)), 'a1', { a: [1] }, 'a1'],
    ['an optional group', sequence(a, group(b, a)), 'a1b2a3', { a: [1, 3], b: 2 }, 'a1b2a3'],
    ['a choice of two orders', choice(sequence(a, b), sequence(b, a)), 'b1a2', { a: 2, b: 1 }, 'a2b1'],
    [
      'a choice and a place after it',
      sequence(choice(a, b), optional('a')),
      'b1a2',
      { a: [2], b: 1 },
      'b1a2',
    ],
    ['a choice that takes it', sequence(choice(a, b), optional('a')), 'a1', { a: [1] }, 'a1'],
    [
      'around a repeating group',
      sequence(optional('k'), lines, optional('k')),
      'k1x2y3k4',
      { k: [1, 4], $items: [{ x: 2 }, { y: 3 }] },
      'k1x2y3k4',
    ],
  ])('%s', (_, content, xml, json, back) => {
    const operation = operationOf(content);
    expect(read(operation, xml)).toEqual(json);
    expect(written(operation, json)).toBe(back);
    // The written message is read as the same.
    expect(read(operation, back)).toEqual(json);
    const { $defs } = operation.jsonSchema('output') as { $defs: Record<string, unknown> };
    expect(JSON.stringify($defs)).not.toContain('$content');
  });

  test('values that no order fits are refused', () => {
    const operation = operationOf(sequence(a, group(b, a)));
    const wrong = (s: object): unknown => {
      try {
        operation.responseToXml({ s });
        return undefined;
      } catch (error) {
        return (error as { errors: { path: string; keyword: string }[] }).errors.map(
          ({ path, keyword }) => `${path} ${keyword}`,
        );
      }
    };
    expect(wrong({ a: [1], b: 2 })).toEqual(['/s content']);
    expect(wrong({ b: 2 })).toEqual(['/s/a required']);
    expect(wrong({ a: [1, 2, 3] })).toEqual(['/s/a maxItems']);
    expect(wrong({ a: 1 })).toEqual(['/s/a type']);
    expect(wrong({ a: [1], c: 2 })).toEqual(['/s/c additionalProperties']);
  });

  test('a search is bounded by the work of the call', () => {
    const groups = Array.from({ length: 40 }, () =>
      group(optional('a', 2), optional('b', 2), el('a', 'int')),
    );
    const operation = operationOf(sequence(...groups, b));
    expect(() => operation.responseToXml({ s: { a: Array(70).fill(1), b: Array(80).fill(1) } })).toThrow();
  });

  test('an example of a result can be written and read', () => {
    const operation = operationOf(sequence(optional('k'), optional('e', 9), optional('k')));
    const example = operation.example('output');
    expect(operation.fromXml(operation.responseToXml(example).body)).toMatchObject({ result: example });
  });
});

describe('a request keeps $content where two orders are possible (CM-8)', () => {
  test('request and result of one type have two schemas', () => {
    const operation = operationOf(sequence(optional('k'), optional('e', 9), optional('k')));
    const input = { s: { $content: [{ e: 1 }, { k: 2 }] } };
    expect(operation.validate(input)).toEqual([]);
    expect(operation.validate({ s: { k: [2], e: [1] } })).not.toEqual([]);
    const { body } = operation.toXml(input);
    expect(operation.requestFromXml(body)).toMatchObject({ input, warnings: [] });
    expect(JSON.stringify(operation.jsonSchema('input'))).toContain('$content');
  });

  test('types that lead to such a type follow it: derived types, substitutes, wildcards and faults', () => {
    const schema = new SchemaLiteral();
    const status = schema.complex('Status', sequence(optional('k'), optional('e', 9), optional('k')));
    const base = schema.complex('Base', sequence());
    schema.complex('More', sequence(el('s', status)), { base, derivation: 'extension' });
    const plain = schema.complex('Plain', sequence(a), { attributes: [attribute('n', 'int')] });
    schema.element('head', base).element('deep', status);
    const wild: Particle = {
      kind: 'any',
      minOccurs: 0,
      maxOccurs: 1,
      wildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
    };
    const content = sequence(el('base', base), el('plain', plain), wild);
    const holder = schema.complex(undefined, content);
    schema.element('Op', holder).element('OpResponse', holder);
    const operation = createMapper(schema.service({ Op: {} })).compile('Op');
    const keyed = { k: [], e: [1] };
    const result = { base: { $type: 'More', s: keyed }, plain: { a: 1 }, $any: [{ '{urn:t}deep': keyed }] };
    const reply = operation.fromXml(operation.responseToXml(result).body);
    expect(reply).toMatchObject({ kind: 'result', result, warnings: [] });
    const ordered = { $content: [{ e: 1 }] };
    const input = {
      base: { $type: 'More', s: ordered },
      plain: { a: 1 },
      $any: [{ '{urn:t}deep': ordered }],
    };
    expect(operation.validate(input)).toEqual([]);
    // A type that is the same in both is built once.
    const plainOf = (root: unknown) =>
      (root as { members: { key: string; shape: unknown }[] }).members.find(({ key }) => key === 'plain')
        ?.shape;
    expect(plainOf(operation.shape.output?.root)).toBe(plainOf(operation.shape.input.root));
  });
});
