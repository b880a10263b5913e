import cluster, { type Worker } from 'node:cluster';
import { createMachineMetrics } from './machine-metrics.js';
import { type FromWorker, isOurs, type ToWorker } from './messages.js';

/** How long a worker may take to report its metrics, in milliseconds; after that its last report is used. */
const PATIENCE = 2_000;
/** The interval between two replacements, in milliseconds: a client that provokes exceptions must not keep the machine starting workers. */
const REPLACE_EVERY = 60_000;

/**
 * Keeps `workers` processes serving the same ports until SIGINT or SIGTERM. A worker that dies is replaced, and one that asks for it drains
 * once another one serves. If one fails to start, all end with exit code 1, unless it was to replace a worker that still serves.
 */
export function supervise(workers: number): void {
  let stopping = false;
  const served = new Set<number>();
  /** Workers that drain because another one has taken their place, and those that are starting to take one. */
  const replaced = new Set<number>();
  const spare = new Set<number>();
  const present = (): Worker[] =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const worker of present()) worker.process.kill(signal);
  };
  // Values such as NaN are valid metrics too.
  cluster.setupPrimary({ serialization: 'advanced' });
  cluster.on('listening', (worker) => {
    served.add(worker.id);
    spare.delete(worker.id);
  });
  cluster.on('exit', (worker, code) => {
    if (stopping) return;
    const isSpare = spare.delete(worker.id);
    if (served.delete(worker.id)) {
      if (!replaced.delete(worker.id)) cluster.fork();
    } else if (code !== 0 && !isSpare) {
      stopping = true;
      process.exitCode = 1;
      signalAll('SIGTERM');
    }
  });
  shareMetrics(present);
  let replacedAt = Number.NEGATIVE_INFINITY;
  cluster.on('message', (old, message: unknown) => {
    if (!isOurs<FromWorker>(message) || message.kind !== 'replace' || stopping) return;
    const now = performance.now();
    if (now - replacedAt < REPLACE_EVERY || !served.has(old.id)) return;
    replacedAt = now;
    const next = cluster.fork();
    spare.add(next.id);
    next.once('listening', () => {
      // If it died in the meantime, it has been replaced already, and there is one worker more.
      if (served.has(old.id)) replaced.add(old.id);
      old.process.kill('SIGTERM');
    });
  });
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
