import { randomBytes } from 'node:crypto';
import {
  assertOptions,
  type Check,
  callback,
  flag,
  members,
  numberFrom,
  OptionError,
  text,
} from '@soapstone/soap-model/options';
import { type EgressPolicy, egressPolicy } from './egress/policy.js';
import { type Resolver, systemResolver } from './egress/resolver.js';

/** How a transport is set up. Everything has a safe default. */
export interface TransportOptions {
  readonly egress?: EgressPolicy | undefined;
  readonly limits?: Partial<Record<keyof TransportLimits, number | undefined>> | undefined;
  /** Ask servers for gzip. An answer in gzip is read either way, up to the cap. Default false. */
  readonly acceptGzip?: boolean | undefined;
  /** `User-Agent` of every request. Default `soapstone`. */
  readonly userAgent?: string | undefined;
  /** Default: the resolver of the operating system. */
  readonly resolver?: Resolver | undefined;
  /** Milliseconds of a clock that never goes back. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
  /** `count` unguessable bytes. Default `crypto.randomBytes`. */
  readonly random?: ((count: number) => Uint8Array) | undefined;
}

/** The limits of a transport: durations in milliseconds, sizes in bytes. */
export interface TransportLimits {
  /** DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** From the first byte of the request to the end of the response header section. */
  readonly firstByteMs: number;
  /** From `send` to the last byte of the answer, unless the request says otherwise. */
  readonly deadlineMs: number;
  /** Of one answer, unless the request says otherwise. */
  readonly maxResponseBytes: number;
  /** Parts of a multipart answer. */
  readonly maxParts: number;
  /** Of the header section of one part. */
  readonly maxPartHeaderBytes: number;
  /** Calls under way, of all accounts. */
  readonly inFlight: number;
  readonly inFlightPerAccount: number;
  /** Also the most connections that one pool can have. */
  readonly inFlightPerOrigin: number;
  /** Calls that may wait for their turn, per account and origin. */
  readonly waitingPerOrigin: number;
  readonly pools: number;
  /** How long an idle connection is kept when the server does not say. */
  readonly keepAliveMs: number;
  /** How long a resolved name is used again; at most 60,000. */
  readonly dnsTtlMs: number;
  /** Lookups under way per account. */
  readonly lookupsPerAccount: number;
  /** Transport failures in a row that open the breaker of an account's origin. */
  readonly breakerFailures: number;
  readonly breakerOpenMs: number;
  readonly breakerMaxOpenMs: number;
  /** Redirects of a document fetch. Calls follow none. */
  readonly redirects: number;
}

const DEFAULT_LIMITS: TransportLimits = {
  connectMs: 5_000,
  firstByteMs: 15_000,
  deadlineMs: 30_000,
  maxResponseBytes: 10 * 1024 * 1024,
  maxParts: 200,
  maxPartHeaderBytes: 8 * 1024,
  inFlight: 2_000,
  inFlightPerAccount: 200,
  inFlightPerOrigin: 64,
  waitingPerOrigin: 64,
  pools: 2_000,
  keepAliveMs: 4_000,
  dnsTtlMs: 30_000,
  lookupsPerAccount: 2,
  breakerFailures: 5,
  breakerOpenMs: 30_000,
  breakerMaxOpenMs: 300_000,
  redirects: 3,
};

/** The end of a message about a limit that was reached: the option that raises it. */
export function raisedBy(name: keyof TransportLimits): string {
  return ` (option "limits.${name}", default ${DEFAULT_LIMITS[name]})`;
}

/** Options with every default filled in. */
export interface ResolvedOptions {
  readonly egress: EgressPolicy;
  readonly limits: TransportLimits;
  readonly acceptGzip: boolean;
  readonly userAgent: string;
  readonly resolver: Resolver;
  readonly now: () => number;
  readonly random: (count: number) => Uint8Array;
}

/** The limits that may be 0: none wait, none are followed, no name is remembered. */
const MAY_BE_ZERO: ReadonlySet<string> = new Set(['waitingPerOrigin', 'redirects', 'dnsTtlMs']);

const limitChecks = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((name) => [name, numberFrom(MAY_BE_ZERO.has(name) ? 0 : 1)]),
) as Record<keyof TransportLimits, Check>;

const transportOptions: Check = members<TransportOptions>({
  egress: egressPolicy,
  limits: members<TransportLimits>(limitChecks),
  acceptGzip: flag,
  userAgent: text,
  resolver: callback,
  now: callback,
  random: callback,
});

/** Fills in the defaults. Throws `OptionError` for an unknown option, and for a value that cannot be used. */
export function resolveOptions(options: TransportOptions): ResolvedOptions {
  assertOptions(transportOptions, options, 'createTransport');
  const limits = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(options.limits ?? {})) {
    if (value !== undefined) Object.assign(limits, { [name]: value });
  }
  const userAgent = options.userAgent ?? 'soapstone';
  if (!/^[\x20-\x7e]{1,200}$/.test(userAgent)) {
    const expected = 'expected 1 to 200 visible ASCII characters';
    throw new OptionError('createTransport', { path: '/userAgent', expected });
  }
  return {
    egress: options.egress ?? {},
    limits,
    acceptGzip: options.acceptGzip ?? false,
    userAgent,
    resolver: options.resolver ?? systemResolver,
    now: options.now ?? (() => performance.now()),
    random: options.random ?? randomBytes,
  };
}
