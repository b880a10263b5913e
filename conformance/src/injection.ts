import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { checkInjection } from './injection/check-injection.js';
import { compileHostileServices } from './injection/services.js';
import { createDraw } from './laws/draw.js';

/**
 * `pnpm conformance injection [--runs N] [--seed N]`: random JSON bodies with hostile texts, keys and names. Each is rejected with
 * a typed error, or libxml2 and saxes read exactly what the body says.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { runs: { type: 'string', default: '50000' }, seed: { type: 'string' } },
  });
  const services = await compileHostileServices();
  const count = { accepted: 0, refused: 0 };
  const report = fc.check(
    fc.property(fc.gen(), (g) => {
      count[checkInjection(services, createDraw(g))] += 1;
    }),
    {
      numRuns: Number(values.runs),
      includeErrorInReport: true,
      ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
    },
  );
  if (report.failed) {
    console.log(
      `BROKEN after ${report.numRuns} bodies, seed ${report.seed}\n${String(report.errorInstance)}`,
    );
    return 1;
  }
  console.log(
    `${report.numRuns} bodies, seed ${report.seed}: ${count.accepted} written with exactly the expected infoset (libxml2, saxes), ${count.refused} refused with a typed error, 0 differences`,
  );
  return 0;
}
