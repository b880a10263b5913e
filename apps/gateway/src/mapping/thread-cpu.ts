import { openSync, readSync } from 'node:fs';

/**
 * Creates a clock of the CPU time of the calling thread in milliseconds, which other work does not affect. On systems other than Linux,
 * which do not report it, the clock measures elapsed time.
 */
export function threadClock(): () => number {
  let file: number;
  try {
    // The file keeps describing the thread that opened it.
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return () => performance.now();
  }
  const buffer = Buffer.alloc(64);
  return () => {
    const length = readSync(file, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString('latin1', 0, length), 10) / 1e6;
  };
}
