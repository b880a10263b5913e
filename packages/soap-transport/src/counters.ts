import type { PoolStats } from './connection/pools.js';
import type { AddressBookStats } from './egress/resolver.js';
import type { BreakerState } from './reliability/circuit-breaker.js';
import { TRANSPORT_ERROR_CODES, type TransportError, type TransportErrorCode } from './transport-error.js';

/** The statistics of a transport as plain data. Counts are since the start. Contains no secrets. */
export interface TransportStats {
  readonly calls: number;
  /** Calls whose response was read to the end or abandoned by its reader. */
  readonly answered: number;
  /** Failed calls by code. */
  readonly failed: Readonly<Record<TransportErrorCode, number>>;
  /** Failed calls that hit their total deadline. */
  readonly deadlines: number;
  /** Second attempts. */
  readonly retries: number;
  readonly inFlight: number;
  readonly waiting: number;
  readonly sockets: number;
  readonly pools: readonly PoolStats[];
  /** Breakers with a failure since their last success. */
  readonly breakers: readonly (BreakerState & { readonly account: string; readonly origin: string })[];
  /** How often a breaker opened. */
  readonly breakersOpened: number;
  readonly dns: AddressBookStats;
}

/** The counters of calls. */
export interface Counters {
  started(): void;
  retried(): void;
  finished(error: TransportError | undefined, deadlineHit: boolean): void;
  /** Reclassifies a call: its complete response turned out to be unusable. */
  condemned(error: TransportError): void;
  read(): Pick<TransportStats, 'calls' | 'answered' | 'failed' | 'deadlines' | 'retries'>;
}

/** Creates counters at zero. */
export function createCounters(): Counters {
  const failed = Object.fromEntries(TRANSPORT_ERROR_CODES.map((code) => [code, 0])) as Record<
    TransportErrorCode,
    number
  >;
  let calls = 0;
  let answered = 0;
  let deadlines = 0;
  let retries = 0;
  return {
    started() {
      calls += 1;
    },
    retried() {
      retries += 1;
    },
    finished(error, deadlineHit) {
      if (error === undefined) answered += 1;
      else failed[error.code] += 1;
      if (deadlineHit) deadlines += 1;
    },
    condemned(error) {
      answered -= 1;
      failed[error.code] += 1;
    },
    read: () => ({ calls, answered, failed: { ...failed }, deadlines, retries }),
  };
}
