import { test } from 'vitest';
import { checkLaw } from './check-law.js';
import { LIFT_LAWS } from './lift-laws.js';
import { MEMBER_LAWS } from './member-laws.js';

/** Few random schemas have members that can be lifted. */
const RUNS: Readonly<Record<string, number>> = { L22: 20, L27: 40 };

test.each([...MEMBER_LAWS, ...LIFT_LAWS].map((law) => [`${law.id} ${law.statement}`, law] as const))(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: RUNS[law.id] ?? 8, seed: 20261129 });
  },
  120_000,
);
