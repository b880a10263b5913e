/** The request header with the API key of the caller. */
export const API_KEY_HEADER = 'X-API-Key';

/** The request header that carries SOAP header blocks where a body cannot (HD-2). */
export const SOAP_HEADERS_HEADER = 'X-SOAP-Headers';

/** The response header that identifies a call, as the error body does in `requestId`. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The rate-limit headers of every response, with their descriptions. They describe the quota of the billing period. */
export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': 'Calls that the plan allows in a billing period.',
  'X-RateLimit-Remaining': 'Calls that are left in the current billing period.',
  'X-RateLimit-Reset': 'When the current billing period ends (ISO 8601, UTC).',
} as const;
