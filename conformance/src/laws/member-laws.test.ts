import { test } from 'vitest';
import { checkLaw } from './check-law.js';
import { LIFT_LAWS } from './lift-laws.js';
import { MEMBER_LAWS } from './member-laws.js';

test.each([...MEMBER_LAWS, ...LIFT_LAWS].map((law) => [`${law.id} ${law.statement}`, law] as const))(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: law.id === 'L22' ? 20 : 8, seed: 20261129 });
  },
  120_000,
);
