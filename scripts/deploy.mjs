#!/usr/bin/env node
/**
 * Builds the gateway and lays it out for production: `node scripts/deploy.mjs <directory>`. The directory then contains `gateway` and
 * `cli`, the command, each with its production dependencies and nothing else, and `dashboard`, the pages that the gateway serves. The
 * `licences.txt` lists the licence of each library. The repository's dependencies must be installed. The Dockerfile uses it; it works without a container engine too.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeLicences } from './licences.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const [target, ...rest] = process.argv.slice(2);
if (target === undefined || rest.length > 0) fail('usage: node scripts/deploy.mjs <directory>');
const directory = resolve(target);
if (existsSync(directory) && readdirSync(directory).length > 0) fail(`${directory} is not empty`);
mkdirSync(directory, { recursive: true });

const programs = ['gateway', 'cli'];
// Other packages are bundled into the command, from their sources.
const built = ['@soapstone/gateway...', '@soapstone/dashboard...', '@soapstone/cli'];
pnpm('exec', 'turbo', 'run', 'build', ...built.map((name) => `--filter=${name}`));
assertNothingBundled();
for (const program of programs) {
  // Without install scripts: SQLite ships with its binaries.
  const options = ['--prod', '--legacy', '--ignore-scripts'];
  pnpm('--filter', `@soapstone/${program}`, 'deploy', ...options, join(directory, program));
  const modules = join(directory, program, 'node_modules');
  // An optional engine for trusted documents, which neither loads by default: leave out this native code, and the tools that compile it.
  removeUnreachable(modules, ({ name }) => name !== 'libxmljs2');
  // pnpm's record of the installation contains its time.
  for (const name of ['.modules.yaml', '.pnpm-workspace-state-v1.json', '.pnpm/lock.yaml']) {
    rmSync(join(modules, name), { force: true });
  }
}
chmodSync(join(directory, 'cli/dist/main.js'), 0o755);
const store = join(directory, 'gateway/node_modules/.pnpm');
// SQLite comes with the binaries of every system.
for (const name of readdirSync(store).filter((each) => each.startsWith('@photostructure+sqlite@'))) {
  const binaries = join(store, name, 'node_modules/@photostructure/sqlite/prebuilds');
  for (const system of readdirSync(binaries)) {
    if (system !== `${process.platform}-${process.arch}`) rmSync(join(binaries, system), { recursive: true });
  }
}
cpSync(join(root, 'apps/dashboard/dist'), join(directory, 'dashboard/dist'), { recursive: true });
writeFileSync(join(directory, 'licences.txt'), describeLicences(directory));
console.log(`${directory} is ready: ${join(directory, 'gateway/dist/main.js')}`);

/**
 * Removes every package of pnpm's store that no chain of links from a program's own dependencies reaches. Chains end at links that
 * `follow` rejects, which are removed.
 *
 * @param modules the folder `node_modules` of the program
 */
function removeUnreachable(modules, follow) {
  const store = join(modules, '.pnpm');
  const reached = new Set();
  const folders = [modules];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const link of linksIn(folder)) {
      if (!follow(link)) {
        rmSync(link.path);
        continue;
      }
      const [id] = relative(store, realpathSync(link.path)).split(sep);
      if (id === '..' || reached.has(id)) continue;
      reached.add(id);
      folders.push(join(store, id, 'node_modules'));
    }
  }
  for (const id of readdirSync(store)) {
    if (id !== 'node_modules' && !reached.has(id)) rmSync(join(store, id), { recursive: true });
  }
  // Links for packages that use what they do not declare.
  for (const { path } of linksIn(join(store, 'node_modules'))) if (!existsSync(path)) rmSync(path);
}

/** The links to packages in a `node_modules` folder, scoped ones included. */
function linksIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [{ name: entry.name, path }];
    return entry.isDirectory() && entry.name.startsWith('@') ? linksIn(path) : [];
  });
}

/** A library that is part of our own files is not in node_modules, where the SBOM looks. */
function assertNothingBundled() {
  for (const folder of [
    ...programs.map((name) => `apps/${name}`),
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ]) {
    const dist = join(root, folder, 'dist');
    if (!existsSync(dist)) continue;
    for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith('.js.map'),
    )) {
      const { sources } = JSON.parse(readFileSync(join(dist, name), 'utf8'));
      const bundled = sources.find((source) => source.includes('/node_modules/'));
      if (bundled !== undefined) {
        fail(
          `${folder}/dist/${name} contains ${bundled}: declare the library as a dependency, or the SBOM will not list it`,
        );
      }
    }
  }
}

function pnpm(...command) {
  const { status, error } = spawnSync('npx', ['--yes', packageManager.split('+')[0], ...command], {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', DECLARATIONS: 'off' },
    stdio: 'inherit',
  });
  if (error) fail(`cannot run npx: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
