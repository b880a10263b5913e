import type { BenchShare, BenchTable } from '../table.js';

/**
 * The largest accepted shares by bench and case (decisions 0226 and 0235): a tenth to a half above what was measured, because a busy machine slows
 * short processes and short rounds unequally. A share that falls for good takes its bound down with it.
 */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  client: {
    'calls with a response of small': 0.8,
    'calls with a response of 20 KB': 0.45,
    'calls with a response of 500 KB': 0.3,
    'createClient and one cold call, the user directory (6 KB and its schema)': 1.65,
    'generated client and one cold call, the user directory (6 KB and its schema)': 1.3,
  },
  wsdl: {
    'fresh, generated: 10 KB': 1.2,
    'fresh, generated: 1,500 operations': 1.8,
    'fresh, generated: 2,600 types': 1.6,
    'fresh, generated: 47 files': 1.2,
    'fresh, generated: 76 files': 1.3,
    'fresh, generated: 200 operations': 1.3,
    'fresh, generated: derived types': 1.3,
    'fresh, generated: attributes': 1.5,
    'fresh, generated: enumerations': 1.25,
    'fresh, generated: documentation': 1.5,
    'warm, generated: 10 KB': 1.9,
    'warm, generated: 1,500 operations': 1.8,
    'warm, generated: 2,600 types': 1.1,
    'warm, generated: 47 files': 1.0,
    'warm, generated: 76 files': 1.1,
    'warm, generated: 200 operations': 1.7,
    'warm, generated: derived types': 1.6,
    'warm, generated: attributes': 1.6,
    'warm, generated: enumerations': 1.1,
    'warm, generated: documentation': 1.6,
  },
};

/** The names of benches that have bounds. */
export const BOUNDED: ReadonlySet<string> = new Set(Object.keys(BOUNDS));

/** The result of comparing a bench with its bounds. */
export interface Verdict {
  /** A line for each bound. */
  readonly lines: readonly string[];
  /** Whether every share was measured and is within its bound. */
  readonly holds: boolean;
}

/** Compares the shares of a bench with their bounds. A bound without a share does not hold: its case has gone or failed. */
export function compareWithBounds({ name, rows, shares = [] }: BenchTable): Verdict {
  const bounds = Object.hasOwn(BOUNDS, name) ? (BOUNDS[name] ?? {}) : {};
  const fromRows = rows
    .filter(({ contender }) => contender === 'node-soap')
    .map(({ case: label, ratio }): BenchShare => ({ name: label, share: ratio }));
  const measured = new Map([...fromRows, ...shares].map((each) => [each.name, each.share]));
  const verdicts = Object.entries(bounds).map(([label, bound]) => {
    const share = measured.get(label);
    return { label, bound, share, holds: share !== undefined && share <= bound };
  });
  return {
    lines: verdicts.map(({ label, bound, share, holds }) => {
      const figure = share === undefined ? 'not measured' : share.toFixed(2);
      return `${holds ? 'within' : 'ABOVE'} its bound ${bound.toFixed(2)}: ${figure}  ${label}`;
    }),
    holds: verdicts.length > 0 && verdicts.every(({ holds }) => holds),
  };
}
