import type { ErrorType } from './error-types.js';

/** The meaning of one code, and advice for its reader. */
export interface ErrorCodeRow {
  readonly type: ErrorType;
  /** The HTTP status, if it differs from that of the type. */
  readonly status?: number;
  /** The problem in a few words: a heading for pages and lists. */
  readonly title: string;
  /** The advice. Absent if the message of each error says it. */
  readonly advice?: string;
}

/**
 * The codes of errors of calls. Clients may depend on them: none is ever renamed. More may be added.
 *
 * `SOAP_FAULT` and the codes that begin with `UPSTREAM_` or `RESPONSE_` are about the SOAP service behind the JSON API.
 */
export type CallErrorCode =
  | 'INVALID_JSON'
  | 'DUPLICATE_KEY'
  | 'LIMIT_EXCEEDED'
  | 'SCHEMA_VIOLATION'
  | 'TOO_COMPLEX'
  | 'BODY_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'INVALID_HEADER'
  | 'CURSOR_INVALID'
  | 'MOCK_DISABLED'
  | 'MALFORMED_REQUEST'
  | 'REQUEST_INCOMPLETE'
  | 'INVALID_API_KEY'
  | 'PLAN_REQUIRED'
  | 'OPERATION_NOT_ALLOWED'
  | 'SERVICE_NOT_FOUND'
  | 'NO_SUCH_PATH'
  | 'SERVICE_PAUSED'
  | 'OPERATION_NOT_FOUND'
  | 'OPERATION_UNSUPPORTED'
  | 'QUOTA_EXHAUSTED'
  | 'RATE_PER_MINUTE'
  | 'TOO_MANY_CONCURRENT'
  | 'TOO_MANY_CONNECTIONS'
  | 'TOO_MANY_PIPELINED'
  | 'SOAP_FAULT'
  | 'UPSTREAM_BAD_RESPONSE'
  | 'UPSTREAM_TOO_LARGE'
  | 'RESPONSE_TOO_COMPLEX'
  | 'RESPONSE_NOT_SIGNED'
  | 'RESPONSE_SIGNATURE_INVALID'
  | 'RESPONSE_EXPIRED'
  | 'RESPONSE_DECRYPTION_FAILED'
  | 'UPSTREAM_LOGIN_FAILED'
  | 'SESSION_RENEWED'
  | 'UPSTREAM_DNS'
  | 'UPSTREAM_CONNECT'
  | 'UPSTREAM_TLS'
  | 'UPSTREAM_RESET'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_CIRCUIT_OPEN'
  | 'UPSTREAM_BUSY'
  | 'UPSTREAM_ADDRESS_REFUSED'
  | 'UPSTREAM_REQUEST_INVALID'
  | 'ABORTED'
  | 'NOT_RECORDED'
  | 'OVERLOADED'
  | 'OPERATION_HELD'
  | 'FILL_MISSING'
  | 'FILL_INVALID'
  | 'DESIGN_UNUSABLE'
  | 'INTERNAL';

const CALLS: Readonly<Record<CallErrorCode, ErrorCodeRow>> = {
  INVALID_JSON: {
    type: 'VALIDATION_ERROR',
    title: 'The body is not JSON',
    advice: 'Correct every place in `details`, then send the call again.',
  },
  DUPLICATE_KEY: {
    type: 'VALIDATION_ERROR',
    title: 'A key of an object appears twice',
    advice: 'Correct every place in `details`, then send the call again.',
  },
  LIMIT_EXCEEDED: {
    type: 'VALIDATION_ERROR',
    title: 'Larger than this gateway accepts',
    advice: 'Send less: `details` names the limit.',
  },
  SCHEMA_VIOLATION: {
    type: 'VALIDATION_ERROR',
    title: 'The input does not match the schema',
    advice: 'Correct every place in `details`, then send the call again.',
  },
  TOO_COMPLEX: {
    type: 'VALIDATION_ERROR',
    title: 'The input is too complex for its schema',
    advice: 'Send fewer or shorter lists.',
  },
  BODY_TOO_LARGE: {
    type: 'VALIDATION_ERROR',
    title: 'The body is too large',
    advice: 'Send less in one call.',
  },
  UNSUPPORTED_MEDIA: {
    type: 'VALIDATION_ERROR',
    title: 'The body is not sent as JSON',
    advice: 'Send it with Content-Type: application/json, in UTF-8, without a content encoding.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    type: 'VALIDATION_ERROR',
    status: 415,
    title: 'The body is not sent as JSON',
    advice: 'Send it with Content-Type: application/json.',
  },
  METHOD_NOT_ALLOWED: {
    type: 'VALIDATION_ERROR',
    status: 405,
    title: 'The operation does not take this method',
    advice: 'Use a method of the header Allow.',
  },
  NOT_ACCEPTABLE: {
    type: 'VALIDATION_ERROR',
    status: 406,
    title: 'No form of the response that was asked for exists',
    advice: 'Correct the header Accept.',
  },
  INVALID_HEADER: { type: 'VALIDATION_ERROR', title: 'A header has a value that it cannot have' },
  CURSOR_INVALID: {
    type: 'VALIDATION_ERROR',
    title: 'The cursor cannot be used',
    advice: 'Begin again without a cursor, and change nothing but the cursor from page to page.',
  },
  MOCK_DISABLED: {
    type: 'VALIDATION_ERROR',
    title: 'This service gives no examples',
    advice: 'Ask its owner to enable X-Mock, or call without it.',
  },
  MALFORMED_REQUEST: { type: 'VALIDATION_ERROR', title: 'The request is not valid HTTP' },
  REQUEST_INCOMPLETE: {
    type: 'VALIDATION_ERROR',
    title: 'The request did not arrive as a whole',
    advice: 'Send it again.',
  },
  INVALID_API_KEY: {
    type: 'AUTHENTICATION_ERROR',
    title: 'The API key is missing, invalid or revoked',
    advice: 'Send a key of the account in X-API-Key.',
  },
  PLAN_REQUIRED: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'The plan does not include this',
    advice: 'Change the plan of the account.',
  },
  OPERATION_NOT_ALLOWED: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'The key may not call this operation',
    advice: 'Ask the owner of the key to allow it.',
  },
  SERVICE_NOT_FOUND: {
    type: 'SERVICE_NOT_FOUND',
    title: 'There is no such service',
    advice: 'Compare the path with the one on the page of the service.',
  },
  NO_SUCH_PATH: { type: 'SERVICE_NOT_FOUND', title: 'Nothing is served at this path' },
  SERVICE_PAUSED: {
    type: 'SERVICE_NOT_FOUND',
    status: 503,
    title: 'This service is paused',
    advice: 'Its owner can resume it on its Settings page.',
  },
  OPERATION_NOT_FOUND: { type: 'OPERATION_NOT_FOUND', title: 'There is no such operation' },
  OPERATION_UNSUPPORTED: {
    type: 'OPERATION_NOT_FOUND',
    title: 'The operation cannot be called with JSON',
  },
  QUOTA_EXHAUSTED: {
    type: 'RATE_LIMIT_EXCEEDED',
    title: 'The quota of this billing period is used up',
    advice: 'Wait for the next billing period, or upgrade the plan.',
  },
  RATE_PER_MINUTE: {
    type: 'RATE_LIMIT_EXCEEDED',
    title: 'Too many calls within a minute',
    advice: 'Wait as long as Retry-After says.',
  },
  TOO_MANY_CONCURRENT: {
    type: 'RATE_LIMIT_EXCEEDED',
    title: 'Too many calls at the same time',
    advice: 'Wait until one of them has its response.',
  },
  TOO_MANY_CONNECTIONS: {
    type: 'RATE_LIMIT_EXCEEDED',
    title: 'Too many connections from one address',
    advice: 'Close some, or use one for several requests.',
  },
  TOO_MANY_PIPELINED: {
    type: 'RATE_LIMIT_EXCEEDED',
    title: 'Too many requests wait on one connection',
    advice: 'Read the responses before you send more.',
  },
  SOAP_FAULT: { type: 'UPSTREAM_ERROR', title: 'The SOAP service returned a fault' },
  UPSTREAM_BAD_RESPONSE: {
    type: 'UPSTREAM_ERROR',
    title: 'The response of the SOAP service cannot be used',
    advice: 'Tell the owner of the service.',
  },
  UPSTREAM_TOO_LARGE: {
    type: 'UPSTREAM_ERROR',
    title: 'The response of the SOAP service is too large',
    advice: 'Ask for less in one call.',
  },
  RESPONSE_TOO_COMPLEX: {
    type: 'UPSTREAM_ERROR',
    title: 'The response of the SOAP service is too complex',
    advice: 'Ask for less in one call.',
  },
  RESPONSE_NOT_SIGNED: {
    type: 'UPSTREAM_ERROR',
    title: 'The response of the SOAP service is not signed',
    advice: 'Tell the owner of the service.',
  },
  RESPONSE_SIGNATURE_INVALID: {
    type: 'UPSTREAM_ERROR',
    title: 'The signature of the response is not valid',
    advice: 'Tell the owner of the service.',
  },
  RESPONSE_EXPIRED: {
    type: 'UPSTREAM_ERROR',
    title: 'The signed response is too old',
    advice: 'Compare the clocks of the SOAP service and of this gateway.',
  },
  RESPONSE_DECRYPTION_FAILED: {
    type: 'UPSTREAM_ERROR',
    title: 'The response of the SOAP service cannot be decrypted',
    advice: 'Tell the owner of the service.',
  },
  UPSTREAM_LOGIN_FAILED: {
    type: 'UPSTREAM_ERROR',
    title: 'The SOAP service rejected the login',
    advice: 'Check the user name and the password that are set for it.',
  },
  SESSION_RENEWED: {
    type: 'UPSTREAM_ERROR',
    title: 'The session with the SOAP service had to be renewed',
    status: 503,
    advice: 'Send the call again if it may be executed twice.',
  },
  UPSTREAM_DNS: {
    type: 'UPSTREAM_ERROR',
    title: 'The host of the SOAP service has no address',
    advice: 'Check the address of the service.',
  },
  UPSTREAM_CONNECT: {
    type: 'UPSTREAM_ERROR',
    title: 'No connection to the SOAP service',
    advice: 'Check the address of the service, and whether it runs.',
  },
  UPSTREAM_TLS: {
    type: 'UPSTREAM_ERROR',
    title: 'No secure connection to the SOAP service',
    advice: 'Check its certificate and the TLS settings of the service.',
  },
  UPSTREAM_RESET: {
    type: 'UPSTREAM_ERROR',
    title: 'The SOAP service closed the connection',
    advice: 'Check whether the call took effect before you send it again.',
  },
  UPSTREAM_TIMEOUT: {
    type: 'UPSTREAM_ERROR',
    title: 'The SOAP service did not respond in time',
    advice: 'Check whether the call took effect before you send it again.',
  },
  UPSTREAM_CIRCUIT_OPEN: {
    type: 'UPSTREAM_ERROR',
    title: 'The SOAP service failed several times in a row',
    advice: 'Nothing was sent. Try again after the time in Retry-After.',
  },
  UPSTREAM_BUSY: {
    type: 'UPSTREAM_ERROR',
    status: 503,
    title: 'The SOAP service is busy, or too many calls to it are waiting',
    advice: 'Try again after the time in Retry-After, or in a few seconds.',
  },
  UPSTREAM_ADDRESS_REFUSED: {
    type: 'UPSTREAM_ERROR',
    title: 'The address of the SOAP service may not be called',
    advice: 'Ask the operator of this gateway.',
  },
  UPSTREAM_REQUEST_INVALID: {
    type: 'UPSTREAM_ERROR',
    title: 'No request can be sent with the settings of this service',
    advice: 'Correct its headers, credentials or address.',
  },
  ABORTED: {
    type: 'UPSTREAM_ERROR',
    title: 'The call was ended before its response',
    advice: 'Try again in a few seconds.',
  },
  NOT_RECORDED: {
    type: 'UPSTREAM_ERROR',
    title: 'This call is not recorded',
    advice: 'Record it, or send a call that is recorded.',
  },
  OVERLOADED: {
    type: 'INTERNAL_ERROR',
    title: 'The gateway is busy',
    advice: 'Try again in a few seconds.',
  },
  OPERATION_HELD: {
    type: 'INTERNAL_ERROR',
    title: 'This operation is on hold',
    advice: 'The owner of the service can release it on the Operations page.',
  },
  FILL_MISSING: {
    type: 'UPSTREAM_ERROR',
    title: 'A value that the owner fills in is not set',
    advice: 'The owner of the service can set the secret that the message names.',
  },
  FILL_INVALID: {
    type: 'UPSTREAM_ERROR',
    title: 'A value that the owner fills in cannot be used',
    advice: 'The owner of the service can replace the secret that the message names.',
  },
  DESIGN_UNUSABLE: {
    type: 'UPSTREAM_ERROR',
    title: 'The design of this service does not fit its WSDL',
    advice: 'The owner of the service can correct the line that the message names.',
  },
  INTERNAL: { type: 'INTERNAL_ERROR', title: 'An unexpected failure' },
};

/** Codes of the management API, beside those of calls. Their advice speaks to the owner of an account. */
export type ManagementErrorCode =
  | 'NOT_SIGNED_IN'
  | 'WRONG_PASSWORD'
  | 'WRONG_CURRENT_PASSWORD'
  | 'ACCOUNT_SUSPENDED'
  | 'ACCOUNT_CLOSING'
  | 'PLAN_FIXED'
  | 'SIGN_UP_CLOSED'
  | 'ONLY_ADMINISTRATORS'
  | 'RELEASE_FIRST'
  | 'INVITATION_REQUIRED'
  | 'INVITATION_INVALID'
  | 'DOMAIN_NOT_ALLOWED'
  | 'EMAIL_TAKEN'
  | 'PASSWORD_TOO_COMMON'
  | 'TOO_MANY_ATTEMPTS'
  | 'NOT_ADMINISTRATOR'
  | 'OWN_ADMINISTRATION'
  | 'CROSS_SITE'
  | 'CHANGED_MEANWHILE'
  | 'IF_MATCH_INVALID'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'REQUEST_RUNNING'
  | 'ALREADY_CARRIED_OUT'
  | 'NOT_FOUND'
  | 'SERVICE_LIMIT'
  | 'DRAFT_LIMIT'
  | 'KEY_LIMIT'
  | 'WEBHOOK_LIMIT'
  | 'WEBHOOK_OFF'
  | 'MAIL_OFF'
  | 'WATCH_OFF'
  | 'NOTHING_TO_WATCH'
  | 'TOO_MANY_MAILS'
  | 'LINK_INVALID'
  | 'SLUG_TAKEN'
  | 'SELECTION_EMPTY'
  | 'NO_OPERATION'
  | 'DESIGN_REFUSED'
  | 'SECRETS_FULL'
  | 'SESSION_KIND'
  | 'NOT_WSDL'
  | 'LOAD_FAILED'
  | 'INCOMPLETE'
  | 'DOCTYPE_REFUSED'
  | 'NOT_WELL_FORMED'
  | 'BAD_ENCODING'
  | 'BAD_ARCHIVE'
  | 'BAD_MODEL'
  | 'ENGINE_UNAVAILABLE'
  | 'REQUIRED_EXTENSION'
  | 'STRICT'
  | 'UNREADABLE'
  | 'TIMEOUT'
  | 'MEMORY'
  | 'CANCELLED'
  | 'LOST'
  | 'TOO_MANY_JOBS'
  | 'DESCRIPTION_TOO_COMPLEX'
  | 'REVISION_DECIDED'
  | 'REVISION_WAS_LIVE'
  | 'NOTHING_REMOVED'
  | 'BUSY_SERVICE'
  | 'EXAMPLES_FULL'
  | 'RECORDING_UNUSABLE'
  | 'RECORDINGS_FULL'
  | 'NOT_RECORDABLE'
  | 'UPLOAD_RUNNING'
  | 'AUDIT_LOG_CHANGED'
  | 'STORAGE_FULL'
  | 'STORAGE_READ_ONLY';

const MANAGEMENT: Readonly<Record<ManagementErrorCode, ErrorCodeRow>> = {
  NOT_SIGNED_IN: {
    type: 'AUTHENTICATION_ERROR',
    title: 'You are not logged in',
    advice: 'Log in, or send a management key in X-API-Key.',
  },
  WRONG_PASSWORD: {
    type: 'AUTHENTICATION_ERROR',
    title: 'The email address or the password is wrong',
    advice: 'Check both and try again.',
  },
  WRONG_CURRENT_PASSWORD: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'The password is wrong',
    advice: 'Enter the password with which you log in.',
  },
  ACCOUNT_SUSPENDED: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'This account is suspended',
    advice: 'Ask the operator of this gateway to resume it.',
  },
  ACCOUNT_CLOSING: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'This account is closed',
    advice: 'Keep the account first, or wait until it is deleted.',
  },
  PLAN_FIXED: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'Only the operator of this gateway can change plans',
    advice: 'Ask them to change it.',
  },
  SIGN_UP_CLOSED: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'Sign-up is closed',
    advice: 'Ask the operator of this gateway for an account.',
  },
  ONLY_ADMINISTRATORS: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'Only administrators can be invited',
    advice: 'To invite owners too, the operator sets SIGN_UP=invitation.',
  },
  RELEASE_FIRST: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'This operation is on hold',
    advice: 'Release it on the Operations page, then try again.',
  },
  INVITATION_REQUIRED: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'Sign-up needs an invitation',
    advice: 'Ask the operator of this gateway for an invitation, then open its link.',
  },
  INVITATION_INVALID: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'This invitation cannot be used',
    advice: 'It has expired, was used, or is for another email address. Ask for a new one.',
  },
  DOMAIN_NOT_ALLOWED: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'This email address cannot be used to sign up',
    advice: 'Use an address of your company.',
  },
  EMAIL_TAKEN: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'There is already an account with this email address',
    advice: 'Use another address.',
  },
  PASSWORD_TOO_COMMON: {
    type: 'VALIDATION_ERROR',
    title: 'This password is too common',
    advice: 'Choose one that is not on lists of common passwords.',
  },
  TOO_MANY_ATTEMPTS: {
    type: 'RATE_LIMIT_EXCEEDED',
    title: 'Too many attempts',
    advice: 'Wait a minute, then try again.',
  },
  NOT_ADMINISTRATOR: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'Only administrators of this gateway may do this',
  },
  OWN_ADMINISTRATION: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'You cannot lock yourself out',
    advice: 'Ask another administrator.',
  },
  CROSS_SITE: {
    type: 'AUTHENTICATION_ERROR',
    status: 403,
    title: 'This page is out of date',
    advice: 'Your session changed in another tab. Reload the page and try again.',
  },
  CHANGED_MEANWHILE: {
    type: 'VALIDATION_ERROR',
    status: 412,
    title: 'Changed meanwhile',
    advice: 'Someone else saved other values. Nothing of yours was saved: save again to compare both.',
  },
  IF_MATCH_INVALID: { type: 'VALIDATION_ERROR', title: 'The header If-Match names no ETag' },
  IDEMPOTENCY_KEY_INVALID: { type: 'VALIDATION_ERROR', title: 'The header Idempotency-Key cannot be used' },
  IDEMPOTENCY_KEY_REUSED: {
    type: 'VALIDATION_ERROR',
    status: 422,
    title: 'This Idempotency-Key belongs to another request',
    advice: 'Send a new key.',
  },
  REQUEST_RUNNING: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The same request is running',
    advice: 'Wait a second, then look whether it took effect.',
  },
  ALREADY_CARRIED_OUT: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The same request was carried out',
    advice: 'Reload the page to see its result.',
  },
  NOT_FOUND: {
    type: 'SERVICE_NOT_FOUND',
    title: 'This does not exist',
    advice: 'It may have been deleted. Go back and reload the list.',
  },
  SERVICE_LIMIT: {
    type: 'VALIDATION_ERROR',
    title: 'The plan allows no further service',
    advice: 'Delete a service you no longer need, or upgrade your plan.',
  },
  DRAFT_LIMIT: {
    type: 'VALIDATION_ERROR',
    title: 'Too many unpublished imports',
    advice: 'Publish or discard one of the imports listed below.',
  },
  KEY_LIMIT: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The account has too many API keys',
    advice: 'Revoke keys that nobody uses.',
  },
  WEBHOOK_LIMIT: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The account has too many webhooks',
    advice: 'Delete webhooks that nobody uses.',
  },
  WEBHOOK_OFF: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The webhook is off',
    advice: 'Turn the webhook on first.',
  },
  MAIL_OFF: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'This gateway sends no email',
    advice: 'Ask the operator of the gateway.',
  },
  WATCH_OFF: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'This gateway does not check WSDLs for changes',
    advice: 'Ask the operator of the gateway.',
  },
  NOTHING_TO_WATCH: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The service was imported from files',
    advice: 'Import it again from the address of its WSDL.',
  },
  TOO_MANY_MAILS: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'Too many emails within an hour',
    advice: 'Look into the inbox and the spam folder, or wait an hour.',
  },
  LINK_INVALID: {
    type: 'VALIDATION_ERROR',
    title: 'The link cannot be used',
    advice: 'A link works once and for a limited time. Ask for a new one.',
  },
  SLUG_TAKEN: {
    type: 'VALIDATION_ERROR',
    title: 'The account already has a service with this URL path',
    advice: 'Choose another URL path for this service.',
  },
  SELECTION_EMPTY: {
    type: 'VALIDATION_ERROR',
    title: 'No operation is left',
    advice: 'Choose at least one of the ports in the WSDL.',
  },
  DESIGN_REFUSED: {
    type: 'VALIDATION_ERROR',
    title: 'The design does not fit this service',
    advice: 'Correct every line in `details`, then send it again.',
  },
  SECRETS_FULL: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'There is no room for another secret',
    advice: 'Remove secrets that the design of the service no longer names.',
  },
  SESSION_KIND: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The session of this service gets its token in another way',
    advice: 'A design with a login logs in by itself; one with `token: { provided: … }` waits for a token.',
  },
  NO_OPERATION: {
    type: 'VALIDATION_ERROR',
    title: 'This WSDL has no operation that can be called',
    advice:
      'It may contain only types, or bindings other than SOAP. Ask the provider for the WSDL with the SOAP binding.',
  },
  NOT_WSDL: {
    type: 'VALIDATION_ERROR',
    title: 'This is not a WSDL',
    advice: 'Service URLs often need “?wsdl” at the end. Open the URL in a browser: it must show XML.',
  },
  LOAD_FAILED: {
    type: 'VALIDATION_ERROR',
    title: 'Couldn’t fetch the WSDL',
    advice: 'Check the URL. If only your network can reach it, upload the files instead.',
  },
  INCOMPLETE: {
    type: 'VALIDATION_ERROR',
    title: 'A document that the WSDL imports is missing',
    advice: 'Upload it together with the WSDL.',
  },
  DOCTYPE_REFUSED: {
    type: 'VALIDATION_ERROR',
    title: 'The file has a DOCTYPE',
    advice: 'Remove the DOCTYPE from the file and upload it: a DOCTYPE can read files and exhaust memory.',
  },
  NOT_WELL_FORMED: {
    type: 'VALIDATION_ERROR',
    title: 'The file is not well-formed XML',
    advice: 'Reading stopped at the place below. Fix the file, or ask the provider for a valid one.',
  },
  BAD_ENCODING: {
    type: 'VALIDATION_ERROR',
    title: 'The file is not in the encoding that it names',
    advice: 'Save it as UTF-8, or ask the provider for a valid one.',
  },
  BAD_ARCHIVE: {
    type: 'VALIDATION_ERROR',
    title: 'The zip archive cannot be opened',
    advice: 'It may be damaged or password-protected. Create a new one, or upload the files themselves.',
  },
  BAD_MODEL: {
    type: 'VALIDATION_ERROR',
    title: 'The stored form of this WSDL cannot be read',
    advice: 'Import the WSDL again.',
  },
  ENGINE_UNAVAILABLE: {
    type: 'VALIDATION_ERROR',
    title: 'The reader of WSDLs is not installed',
    advice: 'Ask the operator of this gateway.',
  },
  REQUIRED_EXTENSION: {
    type: 'VALIDATION_ERROR',
    title: 'The WSDL requires an extension that is not supported',
    advice: 'Ask the provider for a WSDL without it.',
  },
  STRICT: {
    type: 'VALIDATION_ERROR',
    title: 'The WSDL has errors',
    advice: 'Correct the places below, or ask the provider for a valid one.',
  },
  UNREADABLE: {
    type: 'VALIDATION_ERROR',
    title: 'The gateway failed to read the WSDL',
    advice: 'Try again. If it keeps failing, contact the gateway’s operator.',
  },
  TIMEOUT: {
    type: 'VALIDATION_ERROR',
    title: 'Reading the WSDL took too long',
    advice: 'The server may be slow. Try again, or download the files and upload them.',
  },
  MEMORY: {
    type: 'VALIDATION_ERROR',
    title: 'The WSDL is too big to read',
    advice:
      'Upload only the service that you need, or ask the gateway’s operator to raise REGISTRATION_MEMORY_MB.',
  },
  CANCELLED: { type: 'VALIDATION_ERROR', title: 'The import was cancelled' },
  LOST: { type: 'INTERNAL_ERROR', title: 'The import was interrupted', advice: 'Start it again.' },
  TOO_MANY_JOBS: {
    type: 'RATE_LIMIT_EXCEEDED',
    title: 'Too many imports at the same time',
    advice: 'Wait until one of them is done.',
  },
  DESCRIPTION_TOO_COMPLEX: {
    type: 'VALIDATION_ERROR',
    status: 422,
    title: 'The description of this service is too large',
    advice: 'Publish fewer ports or operations. Calls work all the same.',
  },
  REVISION_DECIDED: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'This revision does not wait for a decision any more',
    advice: 'Reload the page.',
  },
  REVISION_WAS_LIVE: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'This revision has been published before',
    advice: 'Roll back to it instead.',
  },
  NOTHING_REMOVED: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'This revision removes no operation',
    advice: 'There is nothing to announce.',
  },
  BUSY_SERVICE: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'Others change this service at the same time',
    advice: 'Try again.',
  },
  EXAMPLES_FULL: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'There is no room for another example',
    advice: 'Delete some first.',
  },
  RECORDING_UNUSABLE: {
    type: 'VALIDATION_ERROR',
    title: 'This recording cannot be used',
    advice: 'Nothing was added. Fix the files below, or record again, then upload all of it.',
  },
  RECORDINGS_FULL: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'Your account has no room for these recordings',
    advice: 'Nothing was added. Delete recordings you no longer need.',
  },
  NOT_RECORDABLE: {
    type: 'VALIDATION_ERROR',
    title: 'This call cannot be saved as a recording',
  },
  UPLOAD_RUNNING: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'Another upload is running',
    advice: 'Wait until it is done.',
  },
  AUDIT_LOG_CHANGED: {
    type: 'VALIDATION_ERROR',
    status: 409,
    title: 'The audit log was changed',
    advice: 'Ask the operator of this gateway.',
  },
  STORAGE_FULL: {
    type: 'INTERNAL_ERROR',
    status: 503,
    title: 'The gateway cannot save changes: its storage is full',
    advice: 'Tell its operator, then try again.',
  },
  STORAGE_READ_ONLY: {
    type: 'INTERNAL_ERROR',
    status: 503,
    title: 'The gateway cannot save changes: its database is read-only',
    advice: 'Tell its operator, then try again.',
  },
};

/**
 * Every code of an error body, of calls and of the management API: its type, its status, what happened and what to do.
 *
 * @example
 * ```ts
 * ERROR_CODES.QUOTA_EXHAUSTED.title; // 'The quota of this billing period is used up'
 * ```
 */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeRow>> = { ...CALLS, ...MANAGEMENT };

/** A code that an error body can have. */
export type ErrorCode = CallErrorCode | ManagementErrorCode;

/** The codes of calls, in the order in which pages list them. */
export const CALL_ERROR_CODES: readonly CallErrorCode[] = Object.keys(CALLS) as CallErrorCode[];
