/** The longest time that a client is asked to wait, in seconds: a server can write anything. */
const MOST = 86_400;

/**
 * The seconds of `Retry-After` (RFC 9110 §10.2.3), which holds seconds or a date; undefined if it holds neither. Never more than a day.
 *
 * @param now the time of the day in milliseconds
 *
 * @example
 * ```ts
 * badStatusProblem(503, 'it is being updated', readRetryAfter(headers['retry-after'], now));
 * ```
 */
export function readRetryAfter(
  value: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const text = (typeof value === 'string' ? value : value?.[0])?.trim().slice(0, 64);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text), MOST);
  // The form of HTTP dates: what else Date reads is no date of a header.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  return Math.min(Math.max(0, Math.ceil((until - now) / 1000)), MOST);
}
