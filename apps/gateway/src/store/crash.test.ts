import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openStore } from './store.js';

/** How often the writer is killed; more of it with SOAPSTONE_CRASHES. */
const CRASHES = Number(process.env['SOAPSTONE_CRASHES'] ?? 5);
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const writer = fileURLToPath(new URL('../testing/write-forever.ts', import.meta.url));

/** Start the writer, kill it with SIGKILL some time after it began, and say what it had acknowledged. */
function writeAndCrash(dataDir: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', tsx, '--conditions=@soapstone/source', writer, dataDir],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    let armed = false;
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (armed) return;
      armed = true;
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 60);
    });
    child.once('error', reject);
    child.once('close', () => {
      if (!armed) return reject(new Error('the writer could not open the database'));
      // A line that was cut is an acknowledgement that nobody received.
      const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
      resolve(lines.filter((line) => line.startsWith('acc_')));
    });
  });
}

test('processes that start at once on an empty directory make one database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-start-'));
  try {
    const writers = await Promise.all([1, 2, 3, 4].map(() => writeAndCrash(dataDir)));
    const store = await openStore({ dataDir }, () => {});
    const ids = new Set((await store.accounts.list()).map(({ id }) => id));
    for (const acknowledged of writers) expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    await store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);

test(`after ${CRASHES} crashes in the middle of writing, everything that was acknowledged is there`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'soapstone-crash-'));
  try {
    const acknowledged: string[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) acknowledged.push(...(await writeAndCrash(dataDir)));
    expect(acknowledged.length).toBeGreaterThan(CRASHES);
    const startedAt = performance.now();
    const store = await openStore({ dataDir }, () => {});
    const ids = new Set((await store.accounts.list()).map(({ id }) => id));
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    await store.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 600_000);
