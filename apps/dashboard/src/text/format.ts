/** Formats numbers and times for people, in the browser's language where it matters. */

const count = new Intl.NumberFormat('en');
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const second = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const hour = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const utcDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `12,345` */
export const formatCount = (value: number): string => count.format(value);

/** `21 November 2026`, for an RFC 3339 instant, in the reader's time zone. */
export const formatDay = (instant: string): string => day.format(new Date(instant));

/** `21 Nov 2026, 14:05` */
export const formatMoment = (instant: string): string => moment.format(new Date(instant));

/** `21 Nov 2026, 14:05:33 GMT+1`: to the second, with the reader's time zone. */
export const formatSecond = (instant: string): string => second.format(new Date(instant));

/** `21 Nov, 14:00`, in the reader's time zone. */
export const formatHour = (instant: string): string => hour.format(new Date(instant));

/** `14:00`, in the reader's time zone. */
export const formatTime = (instant: string): string => time.format(new Date(instant));

/** `21 Nov`, for a day of UTC: `2026-11-21`. */
export const formatUtcDay = (date: string): string => utcDay.format(new Date(`${date}T00:00:00Z`));

/** `Europe/Berlin`: the reader's time zone. */
export const timeZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

/** `1.2%`, `12%`: a part of a whole; `0%` if the whole is 0. */
export function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return `${percent.toFixed(percent > 0 && percent < 10 ? 1 : 0)}%`;
}

/** `1 call`, `2 calls` */
export const formatPlural = (value: number, one: string, many: string = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
];

/** `3 minutes ago`. The distance from `now` decides the unit. */
export function formatAgo(instant: string, now: number): string {
  let distance = (Date.parse(instant) - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(distance) < size) return relative.format(Math.round(distance), unit);
    distance /= size;
  }
  return relative.format(Math.round(distance), 'year');
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** `12.3 KB` */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
