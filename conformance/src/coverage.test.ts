import { expect, test } from 'vitest';
import { ruleCoverage } from './coverage.js';
import { readCases } from './material/case.js';

const coverage = ruleCoverage();

test('every rule of docs/json-mapping.md and docs/design.md has a case, or a test that cites it', () => {
  expect(coverage.length).toBeGreaterThan(150);
  expect(
    coverage.filter(({ cases, tests }) => cases.length + tests.length === 0).map(({ rule }) => rule),
  ).toEqual([]);
});

test('cases name only rules that exist', () => {
  const rules = new Set(coverage.map(({ rule }) => rule));
  expect(readCases().flatMap(({ manifest }) => manifest.rules.filter((rule) => !rules.has(rule)))).toEqual(
    [],
  );
});
