import { openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/**
 * Creates a clock of the processor time of the calling thread in milliseconds, which neither other work nor a pause of the process advances.
 * Systems other than Linux do not report it: see `processClock`.
 */
export function threadClock(): () => number {
  let file: number;
  try {
    // The file keeps describing the thread that opened it.
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return processClock();
  }
  const buffer = Buffer.alloc(64);
  return () => {
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString('latin1', 0, length), 10) / 1e6;
  };
}

/** The first message of a thread: the number that the system gives it, or `null` where it does not say. */
export interface Greeting {
  readonly greeting: number | null;
}

/** Tells the thread that started the calling one how to find its clock. Every module of a `FairThread` calls it once. */
export function greetParent(): void {
  const greeting: Greeting = { greeting: ownNumber() };
  parentPort?.postMessage(greeting);
}

function ownNumber(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

/**
 * Creates a clock like `threadClock` of any thread of this process, which may be blocked.
 *
 * @param thread the number in its `Greeting`
 */
export function clockOfThread(thread: number | null): () => number {
  const file = `/proc/self/task/${thread}/schedstat`;
  const read = () => Number.parseInt(readFileSync(file, 'latin1'), 10) / 1e6;
  try {
    read();
    return read;
  } catch {
    return processClock();
  }
}

/**
 * Creates a clock that advances by the elapsed time, but never by more than the processor time of the whole process. That is the most that
 * one of its threads can have used, and almost nothing while the process is suspended.
 */
export function processClock(): () => number {
  let total = 0;
  let at = performance.now();
  let cpu = processCpu();
  return () => {
    const [now, used] = [performance.now(), processCpu()];
    total += Math.min(now - at, used - cpu);
    at = now;
    cpu = used;
    return total;
  };
}

/** The processor time that this process has used, in milliseconds. */
export function processCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
