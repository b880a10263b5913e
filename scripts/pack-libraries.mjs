/** Packs the packages as they would be published. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pnpmVersion = readManifest(root).packageManager.split('+')[0];

/** Packs every package that is not private into `scratch`. Returns name, folder and tarball of each. */
export function packLibraries(scratch) {
  const destination = join(scratch, 'tarballs');
  mkdirSync(destination);
  const folders = publishedFolders(root);
  // One process for all: npx and pnpm take longer to start than a package takes to pack.
  const chosen = folders.flatMap((folder) => ['--filter', `./${relative(root, folder)}`]);
  run('npx', ['--yes', pnpmVersion, ...chosen, 'pack', '--pack-destination', destination], root);
  return folders.map((folder) => {
    const { name, version } = readManifest(folder);
    const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    return { name, folder, tarball: join(destination, tarball) };
  });
}

/**
 * What `npm install` is given for a package: its tarball, or in a rehearsal of a release the version that a registry has
 * (`SOAPSTONE_PUBLISHED`).
 */
export function installable({ tarball }) {
  return process.env.SOAPSTONE_PUBLISHED ?? `file:${tarball}`;
}

/** The folders of all published packages of a checkout. */
export function publishedFolders(checkout) {
  return ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(checkout, parent)).map((name) => join(checkout, parent, name)))
    .filter(
      (folder) => readdirSync(folder).includes('package.json') && readManifest(folder).private !== true,
    );
}

export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** npm passes its settings to scripts as variables; child processes must not read them as their own. */
function environment() {
  const kept = new Set(
    ['nodedir', 'registry', 'cafile', 'cache', 'userconfig'].map((name) => `npm_config_${name}`),
  );
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => kept.has(name.toLowerCase()) || !/^npm_(config|package|lifecycle)_/i.test(name),
    ),
  );
}

export function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** The same while this process continues, for example as a server. */
export async function runLong(command, args, cwd) {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: environment() });
  return stdout;
}
