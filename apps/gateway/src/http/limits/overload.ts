import { getHeapStatistics } from 'node:v8';

/**
 * The load level of the process: 0 = fine, 1 = no new registrations, 2 = no new calls of the Free plan and no keep-alive, 3 = no
 * new calls.
 */
export type Pressure = 0 | 1 | 2 | 3;

/**
 * Returns the load level for the used share of the heap limit, from 0 to 1. Only memory is refused here, because running out of it ends
 * every call at once. A late event loop refuses nothing here: each turn decides for itself which calls it accepts (`turn-budget.ts`), and
 * registrations, which run in children, wait in their queue (decision 0096).
 */
export function pressureOf(heap: number): Pressure {
  if (heap > 0.95) return 3;
  if (heap > 0.9) return 2;
  return heap > 0.8 ? 1 : 0;
}

export interface OverloadGuard {
  readonly pressure: Pressure;
  close(): void;
}

/** The interval between two measurements, in milliseconds. */
const INTERVAL = 500;

/** Watches the heap of this process. `heapOf` measures its used share. */
export function watchOverload(
  onChange: (pressure: Pressure) => void,
  heapOf: () => number = usedHeap,
): OverloadGuard {
  let pressure: Pressure = 0;
  const timer = setInterval(() => {
    const next = pressureOf(heapOf());
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
    },
  };
}

function usedHeap(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
