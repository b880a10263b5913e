import type { ActivityBoard } from '../log/activity.js';

/** What the thread of a watchdog is told. */
export interface WatchdogTask extends ActivityBoard {
  /** Milliseconds for which the event loop may stand still. */
  readonly limit: number;
  readonly dataDir: string;
  /** Whether the log takes its line. */
  readonly logged: boolean;
}

/** In the time that the loop may stand still, the thread looks so many times, and the loop gives as many signs of life. */
export const LOOKS = 20;
