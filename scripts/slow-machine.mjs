#!/usr/bin/env node
/**
 * Runs tests on a slow machine: `node scripts/slow-machine.mjs [--times N] [FILE…]`, on Linux.
 *
 * `npm test`, or these files of it, runs on one processor together with two busy loops, so that each process gets a third of it or less. A
 * test that fails here measures time where it means work, or waits for a fixed time. Stops at the first run that fails.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const LOOPS = 2;
/** Ends by itself when its parent has ended, however that happened. */
const BUSY = `const parent = process.ppid;
while (process.ppid === parent) for (const until = Date.now() + 100; Date.now() < until; );`;

const { values, positionals: files } = parseArgs({
  options: { times: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) fail(`--times must be a positive number, is ${values.times}`);

const processor = firstProcessor();
const pinned = ['--cpu-list', processor];
// Plain children of this process: taskset replaces itself with the loop.
const loops = Array.from({ length: LOOPS }, () =>
  spawn('taskset', [...pinned, process.execPath, '--eval', BUSY], { stdio: 'ignore' }),
);
for (const loop of loops) loop.once('error', (error) => fail(`cannot run taskset: ${error.message}`));
/** @type {import('node:child_process').ChildProcess | undefined} */
let tests;
process.once('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
  const running = tests?.exitCode === null && tests.signalCode === null;
  if (running && tests?.pid !== undefined) process.kill(-tests.pid, 'SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const command = ['npm', 'test', ...(files.length > 0 ? ['--', ...files] : [])];
for (let run = 1; run <= times; run += 1) {
  console.log(`== run ${run} of ${times} on processor ${processor}, with ${LOOPS} busy loops`);
  const began = performance.now();
  const code = await new Promise((resolve, reject) => {
    // A process group of its own, which ends as a whole if this script is stopped.
    tests = spawn('taskset', [...pinned, ...command], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: 'inherit',
      detached: true,
    });
    tests.once('error', reject);
    tests.once('exit', (status) => resolve(status ?? 1));
  });
  const idle = loops.filter((loop) => loop.exitCode !== null || loop.signalCode !== null);
  if (idle.length > 0) fail('a busy loop ended before the tests: the machine was not slow');
  if (code !== 0) fail(`run ${run} of ${times} failed`);
  console.log(`== run ${run} of ${times} passed in ${Math.round((performance.now() - began) / 1000)} s`);
}
process.exit(0);

/** The first processor that this process may use. */
function firstProcessor() {
  const allowed = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return allowed ?? fail('no processor in /proc/self/status: this script needs Linux');
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
