import type { CallProblem } from '@soapstone/http-contract';

/** The state of an import. */
export type JobState = 'running' | 'done' | 'failed' | 'cancelled';

/** The steps of an import, in order. */
export const JOB_STEPS = ['fetching', 'reading', 'compiling', 'describing', 'storing'] as const;
export type JobStep = (typeof JOB_STEPS)[number];

/** Why an import failed. */
export interface JobError extends Pick<CallProblem, 'type' | 'code' | 'message'> {
  readonly details?: NonNullable<CallProblem['details']>;
}

/** The progress of a running import, as its owner sees it. */
export interface JobProgress {
  /** The current step, or the last one if the job has ended; earlier steps are done. */
  readonly step: JobStep;
  /** The requested documents in order, at most `MAX_DOCUMENTS`. */
  readonly documents: readonly string[];
  /** The total number of documents. */
  readonly documentCount: number;
  /** The response that the synchronous form would have had, if the job succeeded. */
  readonly result?: unknown;
  /** The `error` of the error body, if the job failed. */
  readonly error?: JobError;
}

/** An import that continues after the response to its request. Times are in milliseconds since the Unix epoch. */
export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly state: JobState;
  readonly progress: JobProgress;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The maximum number of documents that are listed; all are counted. */
export const MAX_DOCUMENTS = 50;
