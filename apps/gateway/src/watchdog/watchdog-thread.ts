import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { type Activity, BOARD, readActivity } from '../log/activity.js';
import { writeStallNote } from './stall-notes.js';
import { LOOKS, type WatchdogTask } from './watchdog-task.js';

/** The time limit for writing the note in milliseconds, because a disk that does not respond must not keep the process alive. */
const NOTE_DEADLINE = 2_000;
/** The maximum length of a name in the log line. */
const FIELD = 1024;

const task = workerData as WatchdogTask;

/** Returns true when the loop has stalled for the limit, and false when the watch is stopped. Blocks the thread. */
function watch({ state, limit }: WatchdogTask): boolean {
  let beats = -1;
  let still = 0;
  while (Atomics.wait(state, BOARD.STOP, 0, limit / LOOKS) === 'timed-out') {
    const seen = Atomics.load(state, BOARD.BEATS);
    still = seen === beats ? still + 1 : 0;
    beats = seen;
    if (still >= LOOKS) return true;
  }
  return false;
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

if (watch(task)) {
  const activity = readActivity(task);
  if (task.logged) writeLine(activity);
  if (activity?.operation !== undefined) {
    const { accountId, serviceId, operation } = activity;
    const note = writeStallNote(task.dataDir, { accountId, serviceId, operation, at: Date.now() });
    await Promise.race([note.catch(() => {}), setTimeout(NOTE_DEADLINE)]);
  }
  process.kill(process.pid, 'SIGKILL');
}
