import { test } from 'vitest';
import { checkLaw } from './check-law.js';
import { DESIGN_LAWS } from './design-laws.js';
import { JUDGED_LAWS } from './judged-laws.js';
import { LAWS } from './laws.js';
import { LIFT_LAWS } from './lift-laws.js';
import { MEMBER_LAWS } from './member-laws.js';
import { MORE_LAWS } from './more-laws.js';
import { NAME_LAWS } from './name-laws.js';
import { VALUE_LAWS } from './value-laws.js';

// A small budget with a fixed seed; `pnpm conformance laws --runs N` searches with a large one and a new seed.
test.each(
  [
    ...LAWS,
    ...MORE_LAWS,
    ...JUDGED_LAWS,
    ...DESIGN_LAWS,
    ...NAME_LAWS,
    ...MEMBER_LAWS,
    ...LIFT_LAWS,
    ...VALUE_LAWS,
  ].map((law) => [`${law.id} ${law.statement}`, law] as const),
)(
  '%s',
  async (_name, law) => {
    await checkLaw(law, { runs: 40, seed: 20261121 });
  },
  60_000,
);
