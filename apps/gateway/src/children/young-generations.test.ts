import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('./young-generations.ts', import.meta.url));
const FLAGS = ['--max-semi-space-size=32', '--min-semi-space-size=32', '--import', 'tsx'];

/** Prints the MB of the young generations of the process, and of a thread that is limited to 6 MB, after both have filled them. */
const PROGRAM = `
import { getHeapSpaceStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
const { sizeYoungGenerationsOfThreads } = await import(process.argv[1]);
if (process.argv[2] === 'sized') sizeYoungGenerationsOfThreads();
const work = \`for (let i = 0, kept = []; i < 2e6; i++) kept[i & 63] = { i, list: [i] };
  const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');\`;
const own = new Function('getHeapSpaceStatistics', work + 'return bytes;')(getHeapSpaceStatistics);
const code = \`const { getHeapSpaceStatistics } = require('node:v8'); \${work} require('node:worker_threads').parentPort.postMessage(bytes);\`;
const thread = new Worker(code, { eval: true, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 6 } });
thread.once('message', (bytes) => console.log(JSON.stringify([own, bytes].map((each) => Math.round(each / 1048576)))));
`;

async function youngGenerations(how: 'sized' | 'as given'): Promise<readonly number[]> {
  const args = [...FLAGS, '--input-type=module', '--eval', PROGRAM, MODULE, how];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as number[];
}

test('threads have young generations of their own size, and the event loop keeps that of the flags', async () => {
  const [loop = 0, thread = 0] = await youngGenerations('sized');
  expect(loop).toBeGreaterThan(32);
  expect(thread).toBeLessThan(8);
  // Without it, the flags win.
  const [, unsized = 0] = await youngGenerations('as given');
  expect(unsized).toBeGreaterThan(32);
});
