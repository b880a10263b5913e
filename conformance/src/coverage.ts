import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCases } from './material/case.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The tests that cover one rule of docs/json-mapping.md and docs/design.md. */
export interface RuleCoverage {
  readonly rule: string;
  /** Names under `conformance/cases/`. */
  readonly cases: readonly string[];
  /** Test files that cite the rule, for behaviour that a case cannot show, such as the library's API. */
  readonly tests: readonly string[];
}

/** Every rule of docs/json-mapping.md and docs/design.md in order, with what covers it. */
export function ruleCoverage(): RuleCoverage[] {
  const page = ['docs/json-mapping.md', 'docs/design.md']
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
  const rules = [...new Set([...page.matchAll(/\*\*([A-Z]{2}-\d+)\b/g)].map(([, rule]) => rule as string))];
  const cases = readCases();
  const tests = testFiles().map((file) => ({
    file,
    cited: new Set(readFileSync(join(root, file), 'utf8').match(/\b[A-Z]{2}-\d+\b/g)),
  }));
  return rules.map((rule) => ({
    rule,
    cases: cases.filter(({ manifest }) => manifest.rules.includes(rule)).map(({ name }) => name),
    tests: tests.filter(({ cited }) => cited.has(rule)).map(({ file }) => file),
  }));
}

/** The tests of packages and applications, without those of this folder, which cite every rule. */
function testFiles(): string[] {
  return ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((name) => {
      const folder = join(root, parent, name, 'src');
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => relative(root, join(folder, file)));
    }),
  );
}

/** `pnpm conformance coverage`: prints which cases and tests cover each rule; fails if a rule has none. */
export async function run(): Promise<number> {
  const table = ruleCoverage();
  for (const { rule, cases, tests } of table) {
    console.log(
      `${rule.padEnd(6)} ${[...cases, ...(cases.length === 0 ? tests : [])].join(', ') || 'NOTHING SHOWS IT'}`,
    );
  }
  const bare = table.filter(({ cases, tests }) => cases.length + tests.length === 0);
  console.log(
    `\n${table.length} rules: ${table.filter(({ cases }) => cases.length > 0).length} with a case, ${bare.length} with nothing`,
  );
  return bare.length === 0 ? 0 : 1;
}
