import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The metrics of one process, as `Registry.getMetricsAsJSON` gives them. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What a worker tells the process that supervises it. */
export type FromWorker =
  /** Somebody wants to see the metrics of the machine. */
  | { readonly kind: 'print-metrics'; readonly id: number }
  | { readonly kind: 'metrics'; readonly metrics: ProcessMetrics };

/** What the supervising process tells a worker. */
export type ToWorker =
  | { readonly kind: 'collect-metrics' }
  | { readonly kind: 'printed-metrics'; readonly id: number; readonly text: string };

/** Whether a message is one of ours: the channel carries those of Node and of libraries too. */
export function isOurs<Message extends FromWorker | ToWorker>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
