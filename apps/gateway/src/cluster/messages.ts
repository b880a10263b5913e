import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The metrics of one process, from `Registry.getMetricsAsJSON`. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Messages from a worker to the supervising process. */
export type FromWorker =
  /** A request for the metrics of the machine. */
  | { readonly kind: 'print-metrics'; readonly id: number }
  | { readonly kind: 'metrics'; readonly metrics: ProcessMetrics }
  /** A request for another worker in place of this one. */
  | { readonly kind: 'replace' };

/** Messages from the supervising process to a worker. */
export type ToWorker =
  | { readonly kind: 'collect-metrics' }
  | { readonly kind: 'printed-metrics'; readonly id: number; readonly text: string };

/** Whether a message is ours: Node and libraries use the same channel. */
export function isOurs<Message extends FromWorker | ToWorker>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
