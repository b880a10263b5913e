import { Worker } from 'node:worker_threads';
import { processCpu } from './thread-clock.js';

/** The signal that ends a process that used more processor time than it may: for POSIX, the expiry of a timer of processor time. */
export const CPU_EXCEEDED = 'SIGVTALRM';

/** How often the processor time is checked, in milliseconds. */
const CHECK_EVERY = 50;

/**
 * The code of a thread, because the limited work blocks the event loop of the process. It learns the limit by a message, so that it
 * can be started before the work is known.
 */
const WATCH = `
const { parentPort, workerData: { every, signal } } = require('node:worker_threads');
parentPort.on('message', ({ limit, begun }) => {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1000 - begun > limit) process.kill(process.pid, signal);
  }, every);
});`;

let watch: Worker | undefined;

/** Starts the thread of `limitCpu` ahead of it, so that the limited work need not share a processor with that start. */
export function prepareCpuLimit(): void {
  if (watch !== undefined) return;
  watch = new Worker(WATCH, {
    eval: true,
    execArgv: [],
    workerData: { every: CHECK_EVERY, signal: CPU_EXCEEDED },
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 16 },
  });
  watch.unref();
}

/**
 * Ends this process with `CPU_EXCEEDED` when it has used `limit` milliseconds of processor time from now on. Time in which it is suspended,
 * or waits for its turn on a busy machine, does not count.
 *
 * @returns a check to call before the result is sent: on a busy machine the work may end before the thread that watches it has started
 */
export function limitCpu(limit: number): () => void {
  const begun = processCpu();
  prepareCpuLimit();
  watch?.postMessage({ limit, begun });
  return () => {
    if (processCpu() - begun > limit) process.kill(process.pid, CPU_EXCEEDED);
  };
}
