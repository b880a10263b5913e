import { assertOptions, numberFrom } from '@soapstone/options';

/** The request header with the caller's API key. */
export const API_KEY_HEADER = 'X-API-Key';

/** The request header that carries SOAP header blocks for requests without a body (HD-2), and the response header of a route that has those of the response. */
export const SOAP_HEADERS_HEADER = 'X-SOAP-Headers';

/** The media type in `Accept` that selects strings for numbers that a double cannot hold, as in OData (NM-2). */
export const NUMBER_STRINGS_TYPE = 'application/json;IEEE754Compatible=true';

/** The request header that asks for the SOAP request of a call instead of the call: `true` or `false`. */
export const DRY_RUN_HEADER = 'X-Dry-Run';

/** The request header that asks for a sample response from the WSDL instead of a call: `true` or `false`. */
export const MOCK_HEADER = 'X-Mock';

/** The response header of a call that was answered by a mock (`mock`) or a recording (`replay`), or that was recorded (`record`). */
export const ANSWERS_HEADER = 'X-Answers';

/** The response header of a call by a route that has the deviations of the response from the WSDL (TR-7), as a JSON array in ASCII. */
export const WARNINGS_HEADER = 'X-Warnings';

/** The response header that identifies a call; equal to `requestId` in the error body. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The rate-limit headers of every response, with their descriptions. They describe the quota of the billing period. */
export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': 'Calls that the plan allows in a billing period.',
  'X-RateLimit-Remaining': 'Calls that are left in the current billing period.',
  'X-RateLimit-Reset': 'When the current billing period ends (ISO 8601, UTC).',
} as const;

const instant = numberFrom(0);

/** The longest time that a client is asked to wait, in seconds: a server can write anything. */
const MOST_SECONDS = 86_400;

/**
 * The seconds of `Retry-After` (RFC 9110 §10.2.3), which holds seconds or a date; undefined if it holds neither. Never more than a day.
 *
 * @param now milliseconds since the Unix epoch
 * @throws {OptionError} if `now` is not a number; `value` may be anything
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
  assertOptions(instant, now, 'readRetryAfter', 'now');
  const [first]: readonly unknown[] = [value].flat();
  if (typeof first !== 'string') return undefined;
  const text = first.trim().slice(0, 64);
  if (/^\d+$/.test(text)) return Math.min(Number(text), MOST_SECONDS);
  // The form of HTTP dates: what else Date reads is not a date of a header.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  return Math.min(Math.max(0, Math.ceil((until - now) / 1000)), MOST_SECONDS);
}
