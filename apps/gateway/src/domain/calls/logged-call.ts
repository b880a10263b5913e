import type { Answers } from '../services/service-settings.js';

/** A proxy call as its owner sees it later, without its content. */
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
  /** Whether the call used quota. */
  readonly charged: boolean;
  /** The API key; `try-it` for calls from the dashboard. */
  readonly keyId?: string;
  /** The requested `service/operation` if there is no such service or operation, truncated. */
  readonly requested?: string;
  /** Present if a mock or a recording answered the call, or if it was recorded. */
  readonly answers?: Exclude<Answers, 'live'>;
}

/** Whether a call failed. A fault is how a SOAP service that works says no, and no failure of the service. */
export function hasFailed({ type = '', code }: Pick<LoggedCall, 'type' | 'code'>): boolean {
  return type !== '' && code !== 'SOAP_FAULT';
}

/** The number of calls of one operation in one hour with the same outcome. */
export interface CallSum {
  readonly accountId: string;
  /** The start of the UTC hour, in milliseconds since the Unix epoch. */
  readonly hour: number;
  /** `''` if none was found. */
  readonly serviceId: string;
  readonly operation: string;
  /** `''` for success. */
  readonly type: string;
  readonly code: string;
  readonly calls: number;
  /** The total of all calls. */
  readonly latencyMs: number;
  /** The calls that used quota. */
  readonly charged: number;
}

/** The number of calls with one API key in one hour. */
export interface KeySum {
  readonly accountId: string;
  /** The start of the UTC hour, in milliseconds since the Unix epoch. */
  readonly hour: number;
  readonly keyId: string;
  readonly calls: number;
  readonly failures: number;
  /** The calls that used quota. */
  readonly charged: number;
}

/** The rows written together. */
export interface CallBatch {
  /** Identifies the writer and the batch, so that a repeated batch is recognised. The batch numbers of a writer increase. */
  readonly writer: string;
  readonly number: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Counts of all calls. */
  readonly sums: readonly CallSum[];
  /** Counts of all calls with an API key. */
  readonly keys: readonly KeySum[];
  /** The calls that are listed individually. */
  readonly calls: readonly LoggedCall[];
}
