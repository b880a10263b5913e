import { parseArgs } from 'node:util';
import { ALL_LAWS } from './laws/all-laws.js';
import { checkLaw } from './laws/check-law.js';

/** `pnpm conformance laws [--runs N] [--seed N] [--law L3] [--unshrunk]`: tries the laws of the mapping on random schemas. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      runs: { type: 'string', default: '1000' },
      seed: { type: 'string' },
      law: { type: 'string' },
      unshrunk: { type: 'boolean', default: false },
    },
  });
  const laws = ALL_LAWS.filter(({ id }) => values.law === undefined || id === values.law);
  if (laws.length === 0) {
    console.error(`There is no law ${values.law}; the laws are ${ALL_LAWS.map(({ id }) => id).join(', ')}.`);
    return 1;
  }
  let failures = 0;
  for (const law of laws) {
    const started = performance.now();
    try {
      const cases = await checkLaw(law, {
        runs: Number(values.runs),
        unshrunk: values.unshrunk,
        ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
      });
      console.log(
        `${law.id.padEnd(4)} holds   ${values.runs} schemas, ${cases} cases in ${((performance.now() - started) / 1000).toFixed(1)} s: ${law.statement}`,
      );
    } catch (error) {
      failures += 1;
      console.log(`${law.id.padEnd(4)} BROKEN  ${law.statement}\n${(error as Error).message}`);
    }
  }
  return failures === 0 ? 0 : 1;
}
