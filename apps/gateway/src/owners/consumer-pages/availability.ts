import { type DayOutcome, dayOf } from '../../store/repositories/calls/call-days.js';

/** How a service answered on a day. `none`: nobody called it. */
type DayState = 'none' | 'good' | 'degraded' | 'failing';

/** How a service answered in the last 30 days, without a number of calls: that is its owner's business. */
export interface Availability {
  /** 30 UTC days, oldest first. */
  readonly days: readonly { readonly day: string; readonly state: DayState }[];
  /** The percentage of calls that the service answered, to a tenth; null for fewer than 100 calls. */
  readonly percent: number | null;
}

const DAY = 86_400_000;
const DAYS = 30;
/** When the days begin that a status shows. */
export const availableSince = (now: number): number => now - (DAYS - 1) * DAY;

/** The codes of upstream errors that are not failures of the service: it answered, or was not asked. */
const NO_FAILURES: ReadonlySet<string> = new Set([
  'SOAP_FAULT',
  'NOT_RECORDED',
  'ABORTED',
  'SESSION_RENEWED',
]);
/** A percentage of fewer calls would tell how few they are. */
const ENOUGH = 100;

/**
 * Sums up the outcomes of calls. Errors of clients, such as invalid requests and used-up quotas, do not count: they say nothing about the
 * service.
 *
 * @param outcomes of the last 30 days
 * @param now milliseconds since the Unix epoch
 */
export function availabilityOf(outcomes: readonly DayOutcome[], now: number): Availability {
  const sums = new Map<string, { answered: number; failed: number }>();
  const total = { answered: 0, failed: 0 };
  for (const { day, type, code, calls } of outcomes) {
    const part = partOf(type, code);
    if (part === undefined) continue;
    const sum = sums.get(day) ?? { answered: 0, failed: 0 };
    sum[part] += calls;
    total[part] += calls;
    sums.set(day, sum);
  }
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(availableSince(now) + index * DAY);
    return { day, state: stateOf(sums.get(day)) };
  });
  const all = total.answered + total.failed;
  return { days, percent: all < ENOUGH ? null : Math.floor((total.answered / all) * 1000) / 10 };
}

function partOf(type: string, code: string): 'answered' | 'failed' | undefined {
  if (type === '' || code === 'SOAP_FAULT') return 'answered';
  if (type === 'INTERNAL_ERROR') return 'failed';
  return type === 'UPSTREAM_ERROR' && !NO_FAILURES.has(code) ? 'failed' : undefined;
}

function stateOf(sum: { readonly answered: number; readonly failed: number } | undefined): DayState {
  if (sum === undefined) return 'none';
  const share = sum.answered / (sum.answered + sum.failed);
  if (share >= 0.99) return 'good';
  return share >= 0.9 ? 'degraded' : 'failing';
}
