import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Stall } from '../store/repositories/services/stalls.js';
import { takeStallNotes, writeStallNote } from './stall-notes.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'soapstone-stalls-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const stall = (at: number): Stall => ({ accountId: 'acc_1', serviceId: 's', operation: 'Op "x"', at });

/** Receives the notes. `fails` decides which stalls cannot be stored. */
async function take(fails = (_stall: Stall): boolean => false) {
  const [taken, errors]: [Stall[], unknown[]] = [[], []];
  await takeStallNotes(
    dataDir,
    async (each) => {
      if (fails(each)) throw new Error('away');
      taken.push(each);
    },
    (error) => errors.push(error),
  );
  return { taken, errors };
}

test('stall notes: each is processed once, oldest first', async () => {
  expect(await take()).toEqual({ taken: [], errors: [] });
  for (const at of [30, 10, 20]) await writeStallNote(dataDir, stall(at));
  const [name] = await readdir(join(dataDir, 'stalls'));
  expect((await stat(join(dataDir, 'stalls', name!))).mode & 0o777).toBe(0o600);
  expect(await take()).toEqual({ taken: [stall(10), stall(20), stall(30)], errors: [] });
  expect(await take()).toEqual({ taken: [], errors: [] });
});

test('stall notes: a note that cannot be stored stays for the next start', async () => {
  for (const at of [10, 20]) await writeStallNote(dataDir, stall(at));
  const { taken, errors } = await take(({ at }) => at === 10);
  expect(taken).toEqual([stall(20)]);
  expect(errors).toHaveLength(1);
  expect((await take()).taken).toEqual([stall(10)]);
});

test.each(['', '{', 'null', '[]', '{"accountId":"a","serviceId":"s","operation":1,"at":1}'])(
  'stall notes: the invalid note %j is ignored and removed',
  async (text) => {
    await mkdir(join(dataDir, 'stalls'));
    await writeFile(join(dataDir, 'stalls', 'x.json'), text);
    await writeStallNote(dataDir, stall(10));
    expect(await take()).toEqual({ taken: [stall(10)], errors: [] });
    expect(await readdir(join(dataDir, 'stalls'))).toEqual([]);
  },
);

test('stall notes: processes that start together process each once', async () => {
  for (const at of [10, 20, 30]) await writeStallNote(dataDir, stall(at));
  const all = await Promise.all([take(), take(), take()]);
  expect(all.flatMap(({ taken }) => taken)).toHaveLength(3);
});
