import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Put `content` in the place of `file`, whole: whoever reads sees all of it or what was there before. It is on the disk
 * before this resolves, because what is hashed or encrypted with it is lost without it.
 */
export async function replaceFile(file: string, content: string, mode: number): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(temporary, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The process's umask may have taken bits away that the mode asks for, never added any.
  await chmod(temporary, mode);
  await rename(temporary, file);
  await syncDirectory(dirname(file));
}

/** Milliseconds: nobody who lives holds a lock for longer, and how often who waits looks again. */
const STALE = 10_000;
const RETRY = 25;

/**
 * Run `work` while no other process that asks for the same `lock` does: several workers start at once, and each secret is
 * made by one of them. The lock is a directory, which every file system makes at most once; one that a killed process left
 * behind is taken away.
 */
export async function withFileLock<Value>(lock: string, work: () => Promise<Value>): Promise<Value> {
  while (!(await tryLock(lock))) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE) await rm(lock, { recursive: true, force: true });
    else await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A rename is in the directory, not in the file. Not every system can open a directory; none of those needs it. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
