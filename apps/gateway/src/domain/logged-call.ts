/** One call of the proxy, as its owner sees it later. Nothing of its content. */
export interface LoggedCall {
  readonly requestId: string;
  readonly accountId: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly serviceId?: string;
  readonly operation?: string;
  readonly method: string;
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  readonly latencyMs: number;
  readonly cached: boolean;
}

/** Calls of one operation in one hour that ended in the same way, added up. */
export interface CallSum {
  readonly accountId: string;
  /** The beginning of the UTC hour, in milliseconds since the Unix epoch. */
  readonly hour: number;
  /** `''` where none was found. */
  readonly serviceId: string;
  readonly operation: string;
  /** `''` for success. */
  readonly type: string;
  readonly code: string;
  readonly calls: number;
  /** Of all of them. */
  readonly latencyMs: number;
}

/** What is written at once. */
export interface CallBatch {
  /** Whose it is, and which of theirs: what it is known by when it comes again. The numbers of a writer rise. */
  readonly writer: string;
  readonly number: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** All calls. */
  readonly sums: readonly CallSum[];
  /** Those of them that are written one by one. */
  readonly calls: readonly LoggedCall[];
}
