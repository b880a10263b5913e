import { MimeError, type MultipartLimits, openMultipart, type ResponseMessage } from '@soapstone/mime';
import { isTransportError, TransportError } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';

/**
 * Opens the multipart message of a response. Throws `TransportError`, from the parts of the message too.
 *
 * @param end ends the exchange; not called if the reader has left it already
 */
export function openMultipartMessage(
  source: AsyncIterableIterator<Uint8Array>,
  contentType: string,
  limits: MultipartLimits,
  end: (error: TransportError) => void,
): Promise<ResponseMessage> {
  return openMultipart(source, contentType, limits, (error) => failureOf(error, end));
}

function failureOf(error: unknown, end: (error: TransportError) => void): unknown {
  if (error instanceof MimeError && error.code === 'ABANDONED') {
    const message = 'the response was abandoned by its reader';
    return new TransportError({ code: 'ABORTED', phase: 'read-response', message });
  }
  const failure = error instanceof MimeError ? unreadable(error) : error;
  if (isTransportError(failure)) end(failure);
  return failure;
}

function unreadable({ reason, limit }: MimeError): TransportError {
  const option = limit === undefined ? '' : raisedBy(limit);
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message: `cannot read the multipart message of the upstream: ${reason}${option}`,
  });
}
