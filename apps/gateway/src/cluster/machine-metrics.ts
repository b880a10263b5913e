import { AggregatorRegistry } from 'prom-client';
import type { ProcessMetrics } from './messages.js';

/** The metrics of several processes as those of one machine. */
export interface MachineMetrics {
  /** What the process of this id says of itself. */
  note(id: number, metrics: ProcessMetrics): void;
  /** The process has ended: what it has counted stays counted, what it was is over. */
  leave(id: number): void;
  /** In the text format of Prometheus. */
  print(): Promise<string>;
}

/** What only grows while its process lives; a sum that falls looks like a restart, and counts everything once more. */
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
      // The type of a metric is its name in what `getMetricsAsJSON` gives, whatever the declaration of its type says.
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
