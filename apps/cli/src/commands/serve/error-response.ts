import {
  isMappingError,
  isOperationNotFoundError,
  isResponseError,
  stringify,
  type ValidationError,
} from '@soapstone/json-xml-mapper';
import { ERROR_STATUS, type ErrorType } from '@soapstone/openapi-generator';
import { isTransportError } from '@soapstone/soap-transport';
import { CliError } from '../../errors.js';

/** An answer of the local gateway. */
export interface GatewayResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What an error says beside its type, code and message; `headers` and `status` are not part of the body. */
interface ErrorMembers {
  readonly details?: readonly unknown[];
  readonly truncated?: true;
  readonly fault?: unknown;
  readonly upstreamStatus?: number;
  readonly sent?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error body that the real gateway answers with: `{"error": {type, message, code, requestId, …}}`. */
export function errorOf(
  type: ErrorType,
  code: string,
  message: string,
  requestId: string,
  { status = ERROR_STATUS[type], headers, ...members }: ErrorMembers = {},
): GatewayResponse {
  return {
    status,
    contentType: JSON_TYPE,
    // A typed fault detail may hold numbers that a double cannot: the library's writer keeps their digits.
    body: stringify({ error: { type, message, code, requestId, ...members } }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** Any error of a call as the answer that the real gateway would give. */
export function errorResponse(error: unknown, operation: string, requestId: string): GatewayResponse {
  if (isMappingError(error)) {
    const { errors, truncated } = error;
    const count = `${truncated ? 'more than ' : ''}${errors.length} error${errors.length === 1 && !truncated ? '' : 's'}`;
    return errorOf(
      'VALIDATION_ERROR',
      mappingCode(errors),
      `The request does not match the input of operation ${operation} (${count})`,
      requestId,
      { details: errors, ...(truncated ? { truncated } : {}) },
    );
  }
  if (isOperationNotFoundError(error)) {
    const hint = error.nearest.length === 0 ? '' : `; near names: ${error.nearest.slice(0, 3).join(', ')}`;
    const message = `The service has no such operation${hint}`;
    return errorOf('OPERATION_NOT_FOUND', 'OPERATION_NOT_FOUND', message, requestId);
  }
  if (isTransportError(error)) {
    const { sent, upstreamStatus } = error;
    const code = error.code === 'INVALID_REQUEST' ? 'UPSTREAM_ADDRESS_REFUSED' : error.code;
    const message = `The SOAP service could not be called: ${error.message}`;
    return errorOf('UPSTREAM_ERROR', code, message, requestId, {
      ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
      sent,
    });
  }
  if (isResponseError(error)) {
    const message = `The answer of the SOAP service is not usable: ${error.message}`;
    const details = error.details.length === 0 ? {} : { details: error.details };
    return errorOf('UPSTREAM_ERROR', 'UPSTREAM_BAD_RESPONSE', message, requestId, { ...details, sent: true });
  }
  if (error instanceof CliError) return errorOf('UPSTREAM_ERROR', error.code, error.message, requestId);
  const message = error instanceof Error ? error.message : String(error);
  return errorOf('INTERNAL_ERROR', 'INTERNAL', message, requestId);
}

function mappingCode([first]: readonly ValidationError[]): string {
  switch (first?.keyword) {
    case 'json':
      return 'INVALID_JSON';
    case 'duplicateKey':
      return 'DUPLICATE_KEY';
    case 'limit':
      return 'LIMIT_EXCEEDED';
    default:
      return 'SCHEMA_VIOLATION';
  }
}
