#!/usr/bin/env node
/**
 * Sets up a bare machine (Node and npm, nothing else) and runs one task: `node scripts/dev.mjs start|test|test:deep`.
 * It installs its dependencies, so it has none itself: pnpm comes through npx at the version that package.json pins.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const quietly = ['--reporter=append-only', '--loglevel=error'];

/** Packages with native code, each with a folder that depends on it. All other install scripts are skipped, because none is needed. */
const sqlite = ['apps/gateway', '@photostructure/sqlite'];
const libxmljs2 = ['conformance', 'libxmljs2'];

/** The needs and the command of each task, which gets the remaining arguments. `tests`: the tests to run, for `vitest.config.ts`. */
const tasks = {
  start: { native: [sqlite], build: true, run: ['run', 'demo:bundled'] },
  test: { native: [sqlite], tests: 'fast', run: ['run', 'test:run'] },
  'test:deep': { native: [sqlite, libxmljs2], tests: 'deep', run: ['run', 'test:run'] },
};

const [name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(tasks, name)) fail(`usage: node scripts/dev.mjs ${Object.keys(tasks).join('|')}`);
const task = tasks[name];
requireNode(20, 19);

pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...quietly]);
for (const [folder, dependency] of task.native) compileUnlessLoaded(folder, dependency);
// The gateway is one bundle and the dashboard is cached, so no package is built and no declaration file is generated.
if (task.build) pnpm(['run', 'build:demo']);
pnpm([...task.run, ...rest]);

/** SQLite ships with binaries for the usual systems, libxmljs2 with none. Compiles a package only if it does not load. */
function compileUnlessLoaded(folder, dependency) {
  const load = ['--eval', `require(${JSON.stringify(dependency)})`];
  if (spawnSync(process.execPath, load, { cwd: join(root, folder) }).status === 0) return;
  console.log(`compiling ${dependency}`);
  // node-gyp compiles on every processor.
  pnpm(['rebuild', '--recursive', dependency], { JOBS: 'max' });
}

function pnpm(command, variables = {}) {
  const pin = manifest.packageManager.split('+')[0];
  const { status, signal, error } = spawnSync('npx', ['--yes', pin, ...command], {
    cwd: root,
    env: { ...environment(), ...variables },
    stdio: 'inherit',
  });
  if (error) fail(`cannot run npx: ${error.message}`);
  if (signal) process.kill(process.pid, signal);
  if (status !== 0) process.exit(status ?? 1);
}

/** npm passes its settings to scripts as variables, which pnpm would read as its own. Keeps only the locations of registry and headers. */
function environment() {
  const kept = new Set(['npm_config_nodedir', 'npm_config_registry', 'npm_config_cafile']);
  const entries = Object.entries(process.env).filter(([name]) => {
    const lower = name.toLowerCase();
    return kept.has(lower) || !/^npm_(config|package|lifecycle)_/.test(lower);
  });
  return {
    ...Object.fromEntries(entries),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    NODE_VERSION: process.version,
    ...(task.tests && { SOAPSTONE_TESTS: task.tests }),
  };
}

function requireNode(major, minor) {
  const [actualMajor, actualMinor] = process.versions.node.split('.').map(Number);
  if (actualMajor < major || (actualMajor === major && actualMinor < minor)) {
    fail(`Soapstone needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
