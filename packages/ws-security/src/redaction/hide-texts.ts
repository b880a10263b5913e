import { kindOf, text as stringCheck } from '@soapstone/options';
import { unusableRequest } from '../security-error.js';
import { readPercentEncoding } from './read-percent-encoding.js';
import { readReferences, type Spelled, spelledLiterally } from './read-references.js';
import { joinRanges, type Range, TextFinder } from './text-finder.js';

/** Shorter values would redact half of an unrelated text. */
const MIN_SECRET = 4;

/**
 * Returns `text` with `[redacted]` for each of `secrets`, whether its characters are spelled literally, as references of XML, or
 * percent-encoded. Throws
 * `SecurityError` `INVALID_REQUEST` if `text` or a secret is not a string. The work is linear in the text and in the secrets.
 *
 * @example
 * ```ts
 * hideTexts('password=letmein', ['letmein']);
 * ```
 */
export function hideTexts(text: string, secrets: Iterable<string>): string {
  assertText(text);
  return textHider(secrets, text.length)(text);
}

/**
 * Returns a function that hides the secrets in one text after the other.
 *
 * @param longest the length of the longest text; longer secrets are not in it
 */
export function textHider(secrets: Iterable<string>, longest: number): (text: string) => string {
  const hidden = readSecrets(secrets).filter(({ length }) => length >= MIN_SECRET && length <= longest);
  if (hidden.length === 0) return (text) => text;
  const finder = new TextFinder(new Set(hidden.flatMap(formsOf)));
  return (text) => {
    assertText(text);
    return replaced(text, findAll(finder, text));
  };
}

function assertText(text: string): void {
  if (typeof text !== 'string')
    throw unusableRequest(`cannot hide secrets: expected a string, not ${kindOf(text)}`);
}

/** A string is iterable too, but would hide each of its characters instead of itself. */
export function readSecrets(secrets: Iterable<string>): string[] {
  const given: unknown = secrets;
  if (typeof given !== 'object' || given === null || !(Symbol.iterator in given))
    throw unusableRequest(`cannot hide secrets: expected a list of strings, not ${kindOf(given)}`);
  const list = [...secrets];
  const [problem] = list.flatMap(stringCheck);
  if (problem !== undefined) throw unusableRequest(`cannot hide secrets: ${problem.expected}`);
  return list;
}

/**
 * The forms of a secret that are searched: the secret itself, the secret without the references in it, and that without the characters
 * at its ends that could become part of a reference together with the text around it.
 */
function formsOf(secret: string): string[] {
  const plain = secret.includes('&') ? textOf(readReferences(spelledLiterally(secret), true)) : secret;
  const core = plain.slice(endOfTail(plain), startOfHead(plain));
  return [secret, plain, core].filter(({ length }) => length >= MIN_SECRET);
}

/** The index after the end of a reference (`lt;`) with which the text begins; 0 if it does not. */
function endOfTail(text: string): number {
  return (/^[#\w]*;/.exec(text)?.[0] ?? '').length;
}

/** The index of the beginning of a reference (`&l`) with which the text ends; its length if it does not. */
function startOfHead(text: string): number {
  const at = text.lastIndexOf('&');
  return at !== -1 && /^&[#\w]*$/.test(text.slice(at)) ? at : text.length;
}

function textOf({ units }: Spelled): string {
  return Array.from(units, (unit) => String.fromCharCode(unit)).join('');
}

/**
 * Searches the text as it is, after resolving its references once and twice, and without any reference: a message may be quoted in
 * another, even repeatedly. Searches what its percent-encoding stands for too, once and twice, because a redirect may quote a request.
 */
function findAll(finder: TextFinder, text: string): Range[] {
  const literal = spelledLiterally(text);
  const lists = [finder.find(literal)];
  if (text.includes('&')) {
    const once = readReferences(literal, false);
    const twice = readReferences(once, false);
    for (const each of new Set([once, twice, readReferences(twice, true)])) {
      if (each !== literal) lists.push(finder.find(each));
    }
  }
  for (const plus of ['+', ' '] as const) {
    if (!text.includes(plus === ' ' ? '+' : '%')) continue;
    const once = readPercentEncoding(literal, plus);
    const twice = readPercentEncoding(once, plus);
    for (const each of new Set([once, twice])) if (each !== literal) lists.push(finder.find(each));
  }
  return lists.length === 1 ? lists[0]! : joinRanges(lists);
}

function replaced(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let written = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(written, start), '[redacted]');
    written = end;
  }
  parts.push(text.slice(written));
  return parts.join('');
}
