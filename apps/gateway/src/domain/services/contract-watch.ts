/** How often the documents of a service are checked for changes. */
export const WATCH_SCHEDULES = ['off', 'hourly', 'daily', 'weekly'] as const;
export type WatchSchedule = (typeof WATCH_SCHEDULES)[number];

/** The outcome for a revision that breaks no client: it is published, or waits like any other. */
export const WATCH_ACTIVATIONS = ['safe', 'never'] as const;
export type WatchActivation = (typeof WATCH_ACTIVATIONS)[number];

/** The owner's settings for the watch of a service. */
export interface WatchChoice {
  readonly schedule: WatchSchedule;
  readonly activate: WatchActivation;
}

/** The choice of a service whose owner has made none. */
export const DEFAULT_WATCH: WatchChoice = { schedule: 'daily', activate: 'never' };

/**
 * The result of a check: the contract is the live one (`unchanged`), one that waits for the owner (`waiting`; `held` if it breaks clients), one
 * that the check has published (`published`), or one that the owner has decided against (`decided`); or the documents could not be read
 * (`failed`), or the service was imported from files (`no-address`).
 */
export const WATCH_RESULTS = [
  'unchanged',
  'waiting',
  'held',
  'published',
  'decided',
  'failed',
  'no-address',
] as const;
export type WatchResult = (typeof WATCH_RESULTS)[number];

/** The result of a check. */
export interface WatchOutcome {
  readonly result: WatchResult;
  /** Why it failed, for the owner. */
  readonly reason?: string;
  /** The revision with the contract that was found, unless it is the live one. */
  readonly revision?: number;
}

/** The watch of a service. Times are in milliseconds since the Unix epoch. */
export interface ContractWatch extends WatchChoice {
  readonly accountId: string;
  readonly serviceId: string;
  /** Absent while no check is planned. */
  readonly nextAt?: number;
  /** When the last check ended, and what it found. Absent if there was none. */
  readonly last?: WatchOutcome & { readonly at: number };
  /** Since when every check has failed. */
  readonly failingSince?: number;
  /** The checks that have failed since then. */
  readonly failures: number;
  /** Whether the failure is an event. */
  readonly isTold: boolean;
  /** Grows with each check and each change by the owner. */
  readonly version: number;
  /** The state that the last readable check left for the next one. */
  readonly memory?: WatchMemory;
}

/** The state that a check leaves for the next one. */
export interface WatchMemory {
  /** The documents, the first one first. Absent if there were too many. */
  readonly documents?: readonly KnownDocument[];
  /** The revision that these documents describe. */
  readonly revision?: number;
  /** The origins that the operations are called at, and the revision and the choice of ports that this is true of. */
  readonly origins?: { readonly of: string; readonly list: readonly string[] };
}

/** A document of a contract, as it was fetched. */
export interface KnownDocument {
  /** The address in the reference to it. */
  readonly uri: string;
  /** Its digest. */
  readonly digest: string;
  /** The server's name for this version, and the address that sent it. */
  readonly version?: {
    readonly uri: string;
    readonly etag?: string;
    readonly lastModified?: string;
  };
}

/** The operator's settings for all watches. */
export interface WatchRules {
  readonly isOn: boolean;
  /** The shortest time between two checks of a service, in milliseconds. */
  readonly minimum: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The time between two checks, in milliseconds. */
const EVERY: Readonly<Record<Exclude<WatchSchedule, 'off'>, number>> = {
  hourly: HOUR,
  daily: DAY,
  weekly: 7 * DAY,
};
/** The time after a first, second and third failure in a row, in milliseconds; after further ones it is a day. Never longer than the schedule. */
const RETRIES = [HOUR, 6 * HOUR];
/** How much earlier or later than planned a check is made, as a part of the time between two. */
const JITTER = 0.1;

/** How long the documents cannot be read before that is an event, in milliseconds. */
export const UNREADABLE_FOR: number = 3 * DAY;

/** The number of callers that an event names. */
export const NAMED_CALLERS = 5;
/** The days of calls that are counted for a changed operation. */
export const CALLER_DAYS = 30;

/**
 * Returns the milliseconds until the next check of a schedule; undefined if there is none.
 *
 * @param failures the checks that have failed in a row
 * @param minimum the shortest time between two checks that the operator allows, in milliseconds
 * @param random from 0 to 1: services whose checks fell together drift apart
 */
export function untilNextCheck(
  schedule: WatchSchedule,
  failures: number,
  minimum: number,
  random: number,
): number | undefined {
  if (schedule === 'off') return undefined;
  const every = failures === 0 ? EVERY[schedule] : Math.min(EVERY[schedule], RETRIES[failures - 1] ?? DAY);
  return Math.round(Math.max(every, minimum) * (1 + JITTER * (2 * random - 1)));
}

/**
 * Returns the milliseconds until the first check of a schedule, spread over the time between two, but not before a tenth of it: its documents
 * were fetched just now. Undefined if there is none.
 */
export function untilFirstCheck(
  schedule: WatchSchedule,
  minimum: number,
  random: number,
): number | undefined {
  return schedule === 'off'
    ? undefined
    : Math.round(Math.max(EVERY[schedule], minimum) * (JITTER + (1 - JITTER) * random));
}
