import { test } from 'vitest';
import { checkLaw } from './check-law.js';
import { NAME_LAWS } from './name-laws.js';

// A hundred messages and more; `SOAPSTONE_TESTS=deep` tries every law on more schemas.
test.each(NAME_LAWS.map((law) => [`${law.id} ${law.statement}`, law] as const))(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: law.id === 'L20' ? 20 : 8, seed: 20261129 });
  },
  120_000,
);
