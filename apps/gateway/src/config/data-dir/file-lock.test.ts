import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { withFileLock } from './file-lock.js';

const folder = await mkdtemp(join(tmpdir(), 'soapstone-lock-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a lock look as if it had been taken `seconds` ago. */
async function age(lock: string, seconds: number): Promise<void> {
  const then = Date.now() / 1000 - seconds;
  await utimes(lock, then, then);
}

test('file lock: one holder at a time, and nothing is left behind', async () => {
  const lock = join(folder, 'one');
  let inside = 0;
  const runs = Array.from({ length: 5 }, () =>
    withFileLock(lock, async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    }),
  );
  await Promise.all(runs);
  await expect(withFileLock(lock, () => Promise.reject(new Error('of the test')))).rejects.toThrow(
    'of the test',
  );
  expect(await withFileLock(lock, () => Promise.resolve(1))).toBe(1);
});

test('file lock: one of a system that names no holder is removed after ten seconds', async () => {
  const lock = join(folder, 'nameless');
  await mkdir(lock);
  await age(lock, 11);
  expect(await withFileLock(lock, () => Promise.resolve(1))).toBe(1);
});

describe.skipIf(!existsSync('/proc/self/stat'))('file lock on Linux', () => {
  /** The text that `process` writes into a lock that it holds. */
  const holderOf = async (pid: number): Promise<string> => {
    const lock = join(folder, 'own');
    const own = await withFileLock(lock, () => readFile(join(lock, 'holder'), 'utf8'));
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [, boot] = own.split(' ');
    return `${pid} ${boot} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`;
  };

  test('a holder that is suspended keeps its lock; one that ended loses it', async () => {
    const child = spawn('sleep', ['600']);
    const lock = join(folder, 'suspended');
    await mkdir(lock);
    await writeFile(join(lock, 'holder'), await holderOf(child.pid ?? 0));
    await age(lock, 60);
    child.kill('SIGSTOP');
    let entered = false;
    const waiting = withFileLock(lock, () => {
      entered = true;
      return Promise.resolve();
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(entered).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await waiting;
    expect(entered).toBe(true);
  });

  test.each([
    ['a later process with the number of the holder', 60, (own: string) => own.replace(/\d+$/, '1')],
    ['a holder that has been stuck for longer than five minutes', 301, (own: string) => own],
  ])('%s does not keep the lock', async (_name, seconds, change) => {
    const lock = join(folder, `${seconds}`);
    await mkdir(lock);
    await writeFile(join(lock, 'holder'), change(await holderOf(process.pid)));
    await age(lock, seconds);
    expect(await withFileLock(lock, () => Promise.resolve(1))).toBe(1);
  });
});
