import { Worker } from 'node:worker_threads';
import { locateModule } from '../children/locate-module.js';
import { BOARD, createActivityBoard, showActivity } from '../log/activity.js';
import type { Log } from '../log/log.js';
import { LOOKS, type WatchdogTask } from './watchdog-task.js';

/** Ends this process where its event loop stands still. */
export interface Watchdog {
  /** Watches no more. */
  stop(): void;
}

/**
 * Starts a thread that ends this process with SIGKILL, as nothing else ends a loop that does not turn, when the event loop has
 * not turned for `limit` milliseconds. Before that it writes to the log what the loop was busy with, and leaves a note of it in
 * `dataDir` for the next process: see `takeUpStalls`. The thread counts its own looks, not the time: a process that was
 * suspended is not one that stood still.
 */
export function startWatchdog(options: {
  readonly limit: number;
  readonly dataDir: string;
  readonly logged: boolean;
  readonly log: Pick<Log, 'error'>;
}): Watchdog {
  const { limit, dataDir, logged, log } = options;
  const board = createActivityBoard();
  const beat = setInterval(() => void Atomics.add(board.state, BOARD.BEATS, 1), limit / LOOKS);
  beat.unref();
  const task: WatchdogTask = { ...board, limit, dataDir, logged };
  const thread = new Worker(locateModule('watchdog/watchdog-thread'), {
    workerData: task,
    execArgv: [],
    // It does next to nothing: the young generation that suits the calls would be most of its memory.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
  });
  thread.unref();
  thread.on('error', (error) => log.error('the watchdog ended: nothing watches the event loop', error));
  showActivity(board);
  return {
    stop() {
      clearInterval(beat);
      showActivity(undefined);
      Atomics.store(board.state, BOARD.STOP, 1);
      Atomics.notify(board.state, BOARD.STOP);
    },
  };
}
