import { median } from '../interleave.js';

/** The pairs of rounds for each round of other benches, and the length of their rounds compared with one of those. */
export const PAIRS = 60;
export const PAIR_SHARE = 0.25;

/** What two rounds measured of the same work: of the first contender, and of the second. */
export type Pair = readonly [first: number, second: number];

/**
 * Measures two contenders in pairs of short rounds, A B and B A in turn: neighbours change the speed of a processor from second to second, and
 * both rounds of a pair have much the same.
 */
export async function runPairs(
  first: () => Promise<number>,
  second: () => Promise<number>,
  count: number,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < count; pair += 1) {
    if (pair % 2 === 0) pairs.push([await first(), await second()]);
    else {
      const later = await second();
      pairs.push([await first(), later]);
    }
  }
  return pairs;
}

/** The median of the ratios of pairs, and where it lies with a probability of 95 % for any distribution. */
interface PairSummary {
  /** The median of the second contender. */
  readonly cpu: number;
  /** How many times the first contender the second one is. */
  readonly times: number;
  readonly text: string;
}

/** Summarizes pairs. */
export function summarize(pairs: readonly Pair[]): PairSummary {
  const ratios = pairs.map(([first, second]) => second / first).sort((a, b) => a - b);
  const at = (place: number): string =>
    (ratios[Math.min(Math.max(Math.floor(place), 0), ratios.length - 1)] ?? Number.NaN).toFixed(3);
  const count = ratios.length;
  const times = median(ratios);
  // Ranks of the binomial distribution around the median.
  const reach = 0.98 * Math.sqrt(count);
  return {
    cpu: median(pairs.map(([, second]) => second)),
    times,
    text: `${times.toFixed(3)} of the CPU (95 %: ${at(count / 2 - reach)} to ${at(count / 2 + reach)}), half of ${count} pairs from ${at(count / 4)} to ${at((count * 3) / 4)}`,
  };
}
