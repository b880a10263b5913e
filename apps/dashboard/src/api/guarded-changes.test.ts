import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NOT_CLICKED, TWICE_CASES } from '../../e2e/clicked-twice-cases.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The sources of the dashboard, by their path below `src`. */
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(`${root}${file}`, 'utf8')] as const),
);
const filesWith = (pattern: RegExp) =>
  [...sources].flatMap(([file, text]) => (pattern.test(text) ? [file] : []));

/** Where a change is sent. */
const SENDING = /\bsend\(\s*(?:'(?:post|put|patch|delete)'|method\b|sent\b)/;

test('every change goes through the guard against a second click', () => {
  expect(sources.size).toBeGreaterThan(150);
  expect(filesWith(/\buseMutation\b/)).toEqual(['api/requests/use-action.ts']);
  expect(filesWith(/\bclient\.(?:POST|PUT|PATCH|DELETE|request)\b/)).toEqual(['api/requests/send.ts']);
  const changing = filesWith(SENDING);
  expect(changing.length).toBeGreaterThan(5);
  expect(changing.filter((file) => !file.startsWith('api/'))).toEqual([]);
});

/** Functions that send a change and are not a guarded hook themselves, and what calls them. */
const CALLED_BY_GUARDS: Readonly<Record<string, string>> = {
  beginDraft: 'useImport',
  beginAdding: 'useImport',
  beginRevision: 'useImport',
  cancelJob: 'useAction',
  // Changes nothing.
  problemsQuery: 'a query',
  previewQuery: 'a query',
};

test('every function that sends a change is a guarded hook', () => {
  const unguarded: string[] = [];
  for (const [file, text] of sources) {
    if (!file.startsWith('api/')) continue;
    for (const declared of text.split(/^(?=export (?:async )?(?:function|const) )/m)) {
      if (!SENDING.test(declared)) continue;
      const name = /^export (?:async )?(?:function|const) (\w+)/.exec(declared)?.[1] ?? file;
      if (!/\buse(?:Action|Edit)\b/.test(declared)) unguarded.push(name);
    }
  }
  expect(unguarded.sort()).toEqual(Object.keys(CALLED_BY_GUARDS).sort());
});

/** Where a component sends a change: `change.mutate(…)`, `publish.mutateAsync(…)`, `reading.start(…)`. */
const SENDS = /(?:\bmutate|\.mutateAsync|\.start)\(/g;

test('every place that sends a change is clicked twice by a test', () => {
  const found = new Map<string, number>();
  for (const [file, text] of sources) {
    const count = text.match(SENDS)?.length ?? 0;
    if (!file.startsWith('api/') && count > 0) found.set(file, count);
  }
  const covered = new Map<string, number>();
  for (const { site, isAgain } of TWICE_CASES)
    if (isAgain !== true) covered.set(site, (covered.get(site) ?? 0) + 1);
  for (const [site, reasons] of NOT_CLICKED) covered.set(site, (covered.get(site) ?? 0) + reasons.length);
  const sorted = (counts: Map<string, number>) => Object.fromEntries([...counts].sort());
  expect(sorted(covered)).toEqual(sorted(found));
});
