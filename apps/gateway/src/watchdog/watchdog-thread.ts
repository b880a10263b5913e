import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { type Activity, BOARD, readActivity } from '../log/activity.js';
import { writeStallNote } from './stall-notes.js';
import { LOOKS, type WatchdogTask } from './watchdog-task.js';

/** Milliseconds that the note may take: a disk that does not answer must not keep the process alive. */
const NOTE_DEADLINE = 2_000;
/** The longest name that the line holds. */
const FIELD = 1024;

const task = workerData as WatchdogTask;

/** Returns true when the loop has stood still for the limit, false when it is not to be watched any more. Blocks the thread. */
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

/** One line as the log of the process writes them, past the loop that would write it. */
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
    msg: 'the event loop stood still: this process ends',
  };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads the log fast enough; the process ends all the same.
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
