import { misreadings } from '@soapstone/http-contract/internal/misreadings';
import { countCalls } from '@soapstone/testing/count-calls';
import { expect, test } from 'vitest';
import { LineCounter } from 'yaml';
import { parseDesignYaml } from '../../../apps/cli/src/description/parse-design-yaml.js';
import { readDesign } from '../../../apps/dashboard/src/design-file/design-text.js';
import { parsePart, parseYaml } from '../../../apps/gateway/src/config/file/parse-yaml.js';

/** What every door makes of the text of a design before it is data, and the longest text that it takes. */
const DOORS: Readonly<Record<string, { readonly most: number; read(text: string): readonly string[] }>> = {
  command: {
    most: 1_048_576,
    read(text) {
      const document = parseDesignYaml(text, new LineCounter());
      return [...document.errors, ...misreadings(document.contents)].map(({ message }) => message);
    },
  },
  gateway: {
    most: 131_072,
    read(text) {
      parsePart(text);
      return parseYaml(text, 'design', { exactNumbers: true }).problems;
    },
  },
  dashboard: {
    most: 1_048_576,
    read: (text) => readDesign(text).problems.map(({ message }) => message),
  },
};

/** A map with as many keys as a text of this length can have. */
function mapOf(characters: number): string {
  const keys: string[] = [];
  for (let length = 0, at = 0; ; at++) {
    const key = `${at.toString(36)}:`;
    length += key.length + 1;
    if (length > characters) return keys.join('\n');
    keys.push(key);
  }
}

test.each(Object.entries(DOORS))(
  '%s: four times as many keys of one map are at most five times the work, and the largest text no more for each character',
  async (_door, { most, read }) => {
    const [small, large] = [mapOf(4_096), mapOf(16_384)];
    read(small);
    const calls = await countCalls(() => read(small));
    expect(await countCalls(() => read(large))).toBeLessThan(5 * calls);
    const whole = mapOf(Math.min(most, 131_072));
    expect(await countCalls(() => read(whole))).toBeLessThan((2 * calls * whole.length) / small.length);
  },
  120_000,
);

test.each(Object.entries(DOORS))(
  '%s: keys that are there twice, keys that are no texts, and tags of what JSON does not have',
  (_door, { read }) => {
    const found = (text: string): readonly string[] =>
      read(text).map((problem) => problem.replace(/^design:\d+:\d+: /, ''));
    for (const text of [
      'a: 1\na: 2',
      '{a: 1, "a": 2}',
      "1: x\n'1': y",
      '0x1: x\n0x1: y',
      '~: x\n~: y',
      'a: { b: 1, b: 2 }',
      '- a: 1\n  a: 2',
    ])
      expect([text, found(text)]).toEqual([text, ['Map keys must be unique']]);
    for (const text of ['? [a]\n: 1', '? { a: 1 }\n: 1', '&x a: 1\n*x : 2'])
      expect([text, found(text)]).toEqual([text, ['Map keys must be texts']]);
    for (const text of [
      'a: !!set { x, y }',
      'a: !!omap [x: 1]',
      'a: !!binary aGk=',
      'a: [!!timestamp 2020-01-01]',
    ])
      expect([text, found(text)]).toEqual([text, ['must not have this tag: JSON has no such value']]);
    for (const text of [
      'a: 1\nb: 2',
      '- a: 1\n- a: 2',
      "1: x\n'1.0': y",
      'a: { a: { a: 1 } }',
      'a: !!str 5\nb: !!map { c: !!int 1 }',
      '__proto__: 1\nconstructor: 2',
      '',
      '# nothing',
    ])
      expect([text, found(text)]).toEqual([text, []]);
  },
);

test('of more misread keys and tags than are shown, the first are shown, and the rest is not read', async () => {
  const nested = (count: number): string =>
    Array.from({ length: count }, (_, at) => `k${at}: { a: 1, a: [!!set { x }], a: 2 }\nk${at}: 1`).join(
      '\n',
    );
  const offsets = (text: string): readonly number[] =>
    misreadings(parseDesignYaml(text, new LineCounter()).contents).map(({ start }) => start);
  const few = offsets(nested(20));
  expect(few).toHaveLength(80);
  expect(few).toEqual(few.toSorted((one, other) => one - other));
  const many = offsets(nested(200));
  expect(many).toHaveLength(100);
  expect(many).toEqual(offsets(nested(25)));
  const { contents } = parseDesignYaml(nested(500), new LineCounter());
  const { contents: all } = parseDesignYaml(nested(25), new LineCounter());
  const calls = await countCalls(() => misreadings(all));
  expect(await countCalls(() => misreadings(contents))).toBeLessThan(calls + 20);
});
