import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordInspection } from '../../../apps/dashboard/e2e/record-inspection.js';
import { GENERATORS } from '../generators/generators.js';
import { type GeneratorResults, OutcomeCollector, RESULTS } from '../generators/results.js';
import { axeRow, generatorRows } from './recorded-rows.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
  vi.stubEnv(RESULTS, folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function runPart(part: string, all: boolean, wsdls: readonly string[]): OutcomeCollector {
  const outcomes = new OutcomeCollector(['orval', 'oazapfts']);
  for (const wsdl of wsdls) for (const name of ['orval', 'oazapfts']) outcomes.judged(name, wsdl);
  outcomes.write({ all, part });
  return outcomes;
}

test('generators: the parts of a run are one row for each generator, with findings and known limits', async () => {
  runPart('1/2', true, ['a.wsdl', 'b.wsdl']);
  const second = runPart('2/2', true, ['c.wsdl', 'd.wsdl']);
  second.found('orval', 'c.wsdl', 'A has no b');
  second.limited('oazapfts', 'd.wsdl');
  second.write({ all: true, part: '2/2' });
  const [orval, oazapfts] = await generatorRows();
  expect(orval).toMatchObject({
    suite: expect.stringMatching(/^orval \d+\.\d+\.\d+$/),
    asked: expect.stringContaining('4 WSDLs'),
    ours: { right: 3, of: 4 },
    failures: ['c.wsdl: A has no b'],
  });
  expect(oazapfts).toMatchObject({
    ours: { right: 3, of: 4 },
    exceptions: [{ cases: ['d.wsdl'] }],
    failures: [],
  });
});

test('generators: the version of each is known', () => {
  new OutcomeCollector(Object.keys(GENERATORS)).write({ all: true, part: '1/1' });
  const { generators } = JSON.parse(
    readFileSync(join(folder, 'generators-1-of-1.json'), 'utf8'),
  ) as GeneratorResults;
  for (const name of Object.keys(GENERATORS)) expect(generators[name]?.version, name).toMatch(/^\d+\./);
});

test('generators: a part that is missing makes the row a skipped one, unless a sample is whole', async () => {
  runPart('1/2', false, ['a.wsdl']);
  expect(await generatorRows()).toEqual([
    { suite: 'OpenAPI generators', skipped: expect.stringContaining('1 parts') },
  ]);
  runPart('1/1', false, ['a.wsdl']);
  expect(await generatorRows()).toMatchObject([
    { asked: expect.stringContaining('every tenth'), ours: { right: 1, of: 1 } },
    { ours: { right: 1, of: 1 } },
  ]);
});

test('generators: the row of a run with all documents says which parts it has', async () => {
  runPart('1/1', false, ['a.wsdl']);
  runPart('1/2', true, ['a.wsdl']);
  for (const part of ['4/6', '1/6']) runPart(part, true, [`${part}.wsdl`]);
  expect(await generatorRows()).toMatchObject([
    {
      asked: expect.stringContaining('2 WSDLs of the corpus (parts 1, 4 of 6 of'),
      ours: { right: 2, of: 2 },
    },
    { ours: { right: 2, of: 2 } },
  ]);
});

test('axe: each page counts once for each size and scheme, also if it was inspected twice', async () => {
  expect(await axeRow()).toEqual([{ suite: 'axe', skipped: expect.stringContaining(folder) }]);
  const inspection = { version: '4.0.0', test: 'keys', size: 'desktop', scheme: 'light' } as const;
  recordInspection({ ...inspection, violations: [] });
  recordInspection({ ...inspection, violations: ['label: input: it has none'] });
  recordInspection({ ...inspection, scheme: 'dark', violations: [] });
  expect(await axeRow()).toMatchObject([
    {
      suite: 'axe-core 4.0.0, WCAG 2.2 A and AA',
      asked: '1 pages, forms and dialogs of the dashboard, in two colour schemes at 1 sizes',
      ours: { right: 1, of: 2 },
      failures: ['keys, desktop, light: label: input: it has none'],
    },
  ]);
});

test('without the variable, nothing is written or read', async () => {
  vi.stubEnv(RESULTS, undefined);
  runPart('1/1', true, ['a.wsdl']);
  writeFileSync(join(folder, 'axe-1.jsonl'), '');
  expect(await generatorRows()).toMatchObject([{ skipped: expect.stringContaining(RESULTS) }]);
  expect(await axeRow()).toMatchObject([{ skipped: expect.stringContaining('not set') }]);
});
