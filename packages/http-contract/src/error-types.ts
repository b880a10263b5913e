/** The values of `error.type`. The list is closed. */
export type ErrorType =
  | 'VALIDATION_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'SERVICE_NOT_FOUND'
  | 'OPERATION_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'UPSTREAM_ERROR'
  | 'INTERNAL_ERROR';

/** The HTTP status of each error type. */
export const ERROR_STATUS: Readonly<Record<ErrorType, number>> = {
  VALIDATION_ERROR: 400,
  AUTHENTICATION_ERROR: 401,
  SERVICE_NOT_FOUND: 404,
  OPERATION_NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  UPSTREAM_ERROR: 502,
  INTERNAL_ERROR: 500,
};

/** A short label for each error type, for lists and charts. */
export const ERROR_TITLE: Readonly<Record<ErrorType, string>> = {
  VALIDATION_ERROR: 'Invalid request',
  AUTHENTICATION_ERROR: 'Invalid API key',
  SERVICE_NOT_FOUND: 'Unknown service',
  OPERATION_NOT_FOUND: 'Unknown operation',
  RATE_LIMIT_EXCEEDED: 'Too many calls',
  UPSTREAM_ERROR: 'SOAP service failed',
  INTERNAL_ERROR: 'Gateway failed',
};

/** The responses that do not depend on the operation, by their component name in OpenAPI documents. */
export const SHARED_RESPONSES: Readonly<
  Record<string, { status: number; description: string; ofNumberForms?: boolean }>
> = {
  BadRequest: {
    status: 400,
    description: '`VALIDATION_ERROR`: the request does not match the input of the operation.',
  },
  Unauthorized: {
    status: 401,
    description: '`AUTHENTICATION_ERROR`: the API key is missing, invalid or revoked.',
  },
  NotFound: {
    status: 404,
    description: '`SERVICE_NOT_FOUND` or `OPERATION_NOT_FOUND`: there is no such service or operation.',
  },
  NotAcceptable: {
    status: 406,
    description:
      '`VALIDATION_ERROR` with the code `NOT_ACCEPTABLE`: `Accept` asks for a form of numbers that does not exist.',
    ofNumberForms: true,
  },
  TooManyRequests: {
    status: 429,
    description:
      '`RATE_LIMIT_EXCEEDED`: the quota of the billing period or the limit per minute is exceeded.',
  },
  InternalError: { status: 500, description: '`INTERNAL_ERROR`: an unexpected failure.' },
  ServiceUnavailable: {
    status: 503,
    description: '`SERVICE_NOT_FOUND` with the code `SERVICE_PAUSED`: the owner has paused the service.',
  },
};

/** The meaning of each code of a 502. The schema does not list them, because more may be added. */
export const UPSTREAM_CODES: string = [
  'A more specific code than `type`:',
  '`SOAP_FAULT`: the service returned a fault, see `fault`.',
  '`UPSTREAM_BAD_RESPONSE`, `UPSTREAM_TOO_LARGE`, `RESPONSE_TOO_COMPLEX`: its response cannot be used.',
  '`RESPONSE_NOT_SIGNED`, `RESPONSE_SIGNATURE_INVALID`, `RESPONSE_EXPIRED`: its owner requires signed responses, and this one is unsigned, altered, signed by an unknown key, or too old.',
  '`UPSTREAM_LOGIN_FAILED`: it rejected the login (NTLM, Kerberos, or that of a session) that its owner has set up, or the login was not possible.',
  '`SESSION_RENEWED` (503): it did not accept the session that its owner has set up, and there is a new one; the call may be sent again if it may be executed twice.',
  '`RESPONSE_DECRYPTION_FAILED`: its response cannot be decrypted with the key that its owner has set up.',
  '`UPSTREAM_DNS`, `UPSTREAM_CONNECT`, `UPSTREAM_TLS`, `UPSTREAM_RESET`, `UPSTREAM_TIMEOUT`: it cannot be reached or did not respond.',
  '`UPSTREAM_CIRCUIT_OPEN`: it failed repeatedly and was not called.',
  '`UPSTREAM_BUSY`, `ABORTED`: too many calls to it were waiting, it asks to be called later (429, 503), or the call was ended.',
  '`NOT_RECORDED`: it answers from recordings, and this call is not one of them.',
  '`UPSTREAM_ADDRESS_REFUSED`: its address may not be called.',
  '`UPSTREAM_REQUEST_INVALID`: no request can be sent with the header fields, credentials or address that its owner has set up.',
  '`DESIGN_UNUSABLE`, `FILL_MISSING`, `FILL_INVALID`: the design that its owner has written does not fit it, lacks a value, or has one that its schema refuses.',
].join(' ');
