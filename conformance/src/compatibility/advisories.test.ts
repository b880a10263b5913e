import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  readonly name: string;
  readonly version: string;
}
interface Checker {
  lockedPackages(lockfile: string): Package[];
  findAdvisories(
    packages: readonly Package[],
    advisories: Iterable<unknown>,
  ): (Package & { readonly id: string })[];
}
const { lockedPackages, findAdvisories } = (await import(
  new URL('../../../scripts/check-advisories.mjs', import.meta.url).href
)) as Checker;

const record = (id: string, name: string, affected: object, more: object = {}) => ({
  id,
  affected: [{ package: { ecosystem: 'npm', name }, ...affected }],
  ...more,
});
const semver = (...events: object[]) => ({ ranges: [{ type: 'SEMVER', events }] });
const SAMPLE = [{ name: 'lib', version: '2.3.4' }];

test.each([
  ['introduced at the beginning, never fixed', semver({ introduced: '0' }), true],
  ['fixed later', semver({ introduced: '0' }, { fixed: '2.3.5' }), true],
  ['fixed in this version', semver({ introduced: '0' }, { fixed: '2.3.4' }), false],
  [
    'fixed in another line, and introduced again',
    semver({ introduced: '0' }, { fixed: '1.9.0' }, { introduced: '2.0.0' }, { fixed: '2.4.0' }),
    true,
  ],
  ['between two lines', semver({ introduced: '1.0.0' }, { fixed: '1.9.0' }, { introduced: '3.0.0' }), false],
  ['events in another order', semver({ fixed: '2.4.0' }, { introduced: '2.0.0' }), true],
  ['this version is the last', semver({ introduced: '0' }, { last_affected: '2.3.4' }), true],
  ['the version before is the last', semver({ introduced: '0' }, { last_affected: '2.3.3' }), false],
  ['10 is later than 9', semver({ introduced: '0' }, { fixed: '2.3.10' }), true],
  ['a list of versions', { versions: ['2.3.4'] }, true],
  ['a range of commits', { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] }, false],
])('an advisory: %s', (_, affected, concerned) => {
  expect(findAdvisories(SAMPLE, [record('GHSA-1', 'lib', affected)]).map(({ id }) => id)).toEqual(
    concerned ? ['GHSA-1'] : [],
  );
});

test('an advisory that was withdrawn, is about another package or another ecosystem concerns nothing', () => {
  const always = semver({ introduced: '0' });
  const other = { id: 'PYSEC-1', affected: [{ package: { ecosystem: 'PyPI', name: 'lib' }, ...always }] };
  const records = [
    record('GHSA-1', 'lib', always, { withdrawn: '2026-01-01T00:00:00Z' }),
    record('GHSA-2', 'libs', always),
    other,
  ];
  expect(findAdvisories(SAMPLE, records)).toEqual([]);
});

test('the packages of the lockfile are found, with scopes and without', () => {
  const packages = lockedPackages(readFileSync(new URL('../../../pnpm-lock.yaml', import.meta.url), 'utf8'));
  expect(packages.length).toBeGreaterThan(1000);
  const versionOf = (wanted: string) =>
    packages.filter(({ name }) => name === wanted).map(({ version }) => version);
  expect(versionOf('saxes')).toContain('6.0.0');
  expect(versionOf('@fastify/busboy')).toContain('3.2.6');
  expect(packages.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
});
