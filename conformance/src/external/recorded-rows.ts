import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSPECTIONS, type Inspection } from '../../../apps/dashboard/e2e/record-inspection.js';
import { GENERATOR_RESULTS, type GeneratorResults, RESULTS } from '../generators/results.js';
import { type Case, type Exceptions, type Result, score } from './row.js';

/**
 * What `pnpm conformance generators` found before: a row for each generator. Of a run with `--all`, any of its parts, which the row then
 * names; otherwise a whole run of the sample.
 */
export async function generatorRows(): Promise<Result> {
  const suite = 'OpenAPI generators';
  const parts = filesOf(GENERATOR_RESULTS).map((file) => JSON.parse(file) as GeneratorResults);
  const all = parts.filter((each) => each.all);
  const run = wholeRun(all) ?? largestRun(all) ?? wholeRun(parts.filter((each) => !each.all));
  if (run === undefined)
    return [
      {
        suite,
        skipped: `${parts.length} parts of \`pnpm conformance generators\` have a result in ${folderName()}, which is no whole run`,
      },
    ];
  const names = Object.keys(run[0]?.generators ?? {});
  return names.map((name) => {
    const outcomes = run.flatMap(({ generators }) => generators[name] ?? []);
    const documents = outcomes.flatMap((each) => each.documents);
    const findings = outcomes.flatMap((each) => each.findings);
    const limited = new Set(outcomes.flatMap((each) => each.limited));
    const wrong = new Set(documents.filter((path) => findings.some((text) => text.startsWith(`${path}: `))));
    const cases: Case[] = documents.map((path) => ({ name: path, expected: true }));
    const known: Exceptions[] =
      limited.size === 0
        ? []
        : [{ reason: LIMITS[name] ?? 'a limit of the generator', cases: [...limited].sort() }];
    const scored = score(
      cases,
      cases.map(({ name: path }) => !wrong.has(path) && !limited.has(path)),
      known,
    );
    return {
      suite: `${name} ${outcomes[0]?.version}`,
      asked: `types from the OpenAPI documents of ${documents.length} WSDLs of the corpus (${sampleOf(run)}): whole, and without an error of the compiler`,
      ...scored,
      failures: [...new Set([...findings, ...scored.failures.filter((each) => !wrong.has(each))])],
    };
  });
}

/** The known limit of a generator, which no form of the document avoids (`isKnown` in `generators.ts`). */
const LIMITS: Readonly<Record<string, string>> = {
  'openapi-zod-client':
    'its type of an inline object that may be nil lacks null, which the schema beside it has (decision 0134)',
  oazapfts: 'it calls a parameter of a function `arguments`, as the WSDL calls the element',
};

/** The results of every part of one run, if they are there. */
function wholeRun(results: readonly GeneratorResults[]): readonly GeneratorResults[] | undefined {
  const counts = new Set(results.map(({ part }) => Number(part.split('/')[1])));
  for (const count of counts) {
    const run = results.filter(({ part }) => part.endsWith(`/${count}`));
    if (run.length === count) return run;
  }
  return undefined;
}

/** The parts of the run with the most documents; undefined if there are none. */
function largestRun(results: readonly GeneratorResults[]): readonly GeneratorResults[] | undefined {
  const sizeOf = (run: readonly GeneratorResults[]): number =>
    run.flatMap(({ generators }) => Object.values(generators).flatMap(({ documents }) => documents)).length;
  const counts = new Set(results.map(({ part }) => part.split('/')[1]));
  return [...counts]
    .map((count) => results.filter(({ part }) => part.endsWith(`/${count}`)))
    .sort((one, other) => sizeOf(other) - sizeOf(one))[0];
}

/** Which documents of the corpus a run judged, for its row. */
function sampleOf(run: readonly GeneratorResults[]): string {
  if (run[0]?.all !== true) return 'every tenth';
  const [, count] = run[0].part.split('/');
  if (run.length === Number(count)) return 'all that others read too';
  const numbers = run.map(({ part }) => Number(part.split('/')[0])).sort((one, other) => one - other);
  return `parts ${numbers.join(', ')} of ${count} of all that others read too`;
}

/** What axe found on the pages of the dashboard when their tests ran. */
export async function axeRow(): Promise<Result> {
  const lines = filesOf(INSPECTIONS).flatMap((text) => text.trimEnd().split('\n'));
  const found = lines.map((line) => JSON.parse(line) as Inspection);
  if (found.length === 0)
    return [{ suite: 'axe', skipped: `no test of pages has written a result into ${folderName()}` }];
  const violations = new Map<string, readonly string[]>();
  for (const { test, size, scheme, violations: own } of found) {
    const name = `${test}, ${size}, ${scheme}`;
    violations.set(name, [...(violations.get(name) ?? []), ...own]);
  }
  const count = (member: 'test' | 'size'): number => new Set(found.map((each) => each[member])).size;
  const cases = [...violations.keys()].map((name) => ({ name, expected: true }));
  const { ours, failures } = score(
    cases,
    cases.map(({ name }) => violations.get(name)?.length === 0),
  );
  return [
    {
      suite: `axe-core ${found[0]?.version}, WCAG 2.2 A and AA`,
      asked: `${count('test')} pages, forms and dialogs of the dashboard, in two colour schemes at ${count('size')} sizes`,
      ours,
      failures: failures.map((name) => `${name}: ${violations.get(name)?.join('; ')}`),
    },
  ];
}

const folderName = (): string => process.env[RESULTS] ?? `the folder of ${RESULTS}, which is not set`;

/** The texts of the files with such a name in the folder for results. */
function filesOf(name: RegExp): readonly string[] {
  const folder = process.env[RESULTS];
  if (folder === undefined || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((each) => name.test(each))
    .sort()
    .map((each) => readFileSync(join(folder, each), 'utf8'));
}
