import { expect, test } from 'vitest';
import { compareConventions, explanationOf } from './conventions.js';
import { EXPLAINED_CONVENTIONS } from './explained-conventions.js';
import { readPairs } from './pairs.js';

const isHere = readPairs().length > 0;

test.skipIf(!isHere)(
  'the command agrees with the JSON of other tools, or the difference is explained (skipped without the corpus)',
  async () => {
    const comparisons = await compareConventions();
    expect(comparisons.length).toBeGreaterThan(370);
    const differing = comparisons.filter(({ verdict }) => verdict === 'differs');
    expect(
      differing.filter((each) => explanationOf(each) === undefined).map(({ name, why }) => `${name}: ${why}`),
    ).toEqual([]);
    // A stale explanation must be removed.
    const explained = new Set(differing.map(({ name }) => name));
    expect(
      EXPLAINED_CONVENTIONS.flatMap(({ names }) => names).filter((name) => !explained.has(name)),
    ).toEqual([]);
  },
  120_000,
);
