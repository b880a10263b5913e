import { assertOptions, type Check, kindOf, members, numberFrom, oneOf, wrong } from '@soapstone/options';

/** A half-open interval of time `[start, end)`, in milliseconds since the Unix epoch. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * When the quota of an account resets.
 * - `calendarMonth`: at the start of each UTC month.
 * - `anchored`: monthly from `anchor`, the start of a subscription in milliseconds since the Unix epoch.
 * - `fixed`: every `length` milliseconds, counted from `anchor`. Default anchor: the Unix epoch, so that 86,400,000 is a UTC day.
 */
export type BillingCycle =
  | { readonly kind: 'calendarMonth' }
  | { readonly kind: 'anchored'; readonly anchor: number }
  | { readonly kind: 'fixed'; readonly length: number; readonly anchor?: number | undefined };

/** The cycle of a request that does not name one. */
export const CALENDAR_MONTH: BillingCycle = { kind: 'calendarMonth' };

/** A time that a `Date` can represent, in milliseconds since the Unix epoch. */
export const instant: Check = (value) =>
  typeof value === 'number' && Math.abs(value) <= 8.64e15
    ? []
    : wrong(`expected milliseconds since the Unix epoch, not ${kindOf(value)}`);

const calendarMonth: Check = members<{ readonly kind: string }>(
  { kind: oneOf('calendarMonth', 'anchored', 'fixed') },
  ['kind'],
);
const anchored: Check = members<Extract<BillingCycle, { kind: 'anchored' }>>(
  { kind: oneOf('anchored'), anchor: instant },
  ['anchor'],
);

const fixed: Check = members<Extract<BillingCycle, { kind: 'fixed' }>>(
  { kind: oneOf('fixed'), length: numberFrom(1), anchor: instant },
  ['length'],
);

/** A billing cycle. */
export const billingCycle: Check = (value) => {
  switch ((value as { kind?: unknown } | null | undefined)?.kind) {
    case 'anchored':
      return anchored(value);
    case 'fixed':
      return fixed(value);
    default:
      return calendarMonth(value);
  }
};

/** Midnight of 1 January 1970. Months counted from it are UTC calendar months. */
const EPOCH = 0;

/**
 * Returns the period of `cycle` that contains `instant` (milliseconds since the Unix epoch). Periods are contiguous and never
 * overlap. Throws `OptionError` for an unknown kind of cycle and for an invalid time.
 *
 * @example
 * ```ts
 * const { start, end } = periodAt(cycle, now());
 * ```
 */
export function periodAt(cycle: BillingCycle, instant: number): Period {
  assertOptions(periodArguments, { cycle, instant }, 'periodAt');
  return findPeriod(cycle, instant);
}

const periodArguments: Check = members({ cycle: billingCycle, instant }, ['cycle', 'instant']);

function findPeriod(cycle: BillingCycle, instant: number): Period {
  if (cycle.kind === 'fixed') return fixedPeriod(cycle, instant);
  const anchor = cycle.kind === 'calendarMonth' ? EPOCH : cycle.anchor;
  // The difference in calendar months is the index or one too many, if the anchor day has not been reached yet.
  let index = monthNumber(new Date(instant)) - monthNumber(new Date(anchor));
  if (boundary(anchor, index) > instant) index -= 1;
  return { start: boundary(anchor, index), end: boundary(anchor, index + 1) };
}

/**
 * Caches the last period of each anchor for `periodAt`, since nearly all requests fall into it. It keeps at most `capacity`
 * periods.
 */
export function createPeriodFinder(capacity: number): typeof periodAt {
  const last = new Map<number, Period>();
  return (cycle, instant) => {
    if (cycle.kind === 'fixed') return fixedPeriod(cycle, instant);
    const anchor = cycle.kind === 'calendarMonth' ? EPOCH : cycle.anchor;
    const known = last.get(anchor);
    if (known !== undefined && instant >= known.start && instant < known.end) return known;
    const period = findPeriod(cycle, instant);
    if (last.size >= capacity) last.clear();
    last.set(anchor, period);
    return period;
  };
}

function fixedPeriod(
  { length, anchor = EPOCH }: Extract<BillingCycle, { kind: 'fixed' }>,
  instant: number,
): Period {
  const start = anchor + Math.floor((instant - anchor) / length) * length;
  return { start, end: start + length };
}

/**
 * Returns the anchor plus `index` months, always counted from the anchor itself. The day is clamped to the length of the month (31
 * January, 28 February, 31 March), so a short month never shifts later ones. The time of day stays.
 */
function boundary(anchor: number, index: number): number {
  const date = new Date(anchor);
  const month = date.getUTCMonth() + index;
  const year = date.getUTCFullYear() + Math.floor(month / 12);
  const monthOfYear = ((month % 12) + 12) % 12;
  const lastDay = new Date(Date.UTC(year, monthOfYear + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, monthOfYear, Math.min(date.getUTCDate(), lastDay));
  return midnight + (anchor - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}

/** The number of months since January of year 0. */
function monthNumber(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
