import { BodyStart } from '../answer/body-start.js';
import { describeAnswer } from '../answer/describe-answer.js';
import type { ReceivedAnswer } from '../answer/received-answer.js';
import { isTransportError, TransportError } from '../transport-error.js';

/** A redirected POST would be a second call, to a host that was never registered (C3). */
export function redirected(answer: ReceivedAnswer): TransportError {
  const { status } = answer;
  const message =
    status === 304
      ? 'the upstream responded with 304, which is for requests that name a cached response'
      : `the upstream responded with a redirect (${status}), which calls do not follow`;
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message,
    upstreamStatus: status,
    answer,
    remedy: describeAnswer(answer)?.remedy,
  });
}

/** A document was asked for, and an error status came. The message is for the owner, as all messages about documents. */
export function noDocument(answer: ReceivedAnswer): TransportError {
  const said = describeAnswer(answer);
  const why = said === undefined || said.kind === 'empty' ? '' : `: ${said.full}`;
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message: `cannot fetch the document: HTTP status ${answer.status}${why}`,
    upstreamStatus: answer.status,
    answer,
    remedy: said?.remedy,
  });
}

/** Reads the beginning of a body that is not a message. What cannot be read is left out. */
export async function readStart(
  source: AsyncIterable<Uint8Array>,
): Promise<Pick<ReceivedAnswer, 'start' | 'truncated'>> {
  const start = new BodyStart();
  try {
    for await (const piece of source) {
      start.take(piece);
      if (start.truncated) break;
    }
  } catch (error) {
    if (!isTransportError(error)) throw error;
    return { ...start.taken(), truncated: true };
  }
  return start.taken();
}
