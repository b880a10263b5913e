import { isTransportError } from '@soapstone/soap-transport';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { badRequest, GatewayError, toGatewayError } from '../proxy/errors.js';
import { ImportError } from '../registration/import-documents.js';
import { RegistrationError } from '../registration/register.js';

/** The answer to a request that failed. What went wrong with documents is the owner's to know, word for word. */
export function explainFailure(error: unknown): GatewayError {
  return toGatewayError(explain(error));
}

function explain(error: unknown): unknown {
  if (isWsdlError(error)) return badRequest(error.code, sentence(error.message));
  // A credential profile that no call could use: the message names the member, never its value.
  if (isTransportError(error) && error.code === 'INVALID_REQUEST') {
    return badRequest('SCHEMA_VIOLATION', sentence(error.message));
  }
  if (!(error instanceof ImportError || error instanceof RegistrationError)) return error;
  const details = error.diagnostics.slice(0, 20).map(({ file, line, column, message }) => ({
    path: `${file}:${line}:${column}`,
    keyword: 'format' as const,
    message,
  }));
  return new GatewayError({
    type: 'VALIDATION_ERROR',
    code: error.code,
    message: sentence(error.message),
    ...(details.length === 0 ? {} : { details }),
  });
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
