import { TransportError, type TransportErrorCode } from '../transport-error.js';

/** When a breaker opens and for how long. */
export interface CircuitBreakerOptions {
  /** The number of consecutive transport failures that opens it; 0: none does. */
  readonly failures: number;
  /** How long it stays open the first time, in milliseconds; each failed probe doubles it. */
  readonly openMs: number;
  readonly maxOpenMs: number;
  /** The number of breakers kept; the one that changed longest ago is evicted first. */
  readonly maxEntries: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** The outcome of an admitted call. `unknown`: aborted by the caller, or rejected locally. */
export type CallOutcome = 'success' | 'failure' | 'unknown';

/** The state of a breaker that is not simply closed. */
export interface BreakerState {
  readonly state: 'failing' | 'open' | 'half-open';
  readonly failures: number;
  readonly retryAfterMs: number;
}

/** The breakers of a transport, one per key. Every admitted call is settled once, together with its probe if it is one. */
export interface CircuitBreakers {
  /** Admits a call and returns its probe if the breaker is half-open. Throws `TransportError` `UPSTREAM_CIRCUIT_OPEN`. */
  admit(key: string): Probe | undefined;
  settle(key: string, outcome: CallOutcome, probe: Probe | undefined): void;
  /** Breakers with a failure since their last success. */
  states(): ReadonlyMap<string, BreakerState>;
  /** How often a breaker opened, since the start. */
  opened(): number;
}

/** The one call that a half-open breaker admits. */
export interface Probe {
  probing: boolean;
}

interface Breaker extends Probe {
  failures: number;
  /** How many times in a row it opened. */
  opens: number;
  openUntil: number | undefined;
}

/**
 * Whether a failure means that the server is unreachable or does not respond. A response of any kind, including a SOAP fault or an
 * HTTP error, shows that it does.
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

/** Creates the breakers: closed until `failures` consecutive failures, then open, then one probe at a time. */
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
    // Evicted in the meantime, because there were too many.
    if (breaker !== probe) return;
    if (outcome === 'success') breakers.delete(key);
    else if (outcome === 'failure') {
      open(breaker);
      remember(key, breaker);
    }
  };

  return {
    admit(key) {
      // The usual case: no failures.
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
      if (options.failures === 0 || outcome === 'unknown') return;
      if (outcome === 'success' && breakers.size === 0) return;
      const breaker = breakers.get(key);
      // Calls in flight when the breaker opened carry no new information; only a probe closes it.
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
    message: `the upstream failed several times in a row and is left alone for ${Math.ceil(retryAfterMs / 1000)} s (option "limits.breakerFailures"; 0 turns this off)`,
    retryAfterMs: Math.ceil(retryAfterMs),
  });
}
