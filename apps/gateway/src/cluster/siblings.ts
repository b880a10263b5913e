import type { Worker } from 'node:cluster';
import { type FromWorker, isOurs, type ProcessMetrics, type ToWorker } from './messages.js';

/** The processes of this machine that serve the same ports, from the perspective of one of them. */
export interface Siblings {
  /** Registers the function that reports the metrics of this process. */
  shareMetrics(collect: () => Promise<ProcessMetrics>): void;
  /** The metrics of all processes in the Prometheus text format. Rejects if there is no supervisor to collect them. */
  printMetrics(): Promise<string>;
  /** Asks for another process in place of this one, which drains once the other one serves. */
  askReplacement(): void;
}

/** The timeout in milliseconds, which is longer than the collection takes. */
const DEADLINE = 5_000;

export function joinSiblings(worker: Worker): Siblings {
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  const tell = (message: FromWorker): void => {
    if (worker.isConnected()) worker.send(message, () => {});
  };
  worker.on('message', (message: unknown) => {
    if (!isOurs<ToWorker>(message) || message.kind !== 'printed-metrics') return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  return {
    shareMetrics(collect) {
      worker.on('message', (message: unknown) => {
        if (!isOurs<ToWorker>(message) || message.kind !== 'collect-metrics') return;
        void collect().then((metrics) => tell({ kind: 'metrics', metrics }));
      });
    },
    askReplacement: () => tell({ kind: 'replace' }),
    printMetrics() {
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`the metrics of the workers were not gathered within ${DEADLINE} ms`));
        }, DEADLINE);
        waiting.set(id, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
        tell({ kind: 'print-metrics', id });
      });
    },
  };
}
