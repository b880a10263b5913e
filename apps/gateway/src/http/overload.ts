import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/**
 * How far the process is from breaking down: 0 = fine, 1 = no new registrations, 2 = no new calls of the Free plan and no
 * kept connections, 3 = no new calls.
 */
export type Pressure = 0 | 1 | 2 | 3;

/** One look at the process. */
export interface Vitals {
  /** The slowest one in a hundred turns of the event loop since the last look, in milliseconds late. */
  readonly lag: number;
  /** Part of the heap limit that is in use, from 0 to 1. */
  readonly heap: number;
}

/**
 * The pressure that `vitals` mean. A late event loop only stops what makes it later; each of its turns decides itself which calls
 * it takes (`turn-budget.ts`). Here calls are refused for memory alone, because memory that runs out ends every call at once.
 */
export function pressureOf({ lag, heap }: Vitals, lagLimit: number): Pressure {
  if (heap > 0.95) return 3;
  if (heap > 0.9) return 2;
  return heap > 0.8 || lag > lagLimit ? 1 : 0;
}

export interface OverloadGuard {
  readonly pressure: Pressure;
  close(): void;
}

/** Milliseconds between two looks. */
const INTERVAL = 500;
const NANOSECONDS = 1e6;

/** Watch this process. `lagLimit` is milliseconds. */
export function watchOverload(lagLimit: number, onChange: (pressure: Pressure) => void): OverloadGuard {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let pressure: Pressure = 0;
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const next = pressureOf({ lag: delay.percentile(99) / NANOSECONDS, heap: used / limit }, lagLimit);
    delay.reset();
    if (next === pressure) return;
    pressure = next;
    onChange(next);
  }, INTERVAL);
  timer.unref();
  return {
    get pressure() {
      return pressure;
    },
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
