import type { ActivityBoard } from '../log/activity.js';

/** The options of a watchdog thread. */
export interface WatchdogTask extends ActivityBoard {
  /** How long the event loop may stall, in milliseconds. */
  readonly limit: number;
  readonly dataDir: string;
  /** Whether the log level includes the line about a stall. */
  readonly logged: boolean;
}

/** How often the thread checks, and the loop sends a heartbeat, within the allowed stall. */
export const LOOKS = 20;
