import { EXPLAINED } from './interop/explained.js';
import { readPairs } from './interop/pairs.js';
import { roundTrip } from './interop/round-trip.js';

/**
 * `pnpm conformance interop [--verbose]`: every message that other SOAP stacks wrote, read to JSON and written again, compared as
 * XML infoset. A message that departs from its own WSDL says how; a difference that nobody explained fails the run.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const verbose = argv.includes('--verbose');
  const pairs = readPairs();
  if (pairs.length === 0) {
    console.log('skipped: the corpus is not beside the project');
    return 0;
  }
  const table = new Map<string, Record<string, number>>();
  let unexplained = 0;
  for (const pair of pairs) {
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
  console.table(Object.fromEntries(table));
  for (const { why, names } of EXPLAINED) console.log(`explained: ${why} (${names.length})`);
  return unexplained === 0 ? 0 : 1;
}
