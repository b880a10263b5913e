import { Worker } from 'node:worker_threads';
import { tooManyConcurrentProblem } from '@soapstone/http-contract';
import { locateModule } from '../children/locate-module.js';
import { GatewayError } from '../errors/errors.js';
import { readLabel } from '../log/activity.js';
import { FairQueue } from '../children/fair-queue.js';
import type { FromThread, Job, JobTarget, JobValues, MapperSource, ThreadOptions } from './messages.js';
import { unpackError } from './pack.js';
import {
  type Customer,
  JobFailure,
  type JobResult,
  type MappingStats,
  type MappingThread,
  type MappingThreadOptions,
} from './thread-jobs.js';

/** The maximum number of waiting jobs per account; more than the concurrent calls of any plan. */
const WAITING_OF_ACCOUNT = 200;

/** The interval in milliseconds at which the time and the memory of the running job are checked. */
const CHECK_EVERY = 50;
/**
 * MiB that the heap limit of the thread exceeds the memory of a job by: more than a job can allocate between two checks. V8 aborts
 * the whole process if a thread allocates past its limit before it stops, so the limit itself must never be reached.
 */
const HEADROOM = 1_024;
const MIB = 1 << 20;

interface Waiting {
  readonly customer: Customer;
  readonly make: () => { readonly job: Job; readonly buffers?: ArrayBuffer[] };
  readonly source: (() => Promise<MapperSource>) | undefined;
  readonly resolve: (result: JobResult<Job['kind']> | JobFailure) => void;
  readonly reject: (error: unknown) => void;
}

/** The job in progress. */
interface Running {
  readonly id: number;
  readonly waiting: Waiting;
  readonly begun: number;
  /** The lowest memory of the process since the job started, in bytes: other work may free some meanwhile. */
  memory: number;
  readonly done: (cost: number) => void;
  readonly timer: NodeJS.Timeout;
}

/** Creates a mapping thread, which starts with its first job. */
export function createMappingThread(options: MappingThreadOptions): MappingThread {
  return new OneThread(options);
}

class OneThread implements MappingThread {
  readonly #options: MappingThreadOptions;
  readonly #queue = new FairQueue<Waiting>();
  #worker: Worker | undefined;
  /** Settles when an abandoned thread has ended. The next job starts when its memory is free. */
  #ending: Promise<unknown> | undefined;
  #running: Running | undefined;
  #ids = 0;
  #streams = 0;
  #jobs = 0;
  #milliseconds = 0;
  #restarts = 0;
  #closed = false;

  constructor(options: MappingThreadOptions) {
    this.#options = options;
  }

  run<Kind extends Job['kind']>(
    customer: Customer,
    make: () => { readonly job: Extract<Job, { kind: Kind }>; readonly buffers?: ArrayBuffer[] },
    source?: () => Promise<MapperSource>,
  ): Promise<JobResult<Kind> | JobFailure> {
    const { accountId } = customer;
    if (this.#queue.waitingOf(accountId) >= WAITING_OF_ACCOUNT) {
      return Promise.reject(new GatewayError(tooManyConcurrentProblem(WAITING_OF_ACCOUNT)));
    }
    return new Promise((resolve, reject) => {
      this.#queue.add(accountId, {
        customer,
        make,
        source,
        resolve: resolve as Waiting['resolve'],
        reject,
      });
      this.#begin();
    });
  }

  nextStream(): number {
    this.#streams += 1;
    return this.#streams;
  }

  drop(stream: number): void {
    this.#worker?.postMessage({ drop: stream });
  }

  stats(): MappingStats {
    const { waiting } = this.#queue;
    const seconds = this.#milliseconds / 1000;
    return { waiting, jobs: this.#jobs, seconds, restarts: this.#restarts };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#worker?.terminate(), this.#ending]);
  }

  #begin(): void {
    if (this.#running !== undefined || this.#ending !== undefined || this.#closed) return;
    const next = this.#queue.take();
    if (next === undefined) {
      // An idle thread keeps no process alive.
      this.#worker?.unref();
      return;
    }
    const { item: waiting, done } = next;
    this.#ids += 1;
    this.#running = {
      id: this.#ids,
      waiting,
      begun: performance.now(),
      memory: process.memoryUsage.rss(),
      done,
      timer: setInterval(() => this.#check(), CHECK_EVERY),
    };
    this.#jobs += 1;
    try {
      const { job, buffers } = waiting.make();
      this.#send(this.#ids, job, buffers);
    } catch (error) {
      this.#finish()?.reject(error);
    }
  }

  /** Ends the thread if the running job has taken too much time or memory. */
  #check(): void {
    const running = this.#running;
    if (running === undefined) return;
    const { limit, memory } = this.#options;
    const used = process.memoryUsage.rss();
    running.memory = Math.min(running.memory, used);
    if (limit > 0 && performance.now() - running.begun > limit) this.#giveUp(`no answer within ${limit} ms`);
    else if (used - running.memory > memory * MIB) this.#giveUp(`more than ${memory} MiB of memory`);
  }

  #send(id: number, job: Job, buffers: ArrayBuffer[] = []): void {
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ id, job }, buffers);
  }

  #start(): Worker {
    const { mapperBytes, memory, log } = this.#options;
    const workerData: ThreadOptions = { mapperBytes };
    const worker = new Worker(locateModule('mapping/thread'), {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory + HEADROOM },
    });
    worker.on('message', (message: FromThread) => this.#hear(message));
    worker.on('error', (error) => {
      if (this.#worker !== worker) return;
      log.error('the mapping thread ended: it is started again', error);
      this.#giveUp(error.message);
    });
    return worker;
  }

  #hear(message: FromThread): void {
    // Ignores the result of a thread that was terminated in the meantime.
    if (this.#running?.id !== message.id) return;
    if ('lacksMapper' in message) {
      void this.#sendAgain(this.#running);
      return;
    }
    const { cost } = message;
    const waiting = this.#finish();
    if ('error' in message) waiting?.resolve(new JobFailure(unpackError(message.error), cost));
    else waiting?.resolve({ value: message.value as JobValues[Job['kind']], cost });
  }

  /** Sends the job again, with the source of its mapper. */
  async #sendAgain({ id, waiting }: Running): Promise<void> {
    try {
      if (waiting.source === undefined) throw new Error('the mapping thread lacks a mapper');
      const source = await waiting.source();
      if (this.#running?.id !== id) return;
      const { job, buffers } = waiting.make();
      this.#send(id, withSource(job, source), buffers);
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
    this.#restarts += 1;
    const waiting = this.#finish();
    if (waiting === undefined) return;
    const activity = readLabel(waiting.customer.activity);
    const error = new Error(`the mapping thread was terminated: ${reason}`);
    this.#options.log.error('a call took too much time or memory: it was given up', error);
    this.#options.log.warn('the operation of the call that was given up', { ...activity });
    waiting.reject(error);
    if (activity !== undefined) this.#options.onStuck(activity);
  }

  /** Settles the running job and starts the next one. */
  #finish(): Waiting | undefined {
    const running = this.#running;
    if (running === undefined) return undefined;
    const took = performance.now() - running.begun;
    clearInterval(running.timer);
    running.done(took);
    this.#milliseconds += took;
    this.#running = undefined;
    this.#begin();
    return running.waiting;
  }
}

function withSource(job: Job, source: MapperSource): Job {
  if (!('target' in job)) return job;
  const target: JobTarget = { ...job.target, source };
  return { ...job, target };
}
