import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/**
 * The load level of the process: 0 = fine, 1 = no new registrations, 2 = no new calls of the Free plan and no keep-alive, 3 = no
 * new calls.
 */
export type Pressure = 0 | 1 | 2 | 3;

/** One measurement of the process. */
export interface Vitals {
  /** The p99 event loop lag since the last measurement, in milliseconds. */
  readonly lag: number;
  /** The used share of the heap limit, from 0 to 1. */
  readonly heap: number;
}

/**
 * Returns the load level for `vitals`. A late event loop only stops registrations; each turn decides for itself which calls it accepts
 * (`turn-budget.ts`). Here, calls are rejected only for memory, because running out of memory ends every call at once.
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

/** The interval between two measurements, in milliseconds. */
const INTERVAL = 500;
const NANOSECONDS = 1e6;

/** Watches this process. `lagLimit` is in milliseconds. */
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
