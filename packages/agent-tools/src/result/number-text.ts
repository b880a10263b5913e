import { fitsDouble } from './exact-number.js';

/**
 * Finds numbers that may lose digits as a double: sixteen digits or more, or an exponent. The character class is written sixteen times,
 * because engines skip ahead in a pattern of fixed length: it takes a quarter of the time of `{16}`.
 */
const SUSPICIOUS = new RegExp(`${'[0-9.]'.repeat(16)}|[0-9][eE][-+0-9]`, 'g');
const NUMBER = /^-?[0-9][0-9.eE+-]*$/;

/**
 * Turns every number in a JSON text whose value a double cannot hold into a string, such as `"9007199254740993"`. Most clients parse JSON
 * into doubles, and this way they get every digit. All other numbers stay as they are.
 *
 * Examines only the suspicious places. The work is linear in the text, regardless of its content.
 */
export function quoteWideNumbers(json: string): string {
  let made = '';
  /** The text before this index is in `made`. */
  let written = 0;
  let places: Outside | undefined;
  SUSPICIOUS.lastIndex = 0;
  while (SUSPICIOUS.test(json)) {
    const start = startOfToken(json, SUSPICIOUS.lastIndex - 1);
    const end = endOfToken(json, SUSPICIOUS.lastIndex);
    SUSPICIOUS.lastIndex = end;
    if (!BEFORE_VALUE.has(json.charCodeAt(start - 1)) && start > 0) continue;
    const token = json.slice(start, end);
    if (!NUMBER.test(token)) continue;
    places ??= new Outside(json);
    if (!places.isOutside(start) || fitsDouble(token)) continue;
    made += `${json.slice(written, start)}"${token}"`;
    written = end;
  }
  return written === 0 ? json : made + json.slice(written);
}

const codes = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, (each) => each.charCodeAt(0)));

const QUOTE = 0x22;
const COLON = 0x3a;
/** The characters that may precede a value. */
const BEFORE_VALUE = codes(':,[ \t\r\n');
/** The characters before a quote that may begin a string or be part of one. */
const BEFORE_STRING = codes(':,[{ \t\r\n\\');

/** Finds out which positions of a JSON text are outside its strings. Positions must be queried from left to right. */
class Outside {
  readonly #json: string;
  /** A place outside strings: everything before it is known. */
  #at = 0;
  /** The first quote from `#at` on. */
  #quote = -1;

  constructor(json: string) {
    this.#json = json;
  }

  isOutside(place: number): boolean {
    if (this.#followsKey(place)) {
      this.#at = place;
      return true;
    }
    while (this.#at <= place) {
      if (this.#quote < this.#at) {
        const quote = this.#json.indexOf('"', this.#at);
        this.#quote = quote === -1 ? this.#json.length : quote;
      }
      if (this.#quote > place) return true;
      // Not a regular expression, which would overflow its stack on a string of several megabytes.
      this.#at = endOfString(this.#json, this.#quote);
    }
    return false;
  }

  /** Whether the quote before the colon can only be the end of a key, as it nearly always is; otherwise the strings have to be counted. */
  #followsKey(place: number): boolean {
    const json = this.#json;
    return (
      json.charCodeAt(place - 1) === COLON &&
      json.charCodeAt(place - 2) === QUOTE &&
      place > 3 &&
      !BEFORE_STRING.has(json.charCodeAt(place - 3))
    );
  }
}

/** The index after the string that begins at `quote`. */
function endOfString(json: string, quote: number): number {
  for (let at = json.indexOf('"', quote + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return json.length;
}

function startOfToken(json: string, from: number): number {
  let at = from;
  while (at > 0 && isTokenCode(json.charCodeAt(at - 1))) at--;
  return at;
}

function endOfToken(json: string, from: number): number {
  let at = from;
  while (at < json.length && isTokenCode(json.charCodeAt(at))) at++;
  return at;
}

/** Digits, `.`, `+`, `-`, `e` and `E`. */
function isTokenCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x65 ||
    code === 0x45
  );
}
