import { type Check, members, numberFrom } from '@soapstone/options';

/**
 * The limits of a transport: durations in milliseconds, sizes in bytes. The defaults are those of a program that calls for itself: its
 * calls wait for their turn until their deadline. A program that calls for many others sets the limits of calls in flight, of waiting
 * calls and of failures, so that one service or one caller takes nothing from the rest.
 */
export interface TransportLimits {
  /** DNS, TCP and TLS together. Default 5,000. */
  readonly connectMs: number;
  /** From the first byte of the request to the end of the response header section. Default 15,000. */
  readonly firstByteMs: number;
  /** From `send` to the last byte of the response, unless the request sets its own deadline. Default 30,000. */
  readonly deadlineMs: number;
  /** The size of one response, unless the request sets its own limit. Default 10,485,760 (10 MiB). */
  readonly maxResponseBytes: number;
  /** Parts of a multipart response. Default 200. */
  readonly maxParts: number;
  /** The header section of one part, in bytes. Default 8,192. */
  readonly maxPartHeaderBytes: number;
  /** Calls in flight across all accounts; further ones fail. Default: no limit. */
  readonly inFlight: number;
  /** Calls in flight per account; further ones fail. Default: no limit. */
  readonly inFlightPerAccount: number;
  /** Calls in flight per account and origin; also the maximum number of connections of one pool. Default 64. */
  readonly inFlightPerOrigin: number;
  /** Calls that may wait for a slot, per account and origin; further ones fail. Default: no limit but their deadlines. */
  readonly waitingPerOrigin: number;
  /** Connection pools kept; the longest idle one is dropped first. Default 2,000. */
  readonly pools: number;
  /** How long an idle connection is kept if the server does not announce its own timeout. Default 4,000. */
  readonly keepAliveMs: number;
  /** How long a resolved name is cached; at most 60,000. Default 30,000. */
  readonly dnsTtlMs: number;
  /** Concurrent name lookups per account. Default 2. */
  readonly lookupsPerAccount: number;
  /** Consecutive transport failures that open the breaker of an account's origin; 0 is not a breaker. Default 0. */
  readonly breakerFailures: number;
  /** How long a breaker stays open the first time; each failed probe doubles it. Default 30,000. */
  readonly breakerOpenMs: number;
  /** The longest time that a breaker stays open. Default 300,000. */
  readonly breakerMaxOpenMs: number;
  /** Redirects that a document fetch follows. Calls follow none. Default 3. */
  readonly redirects: number;
}

/** A number that no count reaches. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The limits that hold unless an option changes them. */
export const DEFAULT_TRANSPORT_LIMITS: TransportLimits = {
  connectMs: 5_000,
  firstByteMs: 15_000,
  deadlineMs: 30_000,
  maxResponseBytes: 10 * 1024 * 1024,
  maxParts: 200,
  maxPartHeaderBytes: 8 * 1024,
  inFlight: NO_LIMIT,
  inFlightPerAccount: NO_LIMIT,
  inFlightPerOrigin: 64,
  waitingPerOrigin: NO_LIMIT,
  pools: 2_000,
  keepAliveMs: 4_000,
  dnsTtlMs: 30_000,
  lookupsPerAccount: 2,
  breakerFailures: 0,
  breakerOpenMs: 30_000,
  breakerMaxOpenMs: 300_000,
  redirects: 3,
};

/** The end of the message about an exceeded limit: the option that raises it. */
export function raisedBy(name: keyof TransportLimits): string {
  const standard = DEFAULT_TRANSPORT_LIMITS[name];
  return ` (option "limits.${name}", default ${standard === NO_LIMIT ? 'no limit' : standard})`;
}

/** The limits that may be 0: no waiting, no redirects, no DNS cache, no breaker. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set([
  'waitingPerOrigin',
  'redirects',
  'dnsTtlMs',
  'breakerFailures',
]);

const limitChecks = Object.fromEntries(
  Object.keys(DEFAULT_TRANSPORT_LIMITS).map((name) => [name, numberFrom(MAY_BE_ZERO.has(name) ? 0 : 1)]),
) as Record<keyof TransportLimits, Check>;

/** The members of `TransportLimits`. */
export const transportLimits: Check = members<TransportLimits>(limitChecks);
