import cluster, { type Worker } from 'node:cluster';
import { createMachineMetrics } from './machine-metrics.js';
import { type FromWorker, isOurs, type ToWorker } from './messages.js';

/** How long a worker may take to report its metrics, in milliseconds; after that its last report is used. */
const PATIENCE = 2_000;

/**
 * Keeps `workers` processes serving the same ports until SIGINT or SIGTERM. A worker that dies is replaced. If one fails to start, all end
 * with exit code 1.
 */
export function supervise(workers: number): void {
  let stopping = false;
  const served = new Set<number>();
  const present = (): Worker[] =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const worker of present()) worker.process.kill(signal);
  };
  // Values such as NaN are valid metrics too.
  cluster.setupPrimary({ serialization: 'advanced' });
  cluster.on('listening', (worker) => served.add(worker.id));
  cluster.on('exit', (worker, code) => {
    if (stopping) return;
    if (served.delete(worker.id)) cluster.fork();
    else if (code !== 0) {
      stopping = true;
      process.exitCode = 1;
      signalAll('SIGTERM');
    }
  });
  shareMetrics(present);
  process.on('SIGHUP', () => signalAll('SIGHUP'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopping = true;
      signalAll(signal);
    });
  }
  for (let count = 0; count < workers; count += 1) cluster.fork();
}

/** Sends the metrics of all workers to the worker that is scraped. */
function shareMetrics(present: () => readonly Worker[]): void {
  const machine = createMachineMetrics();
  const tell = (worker: Worker, message: ToWorker): void => {
    if (worker.isConnected()) worker.send(message, () => {});
  };
  let gathering: Promise<void> | undefined;
  let heard = (_worker: Worker): void => {};

  /** Asks every worker for its metrics. Concurrent requests share the result. */
  function gather(): Promise<void> {
    gathering ??= new Promise<void>((resolve) => {
      const expected = new Set(present().filter((worker) => worker.isConnected()));
      const timer = setTimeout(resolve, PATIENCE);
      heard = (worker) => {
        expected.delete(worker);
        if (expected.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      for (const worker of expected) tell(worker, { kind: 'collect-metrics' });
    }).finally(() => {
      gathering = undefined;
    });
    return gathering;
  }

  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs<FromWorker>(message)) return;
    if (message.kind === 'metrics') {
      machine.note(worker.id, message.metrics);
      heard(worker);
    } else if (message.kind === 'print-metrics') {
      void gather()
        .then(() => machine.print())
        .then((text) => tell(worker, { kind: 'printed-metrics', id: message.id, text }));
    }
  });
  cluster.on('exit', (worker) => {
    machine.leave(worker.id);
    heard(worker);
  });
}
