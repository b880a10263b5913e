import { rm } from 'node:fs/promises';
import { judgeGroup, type Verdict } from './xsts/judge-group.js';
import { hasSuite, readGroups, unpackSuite } from './xsts/read-suite.js';

/** The shares that the run must reach: those of the last measurement, a little below. */
const FLOORS = { validRequests: 0.994, invalidRequests: 0.975, validResponses: 0.997 };

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
 * one must be rejected. `--list` names every test with another outcome, and why.
 */
export async function run(argv: readonly string[]): Promise<number> {
  if (!hasSuite()) {
    console.log('skipped: the suite is not next to the project');
    return 0;
  }
  const folder = await unpackSuite();
  try {
    const sets = new Map<string, Counts>();
    const failures: string[] = [];
    for (const group of await readGroups(folder)) {
      const counts = sets.get(group.set) ?? noCounts();
      sets.set(group.set, counts);
      for (const verdict of await judgeGroup(group, folder)) {
        count(counts, verdict);
        const failure = failureOf(verdict);
        if (failure !== undefined)
          failures.push(`${group.set} ${group.name} ${verdict.test.name}: ${failure}`);
      }
    }
    const total = printTable(sets);
    if (argv.includes('--list')) for (const failure of failures) console.log(failure);
    return printVerdict(total, failures.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
