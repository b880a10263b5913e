import type { Deprecation } from '../api/deprecations.js';
import { formatDay } from '../text/format.js';

/** The deprecation notice for callers, as a sentence. */
export function describeDeprecation(known: Deprecation | undefined): string {
  if (known === undefined) {
    return 'Not deprecated. Deprecating adds headers to every response and marks it in OpenAPI.';
  }
  const { at, sunset } = known;
  const end = sunset === null ? 'without a last day' : `until ${dayOf(sunset)}`;
  return `Deprecated since ${dayOf(at)}, ${end}.`;
}

/** The UTC day of an instant, regardless of the reader's time zone: the owner chose a date, not a moment. */
function dayOf(instant: string): string {
  return formatDay(`${instant.slice(0, 10)}T12:00:00`);
}

/** The end of a day, `2027-01-31`, as an instant: an operation is available throughout its last day. */
export function instantOfDay(day: string): string | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  return isDay ? `${day}T23:59:59Z` : undefined;
}
