import type { ActivityBoard } from '../log/activity.js';

/** The options of a watchdog thread. */
export interface WatchdogTask extends ActivityBoard {
  /** How long the event loop may stall, in milliseconds. */
  readonly limit: number;
  readonly dataDir: string;
  /** Whether the log level includes its line. */
  readonly logged: boolean;
}

/** The number of checks by the thread, and of heartbeats by the loop, within the allowed stall. */
export const LOOKS = 20;
