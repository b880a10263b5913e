import { rm } from 'node:fs/promises';
import { compareDifferences, DIFFERENCES } from './xsts/differences.js';
import { judgeGroup, type Verdict } from './xsts/judge-group.js';
import { hasSuite, readGroups, unpackSuite } from './xsts/read-suite.js';

/** The shares that the run must reach: those of the last measurement, a little below. */
const FLOORS = { validRequests: 0.998, invalidRequests: 0.98, validResponses: 0.998 };

/** The counts of one set. */
interface Counts {
  valid: number;
  accepted: number;
  acceptedResponses: number;
  invalid: number;
  rejected: number;
  rejectedResponses: number;
  unjudged: number;
}

/**
 * `pnpm conformance xsts [--list]`: the instances of the W3C XML Schema 1.0 suite as messages of a service with their schema. A valid
 * instance must be accepted as a request (`requestFromXml` with `strictResponses`, then `validate`) and as a strict response; an invalid
 * one must be rejected. The tests with another outcome are known (`DIFFERENCES`) and are printed by reason; the run fails if another test
 * differs, or if a known one no longer does. `--list` shows each with the first problem that was found.
 */
export async function run(argv: readonly string[]): Promise<number> {
  if (!hasSuite()) {
    console.log('skipped: the suite is not next to the project');
    return 0;
  }
  const { sets, failures } = await judgeSuite();
  const total = printTable(sets);
  if (argv.includes('--list')) for (const { name, failure } of failures) console.log(`${name}: ${failure}`);
  const unexpected = printDifferences(failures);
  return Math.max(printVerdict(total, failures.length), unexpected);
}

/** Judges every instance of the suite. @returns the counts by set, and the tests with another outcome than the suite's */
export async function judgeSuite(): Promise<{
  readonly sets: ReadonlyMap<string, Counts>;
  readonly failures: readonly Failure[];
}> {
  const folder = await unpackSuite();
  try {
    const sets = new Map<string, Counts>();
    const failures: Failure[] = [];
    for (const group of await readGroups(folder)) {
      const counts = sets.get(group.set) ?? noCounts();
      sets.set(group.set, counts);
      for (const verdict of await judgeGroup(group, folder)) {
        count(counts, verdict);
        const failure = failureOf(verdict);
        const name = `${group.set} ${group.name} ${verdict.test.name}`;
        if (failure !== undefined) failures.push({ name, failure });
      }
    }
    return { sets, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Failure {
  readonly name: string;
  readonly failure: string;
}

/** Prints the known differences by reason, then what does not agree with them. @returns 1 if anything does not */
function printDifferences(failures: readonly Failure[]): number {
  for (const [verdict, differences] of Object.entries(DIFFERENCES)) {
    console.log(`\n${verdict} in the suite, and judged otherwise:`);
    for (const { reason, tests } of differences) {
      console.log(`  ${reason}:`);
      for (const test of tests) console.log(`    ${test}`);
    }
  }
  console.log('');
  const problems = compareDifferences(failures.map(({ name }) => name));
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

function noCounts(): Counts {
  return {
    valid: 0,
    accepted: 0,
    acceptedResponses: 0,
    invalid: 0,
    rejected: 0,
    rejectedResponses: 0,
    unjudged: 0,
  };
}

function count(counts: Counts, { test, request, response }: Verdict): void {
  if (request === undefined) {
    counts.unjudged++;
  } else if (test.valid) {
    counts.valid++;
    if (request) counts.accepted++;
    if (response === true) counts.acceptedResponses++;
  } else {
    counts.invalid++;
    if (!request) counts.rejected++;
    if (response === false) counts.rejectedResponses++;
  }
}

function failureOf({ test, request, response, reason }: Verdict): string | undefined {
  if (request === undefined) return undefined;
  const wrong = [
    ...(request === test.valid ? [] : ['request']),
    // Responses are read tolerantly: only what `strictResponses` rejects wrongly is a failure.
    ...(test.valid && response !== true ? ['response'] : []),
  ];
  if (wrong.length === 0) return undefined;
  return `${test.valid ? 'valid' : 'invalid'}, but not as a ${wrong.join(' and a ')}${reason === '' ? '' : `: ${reason}`}`;
}

function printTable(sets: ReadonlyMap<string, Counts>): Counts {
  const total = noCounts();
  console.log('set          valid: request   response    invalid: request   response    unjudged');
  for (const [set, counts] of [...sets].sort()) {
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
    console.log(lineOf(set, counts));
  }
  console.log(lineOf('all', total));
  return total;
}

function lineOf(set: string, counts: Counts): string {
  const of = (part: number, whole: number): string => `${part}/${whole}`.padStart(11);
  return [
    set.padEnd(14),
    of(counts.accepted, counts.valid),
    of(counts.acceptedResponses, counts.valid),
    '  ',
    of(counts.rejected, counts.invalid),
    of(counts.rejectedResponses, counts.invalid),
    String(counts.unjudged).padStart(9),
  ].join(' ');
}

function printVerdict(total: Counts, failures: number): number {
  const shares = {
    validRequests: total.accepted / total.valid,
    invalidRequests: total.rejected / total.invalid,
    validResponses: total.acceptedResponses / total.valid,
  };
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(
    `requests: ${percent(shares.validRequests)} of the valid instances accepted, ${percent(shares.invalidRequests)} of the invalid ones rejected; ` +
      `strict responses: ${percent(shares.validResponses)} of the valid ones accepted; ${failures} tests differ (--list)`,
  );
  const keys = Object.keys(FLOORS) as (keyof typeof FLOORS)[];
  const fallen = keys.filter((key) => shares[key] < FLOORS[key]);
  for (const key of fallen) console.log(`FAILED: ${key} is below ${percent(FLOORS[key])}`);
  return fallen.length === 0 ? 0 : 1;
}
