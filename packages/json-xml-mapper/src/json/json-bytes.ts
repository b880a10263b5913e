/** The bytes of JSON that mean something outside strings, and those that delimit and escape strings. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
/** Comes before a string that stands for an object. It is not part of JSON, only of texts that this package writes for itself. */
export const MARK = 0x40;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/**
 * The offset after the closing quote of the string that starts at `start`; beyond `end` if the text ends before.
 *
 * @param end where the text ends
 */
export function endOfString(json: Uint8Array, start: number, end: number): number {
  let at = start + 1;
  while (at < end && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The offset of the first byte from `from` on that is not white space; `end` if there is none. */
export function skipSpace(json: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (json[at] as number) <= 0x20) at++;
  return at;
}
