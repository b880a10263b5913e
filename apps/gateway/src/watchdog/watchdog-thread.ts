import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { clockOfThread } from '../children/thread-clock.js';
import { type Activity, BOARD, readActivity } from '../log/activity.js';
import { writeStallNote } from './stall-notes.js';
import { LOOKS, PATIENCE, type WatchdogTask } from './watchdog-task.js';

/** The time limit for writing the note in milliseconds, because a disk that does not respond must not keep the process alive. */
const NOTE_DEADLINE = 2_000;
/** The maximum length of a name in the log line. */
const FIELD = 1024;

const task = workerData as WatchdogTask;

/**
 * Watches the loop until it stalls or the watch is stopped. Returns `busy` if the loop has used processor time up to the limit in one turn,
 * `blocked` if it waits for something that does not happen. Blocks the thread.
 */
function watch({ state, limit }: WatchdogTask): 'busy' | 'blocked' | undefined {
  // On Linux, the event loop is the thread with the number of the process.
  const clock = clockOfThread(process.pid);
  let beats = -1;
  let still = 0;
  let begun = 0;
  while (Atomics.wait(state, BOARD.STOP, 0, limit / LOOKS) === 'timed-out') {
    const seen = Atomics.load(state, BOARD.BEATS);
    const cpu = clock();
    if (seen !== beats) {
      beats = seen;
      still = 0;
      begun = cpu;
    } else {
      still += 1;
      if (still >= LOOKS && cpu - begun >= limit) return 'busy';
      if (still >= LOOKS * PATIENCE) return 'blocked';
    }
  }
  return undefined;
}

/** Writes one line in the format of the process's log, bypassing the stalled loop. */
function writeLine(activity: Activity | undefined): void {
  const { accountId, serviceId, operation } = activity ?? {};
  const line = {
    level: 60,
    time: new Date().toISOString(),
    pid: process.pid,
    stillMs: task.limit,
    accountId,
    serviceId,
    operation: operation?.slice(0, FIELD),
    msg: 'the event loop stalled: this process ends',
  };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // The log is not being read; the process ends anyway.
  }
}

const stall = watch(task);
if (stall !== undefined) {
  const activity = readActivity(task);
  if (task.logged) writeLine(activity);
  // An operation is held for its own work, not for a disk or a busy machine that the loop waited for.
  if (stall === 'busy' && activity?.operation !== undefined) {
    const { accountId, serviceId, operation } = activity;
    const note = writeStallNote(task.dataDir, { accountId, serviceId, operation, at: Date.now() });
    await Promise.race([note.catch(() => {}), setTimeout(NOTE_DEADLINE)]);
  }
  process.kill(process.pid, 'SIGKILL');
}
