import { openSync, readSync } from 'node:fs';

/**
 * Creates a clock of the CPU time of the calling thread, in milliseconds, which other work does not affect. If
 * the system does not report it (only Linux does), it measures elapsed time instead.
 */
export function threadClock(): () => number {
  let file: number;
  try {
    // Opened in this thread, the file keeps describing this thread.
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
