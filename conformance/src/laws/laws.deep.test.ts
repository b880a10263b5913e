import { test } from 'vitest';
import { ALL_LAWS } from './all-laws.js';
import { checkLaw } from './check-law.js';
import { DESIGN_LAWS } from './design-laws.js';
import { LIFT_LAWS } from './lift-laws.js';
import { MEMBER_LAWS } from './member-laws.js';
import { NAME_LAWS } from './name-laws.js';
import { PAGE_LAWS } from './routes/page-laws.js';
import { ROUTE_LAWS } from './routes/route-laws.js';
import { SERVICE_LAWS } from './routes/service-laws.js';
import { VALUE_LAWS } from './value-laws.js';
import { WHOLE_DESIGN_LAWS } from './whole-design-laws.js';

/** The random schemas per law: 40 in CI; those of designs are tried on 10,000 in the long run. */
const DEPTH = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
const DESIGNS = new Set(
  [...DESIGN_LAWS, ...NAME_LAWS, ...MEMBER_LAWS, ...LIFT_LAWS, ...VALUE_LAWS].map(({ id }) => id),
);
/** Designs with lines of every kind are compiled several times each: 10,000 cases are 2,000 schemas with five messages. */
const WHOLE = new Set(
  [...WHOLE_DESIGN_LAWS, ...ROUTE_LAWS, ...PAGE_LAWS, ...SERVICE_LAWS].map(({ id }) => id),
);
const runsOf = (id: string): number => {
  if (DEPTH === 100 && DESIGNS.has(id)) return 10_000;
  if (DEPTH === 100 && WHOLE.has(id)) return 2_000;
  return (WHOLE.has(id) ? (id === 'L29' || id === 'L30' ? 12 : 5) : 40) * DEPTH;
};

// A fixed seed; `pnpm conformance laws --runs N` searches with a new one.
test.each(ALL_LAWS.map((law) => [`${law.id} ${law.statement}`, law] as const))(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: runsOf(law.id), seed: 20261121 });
  },
  60_000 * DEPTH,
);
