import { parseArgs } from 'node:util';
import { checkLaw } from './laws/check-law.js';
import { DESIGN_LAWS } from './laws/design-laws.js';
import { JUDGED_LAWS } from './laws/judged-laws.js';
import { LAWS } from './laws/laws.js';
import { LIFT_LAWS } from './laws/lift-laws.js';
import { MEMBER_LAWS } from './laws/member-laws.js';
import { MORE_LAWS } from './laws/more-laws.js';
import { NAME_LAWS } from './laws/name-laws.js';
import { VALUE_LAWS } from './laws/value-laws.js';

/** `pnpm conformance laws [--runs N] [--seed N] [--law L3]`: tries the laws of the mapping on random schemas. */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' }, law: { type: 'string' } },
  });
  let failures = 0;
  for (const law of [
    ...LAWS,
    ...MORE_LAWS,
    ...JUDGED_LAWS,
    ...DESIGN_LAWS,
    ...NAME_LAWS,
    ...MEMBER_LAWS,
    ...LIFT_LAWS,
    ...VALUE_LAWS,
  ].filter(({ id }) => values.law === undefined || id === values.law)) {
    const started = performance.now();
    try {
      await checkLaw(law, {
        runs: Number(values.runs),
        ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
      });
      console.log(
        `${law.id.padEnd(4)} holds   ${values.runs} schemas in ${((performance.now() - started) / 1000).toFixed(1)} s: ${law.statement}`,
      );
    } catch (error) {
      failures += 1;
      console.log(`${law.id.padEnd(4)} BROKEN  ${law.statement}\n${(error as Error).message}`);
    }
  }
  return failures === 0 ? 0 : 1;
}
