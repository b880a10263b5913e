import { test } from 'vitest';
import { ALL_LAWS } from './all-laws.js';
import { checkLaw } from './check-law.js';
import { DESIGN_LAWS } from './design-laws.js';
import { LIFT_LAWS } from './lift-laws.js';
import { MEMBER_LAWS } from './member-laws.js';
import { NAME_LAWS } from './name-laws.js';
import { VALUE_LAWS } from './value-laws.js';
import { WHOLE_DESIGN_LAWS } from './whole-design-laws.js';

/** The random schemas per law: 40 in CI; those of designs are tried on 10,000 in the long run. */
const DEPTH = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
const DESIGNS = new Set(
  [...DESIGN_LAWS, ...NAME_LAWS, ...MEMBER_LAWS, ...LIFT_LAWS, ...VALUE_LAWS, ...WHOLE_DESIGN_LAWS].map(
    ({ id }) => id,
  ),
);
const runsOf = (id: string): number => {
  if (DESIGNS.has(id) && DEPTH === 100) return 10_000;
  // Designs with lines of every kind are compiled three times each.
  return (id === 'L29' || id === 'L30' ? 12 : 40) * DEPTH;
};

// A fixed seed; `pnpm conformance laws --runs N` searches with a new one.
test.each(ALL_LAWS.map((law) => [`${law.id} ${law.statement}`, law] as const))(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: runsOf(law.id), seed: 20261121 });
  },
  60_000 * DEPTH,
);
