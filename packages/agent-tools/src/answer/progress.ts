import type { MessageOptions } from '../host.js';
import { decodeUtf8 } from '../platform.js';
import { parseValue } from '../protocol/raw-json.js';
import type { RequestTerms } from '../protocol/revisions.js';
import { notification } from '../protocol/write-answer.js';

/** The protocol allows a string or an integer as a token. Anything else is ignored, as if the client wanted no progress. */
const TOKEN = /^(?:"[\s\S]*"|-?[0-9]{1,19})$/;
const MAX_TOKEN_CHARACTERS = 1024;

/**
 * Returns a function that reports progress to the client: each call sends one notification with the next number, until the request is
 * cancelled. Returns `undefined` if the request has no valid `progressToken`.
 *
 * @throws {JsonSyntaxError} for a token that is not JSON
 */
export function progressOf(
  { meta }: Pick<RequestTerms, 'meta'>,
  { signal, notify }: Pick<MessageOptions, 'signal' | 'notify'>,
): ((message: string) => void) | undefined {
  const json = meta.get('progressToken');
  if (json === undefined || json.length > MAX_TOKEN_CHARACTERS) return undefined;
  const token = decodeUtf8(json);
  if (!TOKEN.test(token)) return undefined;
  // The token is sent back as it is: a line break in it would end the line of an event stream and begin an event of the client's choice.
  parseValue(json);
  let progress = 0;
  return (message) => {
    if (signal.aborted) return;
    progress += 1;
    const params = `"progressToken":${token},"progress":${progress},"message":${JSON.stringify(message)}`;
    notify(notification('notifications/progress', params), true);
  };
}
