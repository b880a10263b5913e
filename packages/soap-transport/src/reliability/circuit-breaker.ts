import { TransportError, type TransportErrorCode } from '../transport-error.js';

/** When a breaker opens and for how long. */
export interface CircuitBreakerOptions {
  /** Transport failures in a row that open it. */
  readonly failures: number;
  /** Milliseconds it stays open the first time; each probe that fails doubles it. */
  readonly openMs: number;
  readonly maxOpenMs: number;
  /** Breakers remembered; the one that changed longest ago is forgotten first. */
  readonly maxEntries: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** What became of an admitted call. `unknown`: given up by the caller, or refused by ourselves. */
export type CallOutcome = 'success' | 'failure' | 'unknown';

/** The state of a breaker that is not simply closed. */
export interface BreakerState {
  readonly state: 'failing' | 'open' | 'half-open';
  readonly failures: number;
  readonly retryAfterMs: number;
}

/** The breakers of a transport. A breaker belongs to one key. Every admitted call is settled, once, with its probe if it is one. */
export interface CircuitBreakers {
  /** Gives the probe that the call is, if the breaker is half-open. Throws `TransportError` `UPSTREAM_CIRCUIT_OPEN`. */
  admit(key: string): Probe | undefined;
  settle(key: string, outcome: CallOutcome, probe: Probe | undefined): void;
  /** Breakers that saw a failure since their last success. */
  states(): ReadonlyMap<string, BreakerState>;
  /** Times that a breaker opened, since the start. */
  opened(): number;
}

/** The one call that a half-open breaker lets through. */
export interface Probe {
  probing: boolean;
}

interface Breaker extends Probe {
  failures: number;
  /** Times in a row that it opened. */
  opens: number;
  openUntil: number | undefined;
}

/**
 * Whether a failure says that the server cannot be reached or does not answer. An answer of any kind, a SOAP fault or an HTTP
 * error included, says that it can.
 */
export function isTransportFailure(code: TransportErrorCode): boolean {
  switch (code) {
    case 'UPSTREAM_DNS':
    case 'UPSTREAM_CONNECT':
    case 'UPSTREAM_TLS':
    case 'UPSTREAM_RESET':
    case 'UPSTREAM_TIMEOUT':
      return true;
    default:
      return false;
  }
}

/** Creates the breakers: closed until `failures` failures in a row, then open, then one probe at a time. */
export function createCircuitBreakers(options: CircuitBreakerOptions): CircuitBreakers {
  const { now } = options;
  const breakers = new Map<string, Breaker>();
  let openings = 0;

  const remember = (key: string, breaker: Breaker): void => {
    breakers.delete(key);
    breakers.set(key, breaker);
    if (breakers.size <= options.maxEntries) return;
    const oldest = breakers.keys().next();
    if (!oldest.done) breakers.delete(oldest.value);
  };

  const open = (breaker: Breaker): void => {
    breaker.openUntil = now() + Math.min(options.openMs * 2 ** breaker.opens, options.maxOpenMs);
    breaker.opens += 1;
    openings += 1;
  };

  const settleProbe = (key: string, probe: Probe, outcome: CallOutcome): void => {
    probe.probing = false;
    const breaker = breakers.get(key);
    // Forgotten in the meantime, when there were too many.
    if (breaker !== probe) return;
    if (outcome === 'success') breakers.delete(key);
    else if (outcome === 'failure') {
      open(breaker);
      remember(key, breaker);
    }
  };

  return {
    admit(key) {
      // Nearly always: nobody has failed.
      if (breakers.size === 0) return undefined;
      const breaker = breakers.get(key);
      if (breaker?.openUntil === undefined) return undefined;
      const left = breaker.openUntil - now();
      if (left > 0 || breaker.probing) throw circuitOpen(Math.max(left, 1000));
      breaker.probing = true;
      return breaker;
    },
    settle(key, outcome, probe) {
      if (probe !== undefined) {
        settleProbe(key, probe, outcome);
        return;
      }
      if (outcome === 'unknown' || (outcome === 'success' && breakers.size === 0)) return;
      const breaker = breakers.get(key);
      // Calls that were under way when the breaker opened say nothing new: only a probe closes it.
      if (breaker?.openUntil !== undefined) return;
      if (outcome === 'success') {
        breakers.delete(key);
        return;
      }
      const failing = breaker ?? { failures: 0, opens: 0, openUntil: undefined, probing: false };
      failing.failures += 1;
      if (failing.failures >= options.failures) open(failing);
      remember(key, failing);
    },
    states() {
      const at = now();
      return new Map(
        [...breakers].map(([key, breaker]) => {
          const left = breaker.openUntil === undefined ? 0 : Math.max(0, breaker.openUntil - at);
          const state = breaker.openUntil === undefined ? 'failing' : left > 0 ? 'open' : 'half-open';
          return [key, { state, failures: breaker.failures, retryAfterMs: left }] as const;
        }),
      );
    },
    opened: () => openings,
  };
}

function circuitOpen(retryAfterMs: number): TransportError {
  return new TransportError({
    code: 'UPSTREAM_CIRCUIT_OPEN',
    phase: 'admit',
    message: 'the upstream failed several times in a row and is left alone for a while',
    retryAfterMs: Math.ceil(retryAfterMs),
  });
}
