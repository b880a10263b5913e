import { test } from 'vitest';
import { ALL_LAWS } from './all-laws.js';
import { checkLaw } from './check-law.js';

// A small budget with a fixed seed; `pnpm conformance laws --runs N` searches with a large one and a new seed.
test.each(ALL_LAWS.map((law) => [`${law.id} ${law.statement}`, law] as const))(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: 40, seed: 20261121 });
  },
  60_000,
);
