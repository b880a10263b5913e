/**
 * `pnpm conformance openapi [--all] [--part 3/8] [--list] [--only text] [--seconds n] [--minutes n] [--designs]`: the OpenAPI document of every WSDL of
 * the corpus that an independent tool accepts, and of Exchange Web Services, in 3.0 and 3.1, judged by public tools: a validator, two
 * linters, a generator of types with a strict compiler. Each is generated twice, the second time from files that arrive in another order,
 * and must be the same. `--all` includes the files that no other tool accepts; `--part` takes one part of them. What takes more than its
 * bounds is skipped, and fails the run, as it is not judged. With `--designs`, each service has the design that `soapstone design init`
 * proposes, with all that it guesses, and the document of its routes is judged too.
 */

import { type Bounds, partOf, readArguments, runBounded } from './bounded-runs/bounded-runs.js';
import { compileTypes } from './openapi/generated-types.js';
import type { JudgedFile } from './openapi/judge-file.js';
import { type CorpusFile, hasCorpus, isAcceptable, isLargest, readManifest } from './wsdl/corpus.js';

const BOUNDS: Bounds = { seconds: 1200, minutes: 60, megabytes: 2048 };

/** Characters of declarations that are compiled in one program. */
const PROGRAM = 8_000_000;

/** The outcome of one file. */
interface Outcome extends Omit<JudgedFile, 'types'> {
  readonly file: CorpusFile;
  /** Files of declarations. */
  readonly declarations: number;
  /** Errors of the compiler in them. */
  compiled: number;
}

/** Runs the suite; the exit code is 1 if anything is found. */
export async function run(argv: readonly string[]): Promise<number> {
  const values = readArguments(argv, BOUNDS);
  if (!hasCorpus()) {
    console.log('skipped: the corpus is not next to the project');
    return 0;
  }
  const chosen = (await readManifest())
    .filter((file) => values.all || isAcceptable(file) || isLargest(file))
    .filter((file) => file.path.includes(values.only))
    // The largest last: if it uses up the time, the others are judged.
    .sort((one, other) => Number(isLargest(one)) - Number(isLargest(other)));
  const files = new Map(partOf(chosen, values.part).map((file) => [file.path, file]));
  const outcomes: Outcome[] = [];
  const skipped: string[] = [];
  let printed = 0;
  const print = (path: string, found: readonly string[]): void => {
    for (const text of found) {
      printed += 1;
      if (values.list || printed <= 40) console.log(`${path}: ${text}`);
    }
  };
  let types = new Map<string, string>();
  const compile = async (): Promise<void> => {
    for (const text of await compileTypes(types)) {
      const outcome = outcomes.find(({ file }) => text.startsWith(`/${file.path}.`));
      if (outcome !== undefined) outcome.compiled += 1;
      print(outcome?.file.path ?? 'the compiler', [text]);
    }
    types = new Map();
  };
  const bounds = { ...BOUNDS, seconds: Number(values.seconds), minutes: Number(values.minutes) };
  for await (const { path, judged } of runBounded<JudgedFile>(
    new URL('./openapi/judge-file.ts', import.meta.url),
    [...files.keys()],
    bounds,
    values.designs ? ['--designs'] : [],
  )) {
    const file = files.get(path);
    if (file === undefined) continue;
    if ('skipped' in judged) {
      skipped.push(`${path}: skipped: ${judged.skipped}`);
      continue;
    }
    const { types: declared, refused, ...result } = judged.result;
    // A file that no other tool accepts may be rejected.
    const refusals = refused !== undefined && isAcceptable(file) ? [`refused: ${refused}`] : [];
    const problems = [...result.problems, ...refusals];
    outcomes.push({ ...result, problems, file, declarations: declared.length, compiled: 0 });
    print(path, problems);
    for (const [name, text] of declared) types.set(name, text);
    if ([...types.values()].reduce((sum, { length }) => sum + length, 0) >= PROGRAM) await compile();
    if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.length} of ${files.size}`);
  }
  await compile();
  if (process.stderr.isTTY) process.stderr.write('\r');
  printTable(outcomes);
  for (const line of skipped) console.log(line);
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((n, each) => n + of(each), 0);
  const errors = sum(({ compiled }) => compiled);
  const problems = sum(({ problems: found }) => found.length);
  console.log(
    `part ${values.part}: ${outcomes.length} WSDLs, ${skipped.length} more skipped; ${sum(({ declarations }) => declarations)} declaration files compile with ${errors} errors; ${problems} other findings`,
  );
  return printed + skipped.length === 0 ? 0 : 1;
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
      'type errors': sum(({ compiled }) => compiled),
    };
  }
  console.table(rows);
}
