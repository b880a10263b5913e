import { kindOf, text as stringCheck } from '@soapstone/soap-model/options';
import { invalidRequest } from '../transport-error.js';

/** Shorter values would redact half of an unrelated text. */
const MIN_SECRET = 4;

/** `&`, and every form that it takes when a message is quoted in another, even repeatedly. */
const AMPERSAND = '&(?:(?:amp|#0*38|#[xX]0*26);)*';

const NAMES: Readonly<Record<string, string>> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/**
 * Returns `text` with `[redacted]` for each of `secrets`, whether XML spells its characters literally or as references. Throws
 * `TransportError` `INVALID_REQUEST` if `text` or a secret is not a string.
 *
 * @example
 * ```ts
 * hideTexts('password=letmein', ['letmein']);
 * ```
 */
export function hideTexts(text: string, secrets: Iterable<string>): string {
  if (typeof text !== 'string')
    throw invalidRequest(`cannot hide secrets: expected a string, not ${kindOf(text)}`);
  let hidden = text;
  for (const secret of readSecrets(secrets).sort((one, other) => other.length - one.length)) {
    if (secret.length < MIN_SECRET) continue;
    hidden = /^[\w.~+/=-]*$/.test(secret)
      ? hidden.replaceAll(secret, '[redacted]')
      : hidden.replace(new RegExp([...secret].map(spellings).join(''), 'gu'), '[redacted]');
  }
  return hidden;
}

/** A string is iterable too, but would hide each of its characters instead of itself. */
function readSecrets(secrets: Iterable<string>): string[] {
  const given: unknown = secrets;
  if (typeof given !== 'object' || given === null || !(Symbol.iterator in given))
    throw invalidRequest(`cannot hide secrets: expected a list of strings, not ${kindOf(given)}`);
  const list = [...secrets];
  const [problem] = list.flatMap(stringCheck);
  if (problem !== undefined) throw invalidRequest(`cannot hide secrets: ${problem.expected}`);
  return list;
}

/** The pattern source for one character. ASCII letters and digits are never written as references. */
function spellings(character: string): string {
  if (/\w/.test(character)) return character;
  if (character === '&') return AMPERSAND;
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES[character];
  const references = `(?:${name === undefined ? '' : `${name}|`}#0*${code}|#[xX]0*(?:${code.toString(16)}|${code.toString(16).toUpperCase()}));`;
  return `(?:\\u{${code.toString(16)}}|${AMPERSAND}${references})`;
}
