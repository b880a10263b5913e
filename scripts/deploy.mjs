#!/usr/bin/env node
/**
 * Builds the gateway and lays it out for production: `node scripts/deploy.mjs <directory>`. The directory then contains `gateway`,
 * with its production dependencies and nothing else, and `dashboard`, the pages that it serves. The repository's dependencies
 * must be installed. The Dockerfile uses it; it works without a container engine too.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const [target, ...rest] = process.argv.slice(2);
if (target === undefined || rest.length > 0) fail('usage: node scripts/deploy.mjs <directory>');
const directory = resolve(target);
if (existsSync(directory) && readdirSync(directory).length > 0) fail(`${directory} is not empty`);
mkdirSync(directory, { recursive: true });

pnpm('exec', 'turbo', 'run', 'build', '--filter=@soapstone/gateway...', '--filter=@soapstone/dashboard...');
// Without install scripts: SQLite ships with its binaries.
pnpm(
  '--filter',
  '@soapstone/gateway',
  'deploy',
  '--prod',
  '--legacy',
  '--ignore-scripts',
  join(directory, 'gateway'),
);
// An optional engine for trusted documents, which the gateway never loads: leave this native code out.
const store = join(directory, 'gateway/node_modules/.pnpm');
for (const name of readdirSync(store)) {
  if (name.startsWith('libxmljs2@')) rmSync(join(store, name), { recursive: true });
}
// SQLite comes with the binaries of every system.
for (const name of readdirSync(store).filter((each) => each.startsWith('@photostructure+sqlite@'))) {
  const binaries = join(store, name, 'node_modules/@photostructure/sqlite/prebuilds');
  for (const system of readdirSync(binaries)) {
    if (system !== `${process.platform}-${process.arch}`) rmSync(join(binaries, system), { recursive: true });
  }
}
cpSync(join(root, 'apps/dashboard/dist'), join(directory, 'dashboard/dist'), { recursive: true });
console.log(`${directory} is ready: ${join(directory, 'gateway/dist/main.js')}`);

function pnpm(...command) {
  const { status, error } = spawnSync('npx', ['--yes', packageManager.split('+')[0], ...command], {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    stdio: 'inherit',
  });
  if (error) fail(`cannot run npx: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
