import type { DecodeError } from '@soapstone/json-xml-mapper';
import { NO_FAULT } from '@soapstone/soap-call';
import { ResponseError } from '../api/errors.js';
import type { CallTarget } from './call-target.js';

const EXCERPT_CHARACTERS = 2_000;

/**
 * Returns the error for a response that is not one to the call.
 *
 * @param cause what its reader found; `undefined` if an error status came with an envelope that has no fault (FL-3)
 * @param body if it was read as a whole
 */
export function unusableAnswer(
  { name }: CallTarget,
  status: number,
  cause: DecodeError | undefined,
  body?: Uint8Array,
): ResponseError {
  const unread = status < 400 ? cause : undefined;
  const what = unread
    ? `cannot read the response of ${name}`
    : `the server answered ${name} with HTTP ${status} and no SOAP fault`;
  return new ResponseError({
    message: `${what}: ${cause?.message ?? NO_FAULT}`,
    code: unread?.code ?? 'HTTP_STATUS',
    operation: name,
    status,
    path: unread?.path,
    problems: unread?.details,
    excerpt: body && excerptOf(body),
    cause,
  });
}

function excerptOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, EXCERPT_CHARACTERS * 4)).slice(0, EXCERPT_CHARACTERS);
}
