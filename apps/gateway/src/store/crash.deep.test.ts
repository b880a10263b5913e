import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Acknowledged } from '../testing/write-forever.js';
import { openStore, type Store } from './store.js';

/** How often the writer is killed. */
const CRASHES = 5 * Number(process.env['SOAPSTONE_DEPTH']);
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const writer = fileURLToPath(new URL('../testing/write-forever.ts', import.meta.url));

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-crash-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the writer, kills it with SIGKILL some time after its first write, and returns what it had acknowledged. */
function writeAndCrash(): Promise<Acknowledged[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', tsx, '--conditions=@soapstone/source', writer, dataDir],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    let armed = false;
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // The time starts at the first write, because a slow machine may take longer than that to start.
      if (armed || !text.includes('{')) return;
      armed = true;
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 300);
    });
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error('the writer ended by itself'));
      // A truncated line is an acknowledgement that was never received.
      const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
      resolve(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Acknowledged));
    });
  });
}

/** Whether the store still contains what it acknowledged. */
async function holds(store: Store, write: Acknowledged): Promise<boolean> {
  const { account } = write;
  switch (write.kind) {
    case 'account':
      return (await store.accounts.find(account)) !== undefined;
    case 'suspended':
      return (await store.accounts.find(account))?.status === 'suspended';
    case 'user':
      return (await store.users.findByEmail(write.email))?.accountId === account;
    case 'key':
      return (await store.apiKeys.findByHash(write.hash)) !== undefined;
    case 'revoked':
      return (await store.apiKeys.findByHash(write.hash))?.key.revokedAt !== undefined;
    case 'use':
      return ((await store.ledger.read(account, 0))?.charged ?? 0) >= write.charged;
    case 'audit':
      return (await store.audit.list(account, { limit: 100 })).items.some(
        (entry) => entry.number === write.number,
      );
  }
}

async function countLost(store: Store, writes: readonly Acknowledged[]): Promise<number> {
  let lost = 0;
  for (const write of writes) if (!(await holds(store, write))) lost += 1;
  for (const account of new Set(writes.map((write) => write.account))) {
    if ((await store.audit.verify(account)) !== undefined) lost += 1;
  }
  return lost;
}

test('processes that start at once on an empty directory create one database', async () => {
  const writes = (await Promise.all([1, 2, 3, 4].map(writeAndCrash))).flat();
  const store = await openStore({ dataDir }, () => {});
  expect(writes.length).toBeGreaterThan(0);
  expect(await countLost(store, writes)).toBe(0);
  await store.close();
}, 300_000);

test(
  `after each of ${CRASHES} crashes in the middle of writing, everything that was acknowledged is intact, and the store opens quickly`,
  async () => {
    let acknowledged = 0;
    let lost = 0;
    let unsound = 0;
    let slowest = 0;
    for (let crash = 0; crash < CRASHES; crash += 1) {
      const writes = await writeAndCrash();
      const started = process.cpuUsage();
      const store = await openStore({ dataDir }, () => {});
      const { user, system } = process.cpuUsage(started);
      slowest = Math.max(slowest, (user + system) / 1_000);
      acknowledged += writes.length;
      lost += await countLost(store, writes);
      await store.close();
      const database = new DatabaseSync(join(dataDir, 'soapstone.db'), { readOnly: true });
      if (database.prepare('pragma integrity_check').get().integrity_check !== 'ok') unsound += 1;
      database.close();
    }
    process.stderr.write(
      `crashes: ${CRASHES}, acknowledged writes ${acknowledged}, lost ${lost}, integrity_check not ok ${unsound}, ` +
        `slowest start ${slowest.toFixed(0)} ms of the processor\n`,
    );
    expect(acknowledged).toBeGreaterThan(CRASHES);
    expect({ lost, unsound }).toEqual({ lost: 0, unsound: 0 });
    // Measured in CPU time, because other work on the machine takes time too.
    expect(slowest).toBeLessThan(2_000);
  },
  360_000 * CRASHES,
);
