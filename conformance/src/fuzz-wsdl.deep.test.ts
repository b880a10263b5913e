import { describe, expect, test } from 'vitest';
import { corpusBases, fuzzOnce, ownBases } from './fuzz-wsdl.js';
import { hasCorpus } from './wsdl/corpus.js';

/** Runs the seeds and returns the failures. */
async function failures(seeds: readonly number[], bases: Parameters<typeof fuzzOnce>[1]): Promise<string[]> {
  const found: string[] = [];
  for (const seed of seeds) {
    const result = await fuzzOnce(seed, bases);
    if (typeof result !== 'string') found.push(`seed ${seed} (${result.base}): ${result.reason}`);
  }
  return found;
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

describe('randomly broken descriptions', () => {
  test('end with a model or with a WsdlError', async () => {
    expect(await failures(range(1, 600), ownBases())).toEqual([]);
  });

  test.skipIf(!hasCorpus())('so do those of the corpus (skipped where it is absent)', async () => {
    expect(await failures(range(1, 400), await corpusBases())).toEqual([]);
  });

  test('are the same for the same seed', async () => {
    const bases = ownBases();
    const [first, second] = [await fuzzOnce(7, bases), await fuzzOnce(7, bases)];
    expect(first).toEqual(second);
    expect(
      new Set(await Promise.all(range(1, 40).map((seed) => fuzzOnce(seed, bases)))).size,
    ).toBeGreaterThan(2);
  });
});
