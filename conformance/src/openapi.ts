/**
 * `pnpm conformance openapi [--all] [--list] [--only text] [--minutes n]`: the OpenAPI document of every WSDL of the corpus that an
 * independent tool accepts, and of Exchange Web Services, in 3.0 and 3.1, judged by public tools: a validator, two linters, a generator of
 * types with a strict compiler. Each is generated twice, the second time from files that arrive in another order, and must be the same.
 * `--all` includes the files that no other tool accepts. What takes more than its bounds is skipped, and the last line says so.
 */

import { type Bounds, readArguments, runBounded } from './bounded-runs.js';
import type { JudgedFile } from './openapi/judge-file.js';
import { type CorpusFile, hasCorpus, isAcceptable, isLargest, readManifest } from './wsdl/corpus.js';

const BOUNDS: Bounds = { seconds: 1200, minutes: 60, megabytes: 2048 };

/** The outcome of one file. */
interface Outcome extends JudgedFile {
  readonly file: CorpusFile;
}

/** Runs the suite; the exit code is 1 if anything is found. */
export async function run(argv: readonly string[]): Promise<number> {
  const values = readArguments(argv, BOUNDS);
  if (!hasCorpus()) {
    console.log('skipped: the corpus is not next to the project');
    return 0;
  }
  const files = new Map(
    (await readManifest())
      .filter((file) => values.all || isAcceptable(file) || isLargest(file))
      .filter((file) => file.path.includes(values.only))
      // The largest last: if it uses up the time, the others are judged.
      .sort((one, other) => Number(isLargest(one)) - Number(isLargest(other)))
      .map((file) => [file.path, file]),
  );
  const outcomes: Outcome[] = [];
  const skipped: string[] = [];
  let printed = 0;
  const print = (path: string, found: readonly string[]): void => {
    for (const text of found) {
      printed += 1;
      if (values.list || printed <= 40) console.log(`${path}: ${text}`);
    }
  };
  const bounds = { ...BOUNDS, minutes: Number(values.minutes) };
  for await (const { path, judged } of runBounded<JudgedFile>(
    new URL('./openapi/judge-file.ts', import.meta.url),
    [...files.keys()],
    bounds,
  )) {
    const file = files.get(path);
    if (file === undefined) continue;
    if ('skipped' in judged) {
      skipped.push(`${path}: skipped: ${judged.skipped}`);
      continue;
    }
    const { refused } = judged.result;
    // A file that no other tool accepts may be rejected.
    const refusals = refused !== undefined && isAcceptable(file) ? [`refused: ${refused}`] : [];
    const outcome = { ...judged.result, problems: [...judged.result.problems, ...refusals], file };
    outcomes.push(outcome);
    print(path, [...outcome.problems, ...outcome.compiled]);
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.length} of ${files.size}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r');
  printTable(outcomes);
  for (const line of skipped) console.log(line);
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((n, each) => n + of(each), 0);
  const errors = sum(({ compiled }) => compiled.length);
  const problems = sum(({ problems: found }) => found.length);
  console.log(
    `${outcomes.length} WSDLs, ${skipped.length} more skipped; ${sum(({ declarations }) => declarations)} declaration files compile with ${errors} errors; ${problems} other findings`,
  );
  return errors + problems === 0 ? 0 : 1;
}

function printTable(outcomes: readonly Outcome[]): void {
  const rows: Record<string, Record<string, number>> = {};
  const repositories = [...new Set(outcomes.map(({ file }) => file.repository))];
  for (const name of [...repositories, 'all']) {
    const group = outcomes.filter(({ file }) => name === 'all' || file.repository === name);
    const sum = (of: (outcome: Outcome) => number): number =>
      Math.round(group.reduce((n, o) => n + of(o), 0));
    rows[name] = {
      WSDLs: group.length,
      operations: sum(({ operations }) => operations),
      'kB of JSON': sum(({ kilobytes }) => kilobytes),
      ms: sum(({ ms }) => ms),
      findings: sum(({ problems }) => problems.length),
      'type errors': sum(({ compiled }) => compiled.length),
    };
  }
  console.table(rows);
}
