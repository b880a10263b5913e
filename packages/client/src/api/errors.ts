import type {
  DecodeErrorCode,
  JsonObject,
  MappingErrorCode,
  SoapFaultInfo,
  ValidationProblem,
} from '@soapstone/json-xml-mapper';

export type { SoapFaultInfo, ValidationProblem };

/**
 * The reason why an input was not sent.
 *
 * - `VALIDATION`: it does not match the schema of the operation.
 * - `LIMIT`: it is larger or deeper than an option of `limits` allows.
 * - `TOO_COMPLEX`: checking it takes more work than `limits.work` allows.
 */
export type ValidationErrorCode = MappingErrorCode;

/**
 * The input of a call does not match the schema of its operation. Nothing was sent.
 *
 * @example
 * ```ts
 * try {
 *   await directory.GetUser({ userId: 'abc' });
 * } catch (error) {
 *   if (error instanceof ValidationError) console.log(error.problems[0].path); // "/userId"
 * }
 * ```
 */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly code: ValidationErrorCode;
  /** The operation that was called. */
  readonly operation: string;
  /** Every problem, in schema order, at most `limits.errors` (50). `path` is a JSON Pointer into the input. */
  readonly problems: readonly ValidationProblem[];
  /** True when there are more problems than `problems` lists. */
  readonly truncated: boolean;

  /** @internal */
  constructor(init: {
    readonly message: string;
    readonly code: ValidationErrorCode;
    readonly operation: string;
    readonly problems: readonly ValidationProblem[];
    readonly truncated: boolean;
    readonly cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.code = init.code;
    this.operation = init.operation;
    this.problems = init.problems;
    this.truncated = init.truncated;
  }
}

/**
 * The server answered with a SOAP fault.
 *
 * @example
 * ```ts
 * try {
 *   await directory.GetUser({ userId: 1 });
 * } catch (error) {
 *   if (error instanceof SoapFaultError && error.faultName === 'UserNotFound') return undefined;
 *   throw error;
 * }
 * ```
 */
export class SoapFaultError<Name extends string = string, Detail = JsonObject> extends Error {
  override readonly name: string = 'SoapFaultError';
  readonly code = 'SOAP_FAULT';
  /** The operation that was called. */
  readonly operation: string;
  /** The name of the fault that the WSDL declares and the detail matches; `undefined` for any other fault. */
  readonly faultName: Name | undefined;
  /** The detail as JSON, keyed by the names of its elements; `undefined` when the fault has none. */
  readonly detail: Detail | undefined;
  /** The whole fault: `code` as `{namespace}local`, `reason`, `actor`, headers and so on. */
  readonly fault: SoapFaultInfo;
  /** The HTTP status of the response. */
  readonly status: number;

  /** @internal */
  constructor(init: { readonly operation: string; readonly fault: SoapFaultInfo; readonly status: number }) {
    super(`${init.operation} failed with a SOAP fault: ${init.fault.reason}`);
    this.operation = init.operation;
    this.fault = init.fault;
    this.faultName = init.fault.name as Name | undefined;
    this.detail = init.fault.detail as Detail | undefined;
    this.status = init.status;
  }
}

/**
 * The reason why a response could not be used.
 *
 * - `NOT_XML`, `NOT_SOAP`: it is not XML, or not a SOAP envelope.
 * - `HTTP_STATUS`: its HTTP status is an error, and it carries no SOAP fault.
 * - `UNEXPECTED_ELEMENT`: its body is not the response of the operation.
 * - `STRICT`: it deviates from the WSDL, and `strictResponses` is on.
 * - `LIMIT`: it is larger or deeper than an option of `limits` allows.
 * - `CYCLE`: its references (`href`) form a cycle.
 * - `RESPONSE_TOO_COMPLEX`: reading it takes more work, or produces more JSON, than an option of `limits` allows.
 */
export type ResponseErrorCode = DecodeErrorCode | 'HTTP_STATUS';

/** The server answered with something that is not the SOAP response of the operation. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
  readonly code: ResponseErrorCode;
  /** The operation that was called. */
  readonly operation: string;
  /** The HTTP status of the response. */
  readonly status: number;
  /** JSON Pointer into the result, if the place is known. */
  readonly path: string | undefined;
  /** Every deviation that `strictResponses` rejects; otherwise empty. */
  readonly problems: readonly ValidationProblem[];
  /** The first 2000 characters of the response as text; `undefined` if it was streamed. */
  readonly excerpt: string | undefined;
  /** The header `Retry-After` of a response with the status 429 or 503, as the server wrote it: seconds or a date. */
  readonly retryAfter: string | undefined;

  /** @internal */
  constructor(init: {
    readonly message: string;
    readonly code: ResponseErrorCode;
    readonly operation: string;
    readonly status: number;
    readonly path?: string | undefined;
    readonly problems?: readonly ValidationProblem[] | undefined;
    readonly excerpt?: string | undefined;
    readonly retryAfter?: string | undefined;
    readonly cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.code = init.code;
    this.operation = init.operation;
    this.status = init.status;
    this.retryAfter = init.retryAfter;
    this.path = init.path;
    this.problems = init.problems ?? [];
    this.excerpt = init.excerpt;
  }
}
