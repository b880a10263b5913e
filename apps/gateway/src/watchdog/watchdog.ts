import { Worker } from 'node:worker_threads';
import { locateModule } from '../children/locate-module.js';
import { BOARD, createActivityBoard, showActivity } from '../log/activity.js';
import type { Log } from '../log/log.js';
import { LOOKS, type WatchdogTask } from './watchdog-task.js';

/** Ends this process if its event loop stalls. */
export interface Watchdog {
  /** Stops watching. */
  stop(): void;
}

/**
 * Starts a thread that kills this process when one turn of the event loop has used `limit` milliseconds of processor time. It uses SIGKILL, the only way to end
 * a stalled loop. Before that it logs what the loop was working on and leaves a note in `dataDir` for the next process: see `holdStalledOperations`.
 * Time in which the process is suspended, or other programs use the processor, does not count. A loop that waits without working is
 * killed after ten times the limit, which the thread counts in its own checks, and no operation is blamed.
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
    // The thread does almost nothing, so a young generation that is sized for calls would be most of its memory.
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
