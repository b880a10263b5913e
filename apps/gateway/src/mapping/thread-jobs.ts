import type { Activity, ActivityLabel } from '../log/activity.js';
import type { Log } from '../log/log.js';
import type { Job, JobCost, JobValues, MapperSource } from './messages.js';

/** The account that a job is done for. */
export interface Customer {
  readonly accountId: string;
  /** The activity that the log names if the thread does not return from the job. */
  readonly activity: ActivityLabel;
}

/** The result of a job and its cost. */
export interface JobResult<Kind extends Job['kind']> {
  readonly value: JobValues[Kind];
  readonly cost: JobCost;
}

/** A failed job, with the mapper's error. */
export class JobFailure {
  readonly error: Error;
  readonly cost: JobCost;

  constructor(error: Error, cost: JobCost) {
    this.error = error;
    this.cost = cost;
  }
}

/** A worker thread for mapping that would block the event loop for too long. */
export interface MappingThread {
  /**
   * Does a job when the account's turn comes. `make` is called then, so nothing is copied for what waits. Resolves to a
   * `JobFailure` where the mapper throws. Rejects with a `GatewayError`: `TOO_MANY_CONCURRENT` where too much of the account
   * waits already, an internal one where the thread did not come back from the job.
   */
  run<Kind extends Job['kind']>(
    customer: Customer,
    make: () => { readonly job: Extract<Job, { kind: Kind }>; readonly buffers?: ArrayBuffer[] },
    source?: () => Promise<MapperSource>,
  ): Promise<JobResult<Kind> | JobFailure>;
  /** A new id for a response that arrives in pieces. */
  nextStream(): number;
  /** Forgets a response that will not go on. */
  drop(stream: number): void;
  stats(): MappingStats;
  close(): Promise<void>;
}

export interface MappingStats {
  /** Jobs that wait for their turn. */
  readonly waiting: number;
  /** Jobs since the start, and the seconds that the thread took for them. */
  readonly jobs: number;
  readonly seconds: number;
  /** How often the thread was ended because it did not come back, or ran out of memory. */
  readonly restarts: number;
}

export interface MappingThreadOptions {
  /** Bytes of compiled services that the thread keeps. */
  readonly mapperBytes: number;
  /** MiB by which the process may grow during one job. A job that needs more ends the thread, not the process. */
  readonly memory: number;
  /** Milliseconds that one job may take; 0 is no limit. Work budgets end jobs long before, as far as we know. */
  readonly limit: number;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** Hears that the thread was ended in the middle of a job for this operation. */
  readonly onStuck: (activity: Activity) => void;
}
