import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The polling interval of waiting processes, in milliseconds. */
const RETRY = 25;
/**
 * How long a lock is left alone whose holder is not known to run, in milliseconds: a process that was killed, one of another machine, or one of
 * a system without `/proc`.
 */
const STALE = 10_000;
/** The same if its holder runs, but is suspended or stuck. */
const STUCK = 300_000;

/**
 * Runs `work` while no other process holds the same `lock`: several workers start at once, and only one of them may create each secret. The
 * lock is a directory, which every file system creates at most once; one left behind by a killed process is removed, and one of a process
 * that is merely slow is not.
 */
export async function withFileLock<Value>(lock: string, work: () => Promise<Value>): Promise<Value> {
  while (!(await tryLock(lock))) {
    if (await isAbandoned(lock)) await rm(lock, { recursive: true, force: true });
    else await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

const holderOf = (lock: string): string => join(lock, 'holder');

async function tryLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  const own = await identityOf(process.pid);
  // A lock without a holder works too, until it is stale.
  if (own !== undefined) await writeFile(holderOf(lock), `${process.pid} ${own}`).catch(() => {});
  return true;
}

async function isAbandoned(lock: string): Promise<boolean> {
  const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
  const age = Date.now() - mtimeMs;
  if (age <= STALE) return false;
  return age > STUCK || !(await isHeld(lock));
}

/** Whether the process that created the lock still runs, on this machine. */
async function isHeld(lock: string): Promise<boolean> {
  const holder = await readFile(holderOf(lock), 'utf8').catch(() => '');
  const pid = Number.parseInt(holder, 10);
  if (!Number.isSafeInteger(pid)) return false;
  return holder === `${pid} ${await identityOf(pid)}`;
}

/**
 * Distinguishes a process from later ones with its number: the boot of the machine, and when the process started. Undefined if no such process
 * runs, and on systems without `/proc`.
 */
async function identityOf(pid: number): Promise<string | undefined> {
  try {
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The second field is the name of the program in parentheses, and may contain spaces; the start is the 22nd.
    const start = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()} ${start}`;
  } catch {
    return undefined;
  }
}
