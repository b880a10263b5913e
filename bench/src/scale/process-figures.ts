import { readFile } from 'node:fs/promises';

/** Linux counts processor time of a process in hundredths of a second. */
const TICKS = 100;

/** The CPU seconds of a process, all of its threads, from Linux; with `scope`, also of its child processes that have ended. */
export async function processCpuSeconds(pid: number, scope?: 'with ended children'): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may have spaces: user and system time are the fields 14 and 15, those of ended children 16 and 17.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const counted = fields.slice(11, scope === undefined ? 13 : 15);
  return counted.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** The CPU seconds of a process with one thread, in nanoseconds of the scheduler: exact for many processes that do little. 0 if it has ended. */
export async function threadCpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e9;
}

/** The resident memory of a process in bytes. */
export async function processMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024;
}
