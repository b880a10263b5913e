import cluster, { type Worker } from 'node:cluster';
import { createMachineMetrics } from './machine-metrics.js';
import { type FromWorker, isOurs, type ToWorker } from './messages.js';

/** Milliseconds that a worker has to say how it stands; then what it said last is taken. */
const PATIENCE = 2_000;

/**
 * Keep `workers` processes serving the same ports, until SIGINT or SIGTERM. One that dies is replaced, unless it never came
 * up: then all end, with exit code 1.
 */
export function supervise(workers: number): void {
  let stopping = false;
  const served = new Set<number>();
  const present = (): Worker[] =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const worker of present()) worker.process.kill(signal);
  };
  // Numbers such as NaN are measures too.
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

/** Print the metrics of all workers for the one that is asked for them. */
function shareMetrics(present: () => readonly Worker[]): void {
  const machine = createMachineMetrics();
  const tell = (worker: Worker, message: ToWorker): void => {
    if (worker.isConnected()) worker.send(message, () => {});
  };
  let gathering: Promise<void> | undefined;
  let heard = (_worker: Worker): void => {};

  /** Ask every worker how it stands. Whoever asks meanwhile has the same answer. */
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
