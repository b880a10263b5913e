import { AggregatorRegistry } from 'prom-client';
import type { ProcessMetrics } from './messages.js';

/** Combines the metrics of several processes into those of one machine. */
export interface MachineMetrics {
  /** Stores the metrics of the process with this id. */
  note(id: number, metrics: ProcessMetrics): void;
  /** Removes a process that has ended: its counters stay in the sums, its gauges do not. */
  leave(id: number): void;
  /** Returns the metrics in the Prometheus text format. */
  print(): Promise<string>;
}

/** Metrics that only grow while their process lives. A sum that falls would look like a restart and be counted again. */
const GROWING: ReadonlySet<string> = new Set(['counter', 'histogram', 'summary']);

export function createMachineMetrics(): MachineMetrics {
  const present = new Map<number, ProcessMetrics>();
  let ended: Promise<ProcessMetrics> = Promise.resolve([]);
  return {
    note: (id, metrics) => void present.set(id, metrics),
    leave(id) {
      const metrics = present.get(id);
      if (metrics === undefined) return;
      present.delete(id);
      // At run time, `getMetricsAsJSON` returns the name of the type, although its declaration differs.
      const growing = metrics.filter(({ type }) => GROWING.has(String(type)));
      ended = ended.then((before) => aggregate([before, growing]).getMetricsAsJSON());
    },
    async print() {
      return aggregate([...present.values(), await ended]).metrics();
    },
  };
}

function aggregate(processes: readonly ProcessMetrics[]) {
  return AggregatorRegistry.aggregate([...processes] as unknown as object[]);
}
