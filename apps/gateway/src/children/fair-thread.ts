import { Worker, type WorkerOptions } from 'node:worker_threads';
import { tooManyConcurrentProblem } from '@soapstone/http-contract';
import { GatewayError } from '../errors/errors.js';
import type { Log } from '../log/log.js';
import { FairQueue } from './fair-queue.js';
import { locateModule, type ModulePath } from './locate-module.js';
import { clockOfThread, type Greeting } from './thread-clock.js';

/** The interval in milliseconds at which the processor time and the memory of the running job are checked. */
const CHECK_EVERY = 50;
const MIB = 1 << 20;

/** A job as it is sent to the thread, with the buffers that are transferred instead of copied. */
export interface Outgoing<Job> {
  readonly job: Job;
  readonly buffers?: ArrayBuffer[];
}

/** One job of an account. */
export interface ThreadTurn<Job, Reply> {
  readonly accountId: string;
  /** The maximum number of jobs of the account that may already be waiting. */
  readonly mostWaiting: number;
  /** Creates the job when it is the account's turn, so that a waiting job copies nothing. */
  readonly make: () => Outgoing<Job>;
  /** Returns the job to send again if the reply says that the thread lacks something; the account's turn then continues. */
  readonly again?: (reply: Reply) => Promise<Outgoing<Job>> | undefined;
  /** Called if the thread was terminated in the middle of this job. */
  readonly onGivenUp?: () => void;
}

export interface FairThreadStats {
  /** The number of waiting jobs. */
  readonly waiting: number;
  /** The number of jobs since the start, and how many seconds they took. */
  readonly jobs: number;
  readonly seconds: number;
  /** How often the thread was terminated because a job exceeded its processor time or memory. */
  readonly restarts: number;
}

export interface FairThreadOptions {
  readonly module: ModulePath;
  /** The name of the thread in the log. */
  readonly name: string;
  readonly worker?: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>;
  /**
   * The processor time of the thread that one job may use, in milliseconds; 0 means no limit. The time while the process is suspended, or
   * other programs use the processor, does not count.
   */
  readonly limit: number;
  /** MiB by which the process may grow during one job; absent means no limit. */
  readonly memory?: number;
  readonly log: Pick<Log, 'error'>;
}

/** The job in progress. */
interface Running<Job, Reply> {
  readonly id: number;
  readonly turn: ThreadTurn<Job, Reply>;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
  readonly begun: number;
  /** The lowest memory use of the process since the job started, in bytes, because other work may free memory in the meantime. */
  memory: number;
  readonly done: (cost: number) => void;
  readonly timer: NodeJS.Timeout;
  /** The processor time of the thread at the first check, or when it started; absent until then. */
  cpu?: number;
}

type Waiting<Job, Reply> = Pick<Running<Job, Reply>, 'turn' | 'resolve' | 'reject'>;

/**
 * A worker thread that starts with its first job and does one job at a time. The account that has used it least is next. A job
 * that takes too much processor time or memory ends the thread and not the process; the next job gets a new thread.
 *
 * The module calls `greetParent`, receives `{ id, job }` and sends one reply with the same `id`.
 */
export class FairThread<Job, Reply extends { readonly id: number }> {
  readonly #options: FairThreadOptions;
  readonly #queue = new FairQueue<Waiting<Job, Reply>>();
  #worker: Worker | undefined;
  /** The processor time of the thread, once it has started. */
  #clock: (() => number) | undefined;
  /** Settles when an abandoned thread has ended. The next job starts when its memory is free. */
  #ending: Promise<unknown> | undefined;
  #running: Running<Job, Reply> | undefined;
  #ids = 0;
  #milliseconds = 0;
  #restarts = 0;
  #closed = false;

  constructor(options: FairThreadOptions) {
    this.#options = options;
  }

  /**
   * Resolves to the reply to a job. Rejects with `TOO_MANY_CONCURRENT` if too many jobs of the account are waiting, and with an
   * internal error if the thread did not finish the job.
   */
  run(turn: ThreadTurn<Job, Reply>): Promise<Reply> {
    const { accountId, mostWaiting } = turn;
    if (this.#queue.waitingOf(accountId) >= mostWaiting) {
      return Promise.reject(new GatewayError(tooManyConcurrentProblem(mostWaiting)));
    }
    return new Promise((resolve, reject) => {
      this.#queue.add(accountId, { turn, resolve, reject });
      this.#begin();
    });
  }

  /** Sends a message that has no reply. Does nothing if the thread is not running. */
  notify(message: object): void {
    this.#worker?.postMessage(message);
  }

  stats(): FairThreadStats {
    return {
      waiting: this.#queue.waiting,
      jobs: this.#ids,
      seconds: this.#milliseconds / 1000,
      restarts: this.#restarts,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#worker?.terminate(), this.#ending]);
  }

  #begin(): void {
    if (this.#running !== undefined || this.#ending !== undefined || this.#closed) return;
    const next = this.#queue.take();
    if (next === undefined) {
      // An idle thread must not keep the process alive.
      this.#worker?.unref();
      return;
    }
    this.#ids += 1;
    this.#running = {
      ...next.item,
      id: this.#ids,
      begun: performance.now(),
      memory: process.memoryUsage.rss(),
      done: next.done,
      timer: setInterval(() => this.#check(), CHECK_EVERY),
    };
    try {
      this.#send(this.#ids, next.item.turn.make());
    } catch (error) {
      this.#finish()?.reject(error);
    }
  }

  /** Ends the thread if the running job has taken too much processor time or memory. */
  #check(): void {
    const running = this.#running;
    if (running === undefined) return;
    const { limit, memory } = this.#options;
    const used = process.memoryUsage.rss();
    running.memory = Math.min(running.memory, used);
    if (limit > 0 && this.#cpuOf(running) > limit) this.#giveUp(`more than ${limit} ms of processor time`);
    else if (memory !== undefined && used - running.memory > memory * MIB) {
      this.#giveUp(`more than ${memory} MiB of memory`);
    }
  }

  /** Counts from the first check of a job, so that quick jobs read no clock. */
  #cpuOf(running: Running<Job, Reply>): number {
    const now = this.#clock?.();
    if (now === undefined) return 0;
    running.cpu ??= now;
    return now - running.cpu;
  }

  #send(id: number, { job, buffers = [] }: Outgoing<Job>): void {
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ id, job }, buffers);
  }

  #start(): Worker {
    const { module, name, worker: options, log } = this.#options;
    const worker = new Worker(locateModule(module), { ...options, execArgv: [] });
    worker.on('message', (said: Reply | Greeting) => {
      if (this.#worker !== worker) return;
      if ('greeting' in said) this.#clock = clockOfThread(said.greeting);
      else this.#hear(said);
    });
    worker.on('error', (error) => {
      if (this.#worker !== worker) return;
      log.error(`the ${name} ended: it is started again`, error);
      this.#giveUp(error.message);
    });
    return worker;
  }

  #hear(reply: Reply): void {
    const running = this.#running;
    // Ignores the reply of a thread that was terminated in the meantime.
    if (running?.id !== reply.id) return;
    const again = running.turn.again?.(reply);
    if (again === undefined) this.#finish()?.resolve(reply);
    else void this.#sendAgain(running, again);
  }

  async #sendAgain({ id }: Running<Job, Reply>, again: Promise<Outgoing<Job>>): Promise<void> {
    try {
      const outgoing = await again;
      if (this.#running?.id === id) this.#send(id, outgoing);
    } catch (error) {
      if (this.#running?.id === id) this.#finish()?.reject(error);
    }
  }

  /** Terminates the thread in the middle of its job. The next job gets a new one. */
  #giveUp(reason: string): void {
    this.#ending = this.#worker?.terminate().finally(() => {
      this.#ending = undefined;
      this.#begin();
    });
    this.#worker = undefined;
    this.#clock = undefined;
    this.#restarts += 1;
    const given = this.#finish();
    if (given === undefined) return;
    const error = new Error(`the ${this.#options.name} was terminated: ${reason}`);
    this.#options.log.error(
      'a call took too much processor time or memory: its thread was terminated',
      error,
    );
    given.reject(error);
    given.turn.onGivenUp?.();
  }

  /** Ends the turn of the running job and starts the next one. */
  #finish(): Running<Job, Reply> | undefined {
    const running = this.#running;
    if (running === undefined) return undefined;
    const took = performance.now() - running.begun;
    clearInterval(running.timer);
    running.done(took);
    this.#milliseconds += took;
    this.#running = undefined;
    this.#begin();
    return running;
  }
}
