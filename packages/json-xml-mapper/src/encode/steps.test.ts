import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import { parseJson } from '../json/parse-json.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { encoderOf, inSteps } from '../testing/encoding.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';

/** Requests that are encoded in steps: the same result as at once, and no step that is longer than the others. */
const schema = new SchemaLiteral();
const ints = schema.list('Ints', 'int', { maxLength: 50_000 });
const words = schema.list('Words', 'NCName');
const lists = {
  ints,
  names: schema.list('Names', 'QName'),
  either: schema.union('Either', ['boolean', schema.union(undefined, [ints, 'string'])]),
};
schema.element('Two', schema.union('Two', [ints, words]));
const wild = schema.complex(undefined, sequence(), {
  attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
});
schema.element(
  'Op',
  schema.complex(
    'Op',
    (self) =>
      sequence(
        times(el('n', 'int'), 0, 'unbounded'),
        times(el('left', self), 0, 1),
        times(el('right', self), 0, 1),
        times(el('open', 'anyType'), 0, 'unbounded'),
        times(choice(el('k', 'string'), el('m', 'int')), 0, 'unbounded'),
        times(el('list', lists.ints), 0, 'unbounded'),
        times(el('names', lists.names), 0, 1),
        times(el('either', lists.either), 0, 1),
        times(el('fixed', lists.ints, { fixed: '1 2' }), 0, 1),
        times(el('wild', wild), 0, 1),
        times(any({ namespaces: { kind: 'not', namespace: 'urn:t' } }), 0, 'unbounded'),
      ),
    { attributes: [attribute('x', 'string'), attribute('l', lists.ints)] },
  ),
);
schema.element('OpResponse', schema.complex(undefined));
const limits = { requestBytes: 1 << 30, requestNodes: 1 << 30 };
const encoder = encoderOf(schema.service({ Op: {} }), 'Op', { limits });
const SIZE = { maxNodes: 1 << 30 };

const many = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(',');
const tree = (depth: number): string =>
  depth === 0 ? '{}' : `{"@x":"ä","left":${tree(depth - 1)},"right":${tree(depth - 1)}}`;

function outcome(work: () => { body: Uint8Array }): unknown {
  try {
    return decodeUtf8(work().body);
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return { code: error.code, errors: error.errors, truncated: error.truncated };
  }
}

describe('a large request takes many steps and is the same', () => {
  test.each<[string, string]>([
    ['an array', `{"n":[${many(30_000, String)}]}`],
    ['an array, wrong at its end', `{"n":[${many(30_000, String)},"x"]}`],
    ['an array, wrong everywhere', `{"n":[${many(30_000, () => '1.5')}]}`],
    ['an array of numbers that are written in another way', `{"n":[${many(30_000, (i) => `"+${i}"`)}]}`],
    ['wrong at the root', `{"n":[${many(30_000, String)}],"N":1}`],
    ['a tree without arrays', tree(12)],
    ['a tree without arrays, wrong at its end', `{"left":${tree(12)},"right":{"@x":1}}`],
    ['untyped arrays', `{"open":[{"a":[${many(9000, (i) => `{"b":${i},"@c":"ö"}`)}]}]}`],
    ['untyped members', `{"open":[{${many(20_000, (i) => `"k${i}":[1]`)}}]}`],
    ['untyped content', `{"open":[{"$content":[${many(9000, (i) => `"t ","${i}",{"b":"&"}`)}]}]}`],
    ['foreign namespaces', `{"$any":[${many(9000, (i) => `{"{urn:${i % 50}}e":{"{urn:${i}}a":1}}`)}]}`],
    ['repetitions of a choice', `{"$items":[${many(20_000, (i) => `{"m":${i}}`)}]}`],
    ['repetitions of a choice, one wrong', `{"$items":[${many(20_000, (i) => `{"m":${i}}`)},{"k":1}]}`],
    ['a list', `{"list":[[${many(30_000, String)}]]}`],
    ['a list, wrong at its end', `{"list":[[${many(30_000, String)},"x"]]}`],
    ['a list, wrong everywhere', `{"list":[[${many(30_000, () => '1.5')}]]}`],
    ['a list that is too long', `{"list":[[${many(60_000, (i) => String(i % 10))}]]}`],
    ['a list beside something wrong', `{"list":[[${many(30_000, String)}]],"N":1}`],
    ['many lists', `{"list":[${many(300, (i) => `[${many(200, (n) => `${i + 1}${n % 9}`)}]`)}]}`],
    ['a list in an attribute', `{"@l":[${many(30_000, String)}]}`],
    ['a list of names', `{"names":[${many(9000, (i) => `"{urn:${i % 7}}n${i}"`)}]}`],
    ['a list of a union', `{"either":[${many(30_000, String)}]}`],
    ['a list of a union, wrong at its end', `{"either":[${many(30_000, String)},"x"]}`],
    ['a list of a union, wrong everywhere', `{"either":[${many(30_000, () => '"x"')}]}`],
    ['a list that is not the fixed one', `{"fixed":[${many(30_000, String)}]}`],
    ['unknown fields', `{${many(30_000, (i) => `"k${i}":1`)}}`],
    ['unknown fields among known ones', `{"n":[1],${many(30_000, (i) => `"k${i}":1`)},"@x":1}`],
    [
      'numbers and names as fields',
      `{"open":[{${many(9000, (i) => (i % 3 === 0 ? `"k${i}":1` : `"${i % 2 === 0 ? '0' : ''}${9e9 - i * 1e6}":1`))}}]}`,
    ],
    ['numbers as fields', `{"open":[{${many(9000, (i) => `"${9000 - i}":1`)}}]}`],
    ['untyped attributes', `{"open":[{"b":1,${many(9000, (i) => `"@{urn:${i % 40}}a${i}":"v"`)}}]}`],
    [
      'attributes of a wildcard',
      `{"wild":{"$anyAttributes":{${many(9000, (i) => `"{urn:${i % 40}}a${i}":"v"`)}}}}`,
    ],
    [
      'attributes of a wildcard, one wrong',
      `{"wild":{"$anyAttributes":{${many(9000, (i) => `"{urn:${i % 40}}a${i}":"v"`)},"x":1}},"N":1}`,
    ],
    ['unknown header blocks', `{"$headers":{${many(30_000, (i) => `"k${i}":1`)}}}`],
    ['no JSON at the end', `{"n":[${many(30_000, String)}]`],
    ['a key twice', `{"n":[${many(30_000, String)}],"n":[]}`],
  ])('%s', (_, json) => {
    const bytes = encodeUtf8(json);
    const expected = outcome(() => encoder.toXml(parseJson(json, SIZE)));
    let steps = 0;
    const actual = outcome(() => {
      const generator = encoder.encodeJsonInSteps(bytes);
      for (;;) {
        steps++;
        const step = generator.next();
        if (step.done === true) return step.value;
      }
    });
    expect(actual).toEqual(expected);
    expect(steps).toBeGreaterThan(bytes.length / 50_000);
  });
});

test('two requests in the making at a time do not meet', () => {
  const jsons = [1, 2, 3].map(
    (n) => `{"n":[${many(30_000, (i) => String(i * n))}]${n === 2 ? ',"y":1' : ''}}`,
  );
  const generators = jsons.map((json) => encoder.encodeJsonInSteps(encodeUtf8(json)));
  const outcomes = new Map<number, unknown>();
  while (outcomes.size < jsons.length) {
    for (const [i, generator] of generators.entries()) {
      if (outcomes.has(i)) continue;
      let isDone = true;
      const result = outcome(() => {
        const step = generator.next();
        isDone = step.done === true;
        return step.done === true ? step.value : { body: new Uint8Array() };
      });
      if (isDone) outcomes.set(i, result);
      // Others encode at once in between.
      encoder.encodeJson(encodeUtf8('{"n":[1,2,3]}'));
    }
  }
  for (const [i, json] of jsons.entries()) {
    expect(outcomes.get(i)).toEqual(outcome(() => encoder.toXml(parseJson(json, SIZE))));
  }
});

test('a small request takes one step', () => {
  const { message, count } = inSteps(encoder.encodeJsonInSteps(encodeUtf8('{"n":[1]}')));
  expect(count).toBe(1);
  expect(decodeUtf8(message.body)).toBe(decodeUtf8(encoder.toXml({ n: [1] }).body));
});

test('nothing at all is an empty object, and more than the limit is refused', () => {
  expect(outcome(() => inSteps(encoder.encodeJsonInSteps(new Uint8Array())).message)).toEqual(
    outcome(() => encoder.toXml({})),
  );
  const narrow = encoderOf(schema.service({ Op: {} }), 'Op', { limits: { requestBytes: 5 } });
  expect(outcome(() => inSteps(narrow.encodeJsonInSteps(encodeUtf8('{"n":[]}'))).message)).toMatchObject({
    code: 'LIMIT',
  });
});

test('the number of steps grows as the request does', () => {
  const steps = (members: number): number => {
    const json = `{"open":[{${many(members, (i) => `"k${i}":{"a":1}`)}}]}`;
    return inSteps(encoder.encodeJsonInSteps(encodeUtf8(json))).count;
  };
  expect(steps(16_000) / steps(4000)).toBeLessThan(6);
});
