/** Packs the packages as they would be published. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pnpmVersion = readManifest(root).packageManager.split('+')[0];

/** Packs every package that is not private into `scratch`. Returns name, folder and tarball of each. */
export function packLibraries(scratch) {
  return publishedFolders().map((folder) => pack(folder, scratch));
}

/** The folders of all published packages. */
function publishedFolders() {
  return ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
    .filter(
      (folder) => readdirSync(folder).includes('package.json') && readManifest(folder).private !== true,
    );
}

export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function pack(folder, scratch) {
  const { name } = readManifest(folder);
  const destination = join(scratch, name.replace(/\W+/g, '-'));
  mkdirSync(destination);
  run('npx', ['--yes', pnpmVersion, 'pack', '--pack-destination', destination], folder);
  const [file] = readdirSync(destination);
  return { name, folder, tarball: join(destination, file) };
}

/** npm passes its settings to scripts as variables; child processes must not read them as their own. */
function environment() {
  const kept = new Set(['npm_config_nodedir', 'npm_config_registry', 'npm_config_cafile']);
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

/** The same while this process goes on, for example as a server. */
export async function runLong(command, args, cwd) {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: environment() });
  return stdout;
}
