import { test } from 'vitest';
import { checkLaw } from './check-law.js';
import { VALUE_LAWS } from './value-laws.js';

test.each(VALUE_LAWS.map((law) => [`${law.id} ${law.statement}`, law] as const))(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: law.id === 'L24' ? 20 : 8, seed: 20261129 });
  },
  120_000,
);
