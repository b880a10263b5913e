import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { cacheSuite } from './external/cache-suite.js';
import { fieldSuite } from './external/field-suite.js';
import { httpSuite } from './external/http-suite.js';
import { jsonSuite } from './external/json-suite.js';
import { mcpRow } from './external/mcp-row.js';
import { headerSuite, lighthouseSuite } from './external/page-suites.js';
import { prismSuite } from './external/prism-suite.js';
import { axeRow, generatorRows } from './external/recorded-rows.js';
import type { Result, Skipped } from './external/row.js';
import { checkScoreboard, printScoreboard, replaceRows, SCOREBOARD } from './external/scoreboard.js';
import { smugglingSuite } from './external/smuggling-suite.js';
import { tlsSuite } from './external/tls-suite.js';
import { xmlSuite } from './external/xml-suite.js';
import { xstsRows } from './external/xsts-rows.js';

const SUITES: Readonly<Record<string, () => Promise<Result>>> = {
  json: jsonSuite,
  xml: xmlSuite,
  xsts: xstsRows,
  http: httpSuite,
  cache: cacheSuite,
  fields: fieldSuite,
  prism: prismSuite,
  smuggling: smugglingSuite,
  tls: tlsSuite,
  headers: headerSuite,
  lighthouse: lighthouseSuite,
  mcp: mcpRow,
  generators: generatorRows,
  axe: axeRow,
};

/**
 * `pnpm conformance external [--only json,xml,…] [--write]`: suites by others and by the standards, with peers in the same run, as one table.
 * Fails if a case has a wrong outcome without a reason, and if a row differs from `docs/scoreboard.md`. `--write` writes the page; with
 * `--only`, the rows of these suites. A suite whose parts are not installed is skipped, and the last line says which. So are the generators of
 * OpenAPI and axe, which take longer than all others together, unless `SOAPSTONE_RESULTS` names the folder with the results of
 * `pnpm conformance generators` and of the tests of pages.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const names = values.only?.split(',') ?? Object.keys(SUITES);
  if (names.some((name) => !Object.hasOwn(SUITES, name))) {
    console.error(`usage: pnpm conformance external [--only ${Object.keys(SUITES).join(',')}] [--write]`);
    return 2;
  }
  const results: Result[number][] = [];
  for (const name of names) results.push(...((await SUITES[name]?.()) ?? []));
  const rows = results.filter((each) => 'ours' in each);
  const skipped = results.filter((each) => 'skipped' in each);
  const failures = rows.flatMap((row) => row.failures.map((failure) => `${row.suite}: ${failure}`));
  const published = existsSync(SCOREBOARD) ? await readFile(SCOREBOARD, 'utf8') : '';
  const page = values.only === undefined ? printScoreboard(rows) : replaceRows(rows, published);
  console.log(printScoreboard(rows));
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  const differences = values.write ? [] : checkScoreboard(rows, published);
  for (const difference of differences) console.log(`DIFFERS: ${difference}`);
  // Rows of suites that were not run stay as they are, but a whole page needs all of them.
  const isWhole = values.only !== undefined || skipped.length === 0;
  if (values.write && failures.length === 0 && isWhole) await writeFile(SCOREBOARD, page);
  for (const { suite, skipped: reason } of skipped) console.log(`skipped: ${suite}: ${reason}`);
  console.log(
    `\n${rows.length} rows, ${failures.length} failures, ${differences.length} differences, ${skippedIn(skipped)}`,
  );
  return failures.length + differences.length === 0 && !(values.write && !isWhole) ? 0 : 1;
}

/** The number of skipped suites, with their names. */
function skippedIn(skipped: readonly Skipped[]): string {
  const names = skipped.map(({ suite }) => suite).join('; ');
  return `${skipped.length} skipped${names && ` (${names})`}`;
}
