#!/usr/bin/env node
/**
 * Compares every package of the lockfile with security advisories, without a network: `node scripts/check-advisories.mjs <path>`.
 *
 * <path>  advisories in the OSV format (https://ossf.github.io/osv-schema/): a folder with one JSON file each, as the archive of npm has
 *         them, or one JSON file with a list
 *
 * Exits with 1 if an advisory concerns a locked version, unless `accepted-advisories.json` names it with a reason; and if an accepted one
 * concerns none any more.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

/**
 * @typedef Advisory The members of an OSV record that are read.
 * @property {string} id
 * @property {string} [summary]
 * @property {string} [withdrawn]
 * @property {readonly Affected[]} [affected]
 *
 * @typedef Affected
 * @property {{ readonly ecosystem: string, readonly name: string }} package
 * @property {readonly string[]} [versions]
 * @property {readonly { readonly type: string, readonly events: readonly Record<string, string>[] }[]} [ranges]
 */

/**
 * The packages of a lockfile of pnpm: `name@version`, once each.
 *
 * @param {string} lockfile
 */
export function lockedPackages(lockfile) {
  const [, section = ''] = /\npackages:\n([\s\S]*?)\nsnapshots:\n/.exec(lockfile) ?? [];
  return [...section.matchAll(/^ {2}'?((?:@[^@/\s']+\/)?[^@\s']+)@([^:(\s']+)'?:$/gm)].map(
    ([, name = '', version = '']) => ({ name, version }),
  );
}

/**
 * The advisories that concern packages.
 *
 * @param {readonly { readonly name: string, readonly version: string }[]} packages
 * @param {Iterable<Advisory>} advisories
 */
export function findAdvisories(packages, advisories) {
  /** @type {Map<string, string[]>} */
  const versions = new Map();
  for (const { name, version } of packages) versions.set(name, [...(versions.get(name) ?? []), version]);
  const found = [];
  for (const { id, summary = '', withdrawn, affected = [] } of advisories) {
    if (withdrawn !== undefined) continue;
    for (const each of affected) {
      if (each.package.ecosystem !== 'npm') continue;
      for (const version of versions.get(each.package.name) ?? [])
        if (concerns(each, version)) found.push({ id, summary, name: each.package.name, version });
    }
  }
  return found;
}

/**
 * Whether an affected package includes a version, as the specification of OSV evaluates it.
 *
 * @param {Affected} affected
 * @param {string} version
 */
function concerns({ versions = [], ranges = [] }, version) {
  if (versions.includes(version)) return true;
  return ranges.some(({ type, events }) => {
    if (type !== 'SEMVER') return false;
    let isVulnerable = false;
    const at = (/** @type {Record<string, string>} */ { introduced, fixed, last_affected: last }) =>
      introduced === '0' ? '0.0.0-0' : (introduced ?? fixed ?? last ?? '0.0.0-0');
    for (const event of events.toSorted((one, other) => semver.compare(at(one), at(other)))) {
      const order = semver.compare(version, at(event));
      if (event.introduced !== undefined && order >= 0) isVulnerable = true;
      if (event.fixed !== undefined && order >= 0) isVulnerable = false;
      if (event.last_affected !== undefined && order > 0) isVulnerable = false;
    }
    return isVulnerable;
  });
}

/**
 * @param {string} path
 * @returns {Generator<Advisory>}
 */
function* readAdvisories(path) {
  if (!statSync(path).isDirectory()) {
    yield* JSON.parse(readFileSync(path, 'utf8'));
    return;
  }
  for (const name of readdirSync(path).filter((each) => each.endsWith('.json')))
    yield JSON.parse(readFileSync(join(path, name), 'utf8'));
}

function main() {
  const [path, ...rest] = process.argv.slice(2);
  if (path === undefined || rest.length > 0) {
    console.error('usage: node scripts/check-advisories.mjs <path>');
    process.exitCode = 1;
    return;
  }
  const root = fileURLToPath(new URL('..', import.meta.url));
  const packages = lockedPackages(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  /** @type {Record<string, string>} */
  const accepted = JSON.parse(readFileSync(join(root, 'scripts/accepted-advisories.json'), 'utf8'));
  const advisories = [...readAdvisories(path)];
  const found = findAdvisories(packages, advisories);
  const problems = found.filter(({ id }) => !Object.hasOwn(accepted, id));
  for (const { id, name, version, summary } of problems) console.log(`${name} ${version}: ${id} ${summary}`);
  const gone = Object.keys(accepted).filter((id) => !found.some((each) => each.id === id));
  for (const id of gone) console.log(`${id} is accepted, and concerns no locked version`);
  console.log(
    `${packages.length} packages, ${advisories.length} advisories, ${problems.length} that concern them`,
  );
  // An archive that cannot be read must not look like a good one.
  if (problems.length > 0 || gone.length > 0 || advisories.length === 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
