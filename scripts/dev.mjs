#!/usr/bin/env node
/**
 * Sets up a bare machine (Node and npm, nothing else) and runs one task: `node scripts/dev.mjs start|test|test:deep|gateway|soapstone`.
 * It installs its dependencies, so it has none itself: pnpm comes through npx at the version that package.json pins.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const quietly = ['--reporter=append-only', '--loglevel=error'];

/** Packages with native code, each with a folder that depends on it. All other install scripts are skipped, because none is needed. */
const sqlite = ['apps/gateway', '@photostructure/sqlite'];
const libxmljs2 = ['conformance', 'libxmljs2'];

/**
 * The needs of each task, and its command or program, which gets the remaining arguments. `build`: a script of package.json. `tests`: the
 * tests to run, for `vitest.config.ts`. `program`: a file whose standard output has nothing else in it.
 */
const tasks = {
  start: { native: [sqlite], build: 'build:demo', run: ['run', 'demo:bundled'] },
  test: { native: [sqlite], tests: 'fast', run: ['run', 'test:run'] },
  'test:deep': { native: [sqlite, libxmljs2], tests: 'deep', run: ['run', 'test:run'] },
  gateway: { native: [sqlite], build: 'build:demo', program: 'apps/gateway/.processes/main.js' },
  soapstone: { native: [], build: 'build:command', program: 'apps/cli/.processes/main.js' },
};

const [name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(tasks, name)) fail(`usage: node scripts/dev.mjs ${Object.keys(tasks).join('|')}`);
const task = tasks[name];
requireNode(20, 19);

if (!(task.program && isInstalled()))
  pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...quietly]);
for (const [folder, dependency] of task.native) compileUnlessLoaded(folder, dependency);
// The gateway is one bundle and the dashboard is cached, so no package is built and no declaration file is generated.
if (task.build) pnpm([...(task.program ? ['--silent'] : []), 'run', task.build]);
if (task.program) start(task.program);
else pnpm([...task.run, ...rest]);

/** Whether the dependencies are those of the lockfile. */
function isInstalled() {
  const installed = join(root, 'node_modules/.pnpm/lock.yaml');
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(join(root, 'pnpm-lock.yaml')));
}

/** Runs a program in the folder that the user is in, with the flags of its first line, and ends as it does. */
function start(program) {
  const file = join(root, program);
  const [, line = 'node'] = /^#!\/usr\/bin\/env (?:-S )?(.*)/.exec(readFileSync(file, 'utf8')) ?? [];
  const words = line.split(' ');
  const at = words.indexOf('node');
  const child = spawn(process.execPath, [...words.slice(at + 1), file, ...rest], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, ...Object.fromEntries(words.slice(0, at).map((each) => each.split('='))) },
    stdio: 'inherit',
  });
  // A terminal sends SIGINT to both.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('error', ({ message }) => fail(`cannot start ${program}: ${message}`));
  child.once('close', (status) => {
    process.exitCode = status ?? 1;
  });
}

/** SQLite ships with binaries for the usual systems, libxmljs2 with none. Compiles a package only if it does not load. */
function compileUnlessLoaded(folder, dependency) {
  const load = ['--eval', `require(${JSON.stringify(dependency)})`];
  if (spawnSync(process.execPath, load, { cwd: join(root, folder) }).status === 0) return;
  console.error(`compiling ${dependency}`);
  // node-gyp compiles on every processor.
  pnpm(['rebuild', '--recursive', dependency], { JOBS: 'max' });
}

function pnpm(command, variables = {}) {
  const pin = manifest.packageManager.split('+')[0];
  const { status, signal, error } = spawnSync('npx', ['--yes', pin, ...command], {
    cwd: root,
    env: { ...environment(), ...variables },
    stdio: task.program ? ['inherit', process.stderr, 'inherit'] : 'inherit',
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
