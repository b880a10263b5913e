import type { ProvidedToken } from '../../api/session.js';
import { list } from '../design-data.js';
import type { ParsedSession, TokenCarrier, TokenPlace } from './parsed-session.js';

/** Longer tokens are refused. */
const MOST_CHARACTERS = 65_536;
/** Characters that neither an HTTP header nor a cookie can have. */
const UNSENDABLE = /[\u0000-\u001f\u007f]|[^\u0000-\u00ff]/;

/** An answer of a login that cannot be used. The message has nothing of the answer. */
export class LoginAnswerError extends Error {
  override readonly name = 'LoginAnswerError';
}

/** Checks a token that a program hands in (DF-16). */
export function takeToken({ token, send }: ParsedSession, given: ProvidedToken): string {
  const parts = token.kind === 'provided' ? token.parts : [];
  const isText = typeof given === 'string';
  const names = isText ? [] : Object.keys(given);
  const fits =
    parts.length === 0
      ? isText
      : names.length === parts.length && parts.every((part) => names.includes(part));
  if (!fits)
    throw new LoginAnswerError(
      parts.length === 0 ? 'must be a text' : `must be an object with the values ${list(parts)}`,
    );
  const texts = isText ? [given] : parts.map((part) => given[part]);
  if (texts.some((text) => typeof text !== 'string' || text === ''))
    throw new LoginAnswerError('must have no value that is empty');
  const text = isText ? given : JSON.stringify(Object.fromEntries(parts.map((part) => [part, given[part]])));
  assertSendable(text, send, 'the token');
  return text;
}

/** The values of a token by their names: undefined for one text. */
export function valuesOf(place: TokenPlace, token: string): ReadonlyMap<string, string> | undefined {
  if (place.kind !== 'provided' || place.parts.length === 0) return undefined;
  return new Map(Object.entries(JSON.parse(token) as Record<string, string>));
}

/** Throws for a token that its header or cookie cannot have. */
export function assertSendable(token: string, send: TokenCarrier, what: string): void {
  if (token.length > MOST_CHARACTERS)
    throw new LoginAnswerError(`${what} has more than ${MOST_CHARACTERS} characters`);
  if (send.kind === 'message') return;
  if (UNSENDABLE.test(token))
    throw new LoginAnswerError(`${what} has characters that an HTTP header cannot have`);
  // It would be two cookies.
  if (send.kind === 'cookie' && send.name !== undefined && token.includes(';'))
    throw new LoginAnswerError(`${what} has a semicolon, which a cookie cannot have`);
}
