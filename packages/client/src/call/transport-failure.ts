import { isTransportError, TransportError } from '@soapstone/soap-transport/internal/transport-error';

/** The options of a client, by the names of the transport's limits that they set. */
const OPTIONS = { deadlineMs: 'timeout', maxResponseBytes: 'limits.responseBytes' } as const;

/** Returns the error with the name of the client's option, instead of the transport's, that raises a limit or that it is about. */
export function inClientOptions(error: unknown): unknown {
  if (!isTransportError(error)) return error;
  const message = error.message
    .replace(
      /\(option "limits\.(deadlineMs|maxResponseBytes)"/,
      (_, name: keyof typeof OPTIONS) => `(option "${OPTIONS[name]}"`,
    )
    .replace('credential profile member "/headers/', 'header "');
  return message === error.message
    ? error
    : new TransportError({ ...error, message, answer: error.answer, cause: error.cause });
}
