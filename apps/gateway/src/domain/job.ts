/** Where an import stands. */
export type JobState = 'running' | 'done' | 'failed' | 'cancelled';

/** What an import does, in this order. */
export const JOB_STEPS = ['fetching', 'reading', 'compiling', 'describing', 'storing'] as const;
export type JobStep = (typeof JOB_STEPS)[number];

/** What an owner sees of an import while it runs. */
export interface JobProgress {
  /** The step that is under way, or was when it ended; the ones before it are done. */
  readonly step: JobStep;
  /** The documents that were asked for, in order; at most `MOST_DOCUMENTS`. */
  readonly documents: readonly string[];
  /** How many documents there were. */
  readonly documentCount: number;
  /** The answer of the synchronous form, when it is done. */
  readonly result?: unknown;
  /** The `error` of the error body, when it failed. */
  readonly error?: unknown;
}

/** An import that goes on behind the answer to its request. Times are milliseconds since the Unix epoch. */
export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly state: JobState;
  readonly progress: JobProgress;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The most documents that are named; all are counted. */
export const MOST_DOCUMENTS = 50;
