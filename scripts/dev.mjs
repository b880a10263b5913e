#!/usr/bin/env node
/**
 * Sets up a bare machine (Node and npm, nothing else) and runs one task: `node scripts/dev.mjs start|test|test:deep`.
 * It has no dependencies, because it is what installs them: pnpm comes through npx at the version that package.json pins.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const tasks = {
  start: [
    ['run', 'build'],
    ['run', 'demo'],
  ],
  test: [['run', 'test:run']],
  'test:deep': [['run', 'test:run']],
};

/** Which tests a task runs, for `vitest.config.ts`. */
const speeds = { test: 'fast', 'test:deep': 'deep' };

const [task, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(tasks, task)) fail(`usage: node scripts/dev.mjs ${Object.keys(tasks).join('|')}`);
requireNode(20, 19);

pnpm(['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=warn']);
for (const command of tasks[task].slice(0, -1)) pnpm(command);
pnpm([...tasks[task].at(-1), ...rest]);

function pnpm(command) {
  const pin = manifest.packageManager.split('+')[0];
  const { status, signal, error } = spawnSync('npx', ['--yes', pin, ...command], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
  });
  if (error) fail(`cannot run npx: ${error.message}`);
  if (signal) process.kill(process.pid, signal);
  if (status !== 0) process.exit(status ?? 1);
}

/** npm hands its own settings to scripts as variables; pnpm would read them as its own. Only what locates the registry and the headers stays. */
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
    ...(Object.hasOwn(speeds, task) && { SOAPSTONE_TESTS: speeds[task] }),
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
