import { compareConventions, explanationOf } from './interop/conventions.js';
import { EXPLAINED } from './interop/explained.js';
import { EXPLAINED_CONVENTIONS } from './interop/explained-conventions.js';
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
    console.log('skipped: the corpus is not beside the project');
    return 0;
  }
  const unexplained = (await roundTrips(verbose)) + (await conventions(verbose));
  return unexplained === 0 ? 0 : 1;
}

async function roundTrips(verbose: boolean): Promise<number> {
  const table = new Map<string, Record<string, number>>();
  let unexplained = 0;
  for (const pair of readPairs()) {
    for (const side of ['requestXml', 'responseXml'] as const) {
      // zeep's recordings are single elements without an envelope.
      if (pair[side] === undefined || pair.suite === 'mvantellingen__python-zeep') continue;
      const verdict = await roundTrip(pair, side);
      const name = `${pair.name.split('/').at(-1)} ${side === 'requestXml' ? 'request' : 'response'}`;
      const explanation =
        verdict.kind === 'differs' ? EXPLAINED.find(({ names }) => names.includes(name))?.why : undefined;
      const kind =
        verdict.kind !== 'differs' ? verdict.kind : explanation === undefined ? 'UNEXPLAINED' : 'explained';
      if (kind === 'UNEXPLAINED') unexplained += 1;
      const row = table.get(pair.suite) ?? {};
      table.set(pair.suite, { ...row, [kind]: (row[kind] ?? 0) + 1 });
      if (kind === 'UNEXPLAINED' || (verbose && 'why' in verdict))
        console.log(`${kind} ${pair.suite} ${name}: ${'why' in verdict ? verdict.why : ''}`);
    }
  }
  console.log('XML read to JSON and written again');
  console.table(Object.fromEntries(table));
  for (const { why, names } of EXPLAINED) console.log(`explained: ${why} (${names.length})`);
  return unexplained;
}

async function conventions(verbose: boolean): Promise<number> {
  const table = new Map<string, Record<string, number>>();
  const reasons = new Map<string, number>();
  let disagree = 0;
  for (const comparison of await compareConventions()) {
    const { suite, name, verdict, why } = comparison;
    const explanation = verdict === 'differs' ? explanationOf(comparison) : undefined;
    const kind = verdict === 'agrees' ? 'agree' : explanation === undefined ? 'disagree' : 'explained';
    if (explanation !== undefined) reasons.set(explanation, (reasons.get(explanation) ?? 0) + 1);
    if (kind === 'disagree') disagree += 1;
    const row = table.get(suite) ?? { messages: 0, agree: 0, explained: 0, disagree: 0 };
    table.set(suite, { ...row, messages: (row['messages'] ?? 0) + 1, [kind]: (row[kind] ?? 0) + 1 });
    if (kind === 'disagree' || (verbose && why !== undefined))
      console.log(`${kind} ${suite} ${name}: ${why}`);
  }
  console.log('\nJSON of other tools, translated: soapstone request and soapstone response');
  console.table(Object.fromEntries(table));
  for (const { why } of EXPLAINED_CONVENTIONS)
    if (reasons.has(why)) console.log(`explained: ${why} (${reasons.get(why)})`);
  return disagree;
}
