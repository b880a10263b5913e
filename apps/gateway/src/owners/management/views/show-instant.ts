/** Prints a time, in milliseconds since the Unix epoch, as RFC 3339; null if there is none. */
export function showInstant(time: number): string;
export function showInstant(time: number | undefined): string | null;
export function showInstant(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
