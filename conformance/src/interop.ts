import { compareConventions, explanationOf } from './interop/conventions.js';
import { EXPLAINED } from './interop/explained.js';
import { readPairs } from './interop/pairs.js';
import { roundTrip } from './interop/round-trip.js';

/**
 * `pnpm conformance interop [--verbose]`: messages of other SOAP stacks. First every recorded XML message, read to JSON and
 * written again, compared as XML infoset. Then the JSON conventions of node-soap, strong-soap, PHP and zeep, translated into
 * ours: `soapstone request` must give the recorded XML, `soapstone response` the recorded JSON. A difference that nobody explained
 * fails the run.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const verbose = argv.includes('--verbose');
  if (readPairs().length === 0) {
    console.log('skipped: the corpus is not next to the project');
    return 0;
  }
  const unexplained = (await roundTrips(verbose)) + (await conventions(verbose));
  return unexplained === 0 ? 0 : 1;
}

async function roundTrips(verbose: boolean): Promise<number> {
  const tally = new Tally(verbose);
  for (const pair of readPairs()) {
    // zeep's recordings are single elements without an envelope.
    if (pair.suite === 'mvantellingen__python-zeep') continue;
    for (const side of ['requestXml', 'responseXml'] as const) {
      if (pair[side] === undefined) continue;
      const verdict = await roundTrip(pair, side);
      const name = `${pair.name.split('/').at(-1)} ${side === 'requestXml' ? 'request' : 'response'}`;
      tally.add({
        suite: pair.suite,
        name,
        verdict: verdict.kind,
        why: 'why' in verdict ? verdict.why : undefined,
        explanation: EXPLAINED.find(({ names }) => names.includes(name))?.why,
      });
    }
  }
  tally.print('XML read to JSON and written again');
  return tally.unexplained;
}

async function conventions(verbose: boolean): Promise<number> {
  const tally = new Tally(verbose);
  for (const comparison of await compareConventions()) {
    tally.add({ ...comparison, explanation: explanationOf(comparison) });
  }
  tally.print('\nJSON of other tools, translated: soapstone request and soapstone response');
  return tally.unexplained;
}

/** The outcome for one message. `explanation` is the known reason if it differs. */
interface Outcome {
  readonly suite: string;
  readonly name: string;
  readonly verdict: string;
  readonly why?: string | undefined;
  readonly explanation: string | undefined;
}

/** Counts outcomes by suite, and prints those that nobody has explained. */
class Tally {
  unexplained = 0;
  readonly #verbose: boolean;
  readonly #suites = new Map<string, Record<string, number>>();
  readonly #explanations = new Map<string, number>();

  constructor(verbose: boolean) {
    this.#verbose = verbose;
  }

  add({ suite, name, verdict, why, explanation }: Outcome): void {
    const kind = verdict !== 'differs' ? verdict : explanation === undefined ? 'UNEXPLAINED' : 'explained';
    if (kind === 'UNEXPLAINED') this.unexplained += 1;
    if (kind === 'explained') increment(this.#explanations, explanation ?? '');
    const row = this.#suites.get(suite) ?? {};
    this.#suites.set(suite, { ...row, [kind]: (row[kind] ?? 0) + 1 });
    if (kind === 'UNEXPLAINED' || (this.#verbose && why !== undefined)) {
      console.log(`${kind} ${suite} ${name}: ${why ?? ''}`);
    }
  }

  print(title: string): void {
    console.log(title);
    console.table(Object.fromEntries(this.#suites));
    for (const [why, count] of this.#explanations) console.log(`explained: ${why} (${count})`);
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
