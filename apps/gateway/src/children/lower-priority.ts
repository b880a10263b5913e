import { constants, setPriority } from 'node:os';

/** Gives the calling thread a lower priority than the event loop, so that quick calls go first. Only Linux has priorities per thread. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // Linux sets the priority of the calling thread, other systems that of the process.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL / 2);
  } catch {
    // The system does not allow it: this thread then competes like any other.
  }
}
