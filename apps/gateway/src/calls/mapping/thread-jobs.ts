import type { FairThreadStats } from '../../children/fair-thread.js';
import type { Activity, ActivityLabel } from '../../log/activity.js';
import type { Log } from '../../log/log.js';
import type { Job, JobCost, JobValues, MapperSource } from './messages.js';

/** The account for which a job is done. */
export interface Customer {
  readonly accountId: string;
  /** The activity that the log names if the thread does not finish the job. */
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
   * Runs a job when it is the account's turn. `make` is called only then, so that waiting jobs copy nothing. Resolves to a
   * `JobFailure` if the mapper throws. Rejects with a `GatewayError`: `TOO_MANY_CONCURRENT` if too many jobs of the account
   * are waiting, an internal one if the thread did not finish the job. `source` returns what the mapper is created from; for a job for
   * several services, one for each.
   */
  run<Kind extends Job['kind']>(
    customer: Customer,
    make: () => { readonly job: Extract<Job, { kind: Kind }>; readonly buffers?: ArrayBuffer[] },
    source?: () => Promise<MapperSource | readonly MapperSource[]>,
  ): Promise<JobResult<Kind> | JobFailure>;
  /** Returns a new id for a response that arrives in pieces. */
  nextStream(): number;
  /** Forgets a response that will not continue. */
  drop(stream: number): void;
  stats(): FairThreadStats;
  close(): Promise<void>;
}

export interface MappingThreadOptions {
  /** The room for compiled services in the thread, in bytes. */
  readonly mapperBytes: number;
  /** MiB by which the process may grow during one job. A job that needs more ends the thread, not the process. */
  readonly memory: number;
  /** The time limit of one job in milliseconds; 0 means no limit. Work budgets should end jobs long before. */
  readonly limit: number;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** Called when the thread is terminated in the middle of a job for this operation. */
  readonly onStuck: (activity: Activity) => void;
}
