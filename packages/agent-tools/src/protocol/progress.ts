import type { MessageOptions } from '../host.js';
import { decodeUtf8 } from '../platform.js';
import type { RequestTerms } from './revisions.js';
import { notification } from './write-answer.js';

/** A string, or an integer: what the protocol allows as a token. Anything else is ignored, as if no progress were wanted. */
const TOKEN = /^(?:"[\s\S]*"|-?[0-9]{1,19})$/;
const LONGEST_TOKEN = 1024;

/**
 * Sends the progress of a request to the client: each call one notification with the next number. Undefined if the request has no valid
 * `progressToken`. After a cancellation nothing is sent.
 */
export function progressOf(
  { meta }: Pick<RequestTerms, 'meta'>,
  { signal, notify }: Pick<MessageOptions, 'signal' | 'notify'>,
): ((message: string) => void) | undefined {
  const json = meta.get('progressToken');
  if (json === undefined || json.length > LONGEST_TOKEN) return undefined;
  const token = decodeUtf8(json);
  if (!TOKEN.test(token)) return undefined;
  let progress = 0;
  return (message) => {
    if (signal.aborted) return;
    progress += 1;
    const params = `"progressToken":${token},"progress":${progress},"message":${JSON.stringify(message)}`;
    notify(notification('notifications/progress', params), true);
  };
}
