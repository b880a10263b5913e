const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `in 12 minutes`, `3 seconds ago`: an instant from the point of view of `now`, in milliseconds since 1970. */
export function describeTime(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
  return format.format(Math.trunc(seconds / length), unit);
}
