import { isTransportError, TransportError } from '@soapstone/soap-transport/internal';

/** The options of a client that a message of the transport names as its own. */
const OPTIONS = { deadlineMs: 'timeout', maxResponseBytes: 'limits.responseBytes' } as const;

/** The same error; one of the transport names the option of the client that raises a limit. */
export function inClientOptions(error: unknown): unknown {
  if (!isTransportError(error)) return error;
  const message = error.message.replace(
    /\(option "limits\.(deadlineMs|maxResponseBytes)"/,
    (_, name: keyof typeof OPTIONS) => `(option "${OPTIONS[name]}"`,
  );
  return message === error.message ? error : new TransportError({ ...error, message, cause: error.cause });
}
