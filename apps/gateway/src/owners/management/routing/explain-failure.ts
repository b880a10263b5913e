import { withCode } from '@soapstone/http-contract';
import { asTransportError, isTransportError } from '@soapstone/soap-transport';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { badRequest, GatewayError, toGatewayError } from '../../../errors/errors.js';
import { notFound, storageRefused } from '../../../errors/management-errors.js';
import { isMissingParent } from '../../../store/drivers/missing-parent.js';
import { writeRefusalOf } from '../../../store/drivers/write-refusal.js';
import { ImportError } from '../../registration/import-documents.js';
import { RegistrationError } from '../../registration/register.js';

/** Returns the response to a failed request. The owner may see everything that is wrong with the documents. */
export function explainFailure(error: unknown): GatewayError {
  return toGatewayError(explain(error));
}

function explain(error: unknown): unknown {
  // The parent of the row was deleted in the meantime.
  if (isMissingParent(error)) return notFound('service');
  const refusal = writeRefusalOf(error);
  if (refusal !== undefined) return storageRefused(refusal, error);
  if (isWsdlError(error)) return badRequest(error.code, sentence(error.message));
  // The credential profile makes every call fail. The message names the member, never its value.
  const failure = asTransportError(error);
  if (isTransportError(failure) && failure.code === 'INVALID_REQUEST') {
    return badRequest('SCHEMA_VIOLATION', sentence(failure.message));
  }
  if (!(error instanceof ImportError || error instanceof RegistrationError)) return error;
  if (error instanceof RegistrationError && error.problems.length > 0) return designRefused(error);
  const details = error.diagnostics.slice(0, 20).map(({ file, line, column, message }) => ({
    // Without a line, because the document was not loaded.
    path: line === 0 ? file : `${file}:${line}:${column}`,
    keyword: 'format' as const,
    message: sentence(message.replace(/^cannot load the document: /, '')),
  }));
  return new GatewayError({
    type: 'VALIDATION_ERROR',
    code: error.code,
    message: sentence(error.message),
    ...(details.length === 0 ? {} : { details }),
  });
}

/** The paths are JSON Pointers into the body. */
function designRefused({ code, message, problems }: RegistrationError): GatewayError {
  const details = problems.map(({ at, message: wrong }) => ({
    path: pointerTo(at),
    keyword: 'format' as const,
    message: wrong,
  }));
  return new GatewayError({ ...withCode(code), message: sentence(message), details });
}

/** Returns a JSON Pointer to an entry of a design in the body of a request. */
export function pointerTo(at: readonly string[]): string {
  return ['/design', ...at.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** Formats a message as a sentence. A URL or file name at its start keeps its case. */
function sentence(text: string): string {
  return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
