import type { ActivityBoard } from '../log/activity.js';

/** The options of a watchdog thread. */
export interface WatchdogTask extends ActivityBoard {
  /** The processor time that one turn of the event loop may use, in milliseconds. */
  readonly limit: number;
  readonly dataDir: string;
  /** Whether the log level includes the line about a stall. */
  readonly logged: boolean;
}

/** How often the thread checks, and the loop sends a heartbeat, within the allowed stall. */
export const LOOKS = 20;
/** How many times the limit the loop may stall without using that much processor time: it waits for a disk, or the machine is busy. */
export const PATIENCE = 10;
