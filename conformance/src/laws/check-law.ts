import { defined } from '@soapstone/options/defined';
import fc from 'fast-check';
import { createDraw } from './draw.js';
import { drawSubject, type Law } from './laws.js';

/** How many random schemas one law is tried on, and the seed. */
export interface LawOptions {
  readonly runs: number;
  readonly seed?: number;
  /** Whether the first choices that break a law are reported, which is soon, and not the smallest. Default false. */
  readonly unshrunk?: boolean;
}

/** Inputs tried with each random schema. */
const INPUTS_PER_SCHEMA = 5;

/**
 * Tries a law on random schemas and inputs. Rejects with fast-check's report: the seed, and the smallest choices that break it.
 *
 * @returns how many cases were judged: a case is one message of one schema with one design
 */
export async function checkLaw(law: Law, { runs, seed, unshrunk = false }: LawOptions): Promise<number> {
  let cases = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (g) => {
      const draw = createDraw(g);
      const subject = await drawSubject(draw);
      for (let i = 0; i < INPUTS_PER_SCHEMA; i++) {
        try {
          cases += (await law.check(subject, draw)) ?? 1;
        } catch (error) {
          throw new Error(`${law.id} ${law.statement}\n${subject.schema}\n${(error as Error).stack}`);
        }
      }
    }),
    { numRuns: runs, ...defined({ seed }), endOnFailure: unshrunk, includeErrorInReport: true },
  );
  return cases;
}
