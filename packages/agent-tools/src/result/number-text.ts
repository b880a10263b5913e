/** Matches numbers that may lose digits as a double: sixteen digits or more, or an exponent. */
const SUSPICIOUS = /[0-9.]{16}|[0-9][eE]/;
/** The length of the shortest number that no double holds: `9e999`. */
const SHORTEST = 5;
const NUMBER = /-?[0-9][0-9.eE+-]*/g;

/**
 * Rewrites a JSON text: every number whose value a double does not hold becomes a string, such as `"9007199254740993"`. Most clients
 * parse JSON into doubles and get every digit that way; all other numbers stay as they are.
 *
 * Strings are skipped with `indexOf`: a regular expression would overflow its stack on a string of several megabytes.
 */
export function quoteWideNumbers(json: string): string {
  if (!SUSPICIOUS.test(json)) return json;
  let made = '';
  /** What is before this index is in `made`. */
  let written = 0;
  let at = 0;
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    const end = quote === -1 ? json.length : quote;
    // Nearly always ":" or a comma.
    if (end - at >= SHORTEST) {
      const between = json.slice(at, end);
      if (SUSPICIOUS.test(between)) {
        const quoted = between.replace(NUMBER, (token) => (fitsDouble(token) ? token : `"${token}"`));
        made += json.slice(written, at) + quoted;
        written = end;
      }
    }
    if (quote === -1) break;
    at = endOfString(json, quote);
  }
  return made + json.slice(written);
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

/** Whether the decimal value of a JSON number equals what its double prints. */
export function fitsDouble(token: string): boolean {
  if (token.length < 16 && !/[eE]/.test(token)) return true;
  const value = Number(token);
  if (String(value) === token) return true;
  // A whole number of so many digits has one spelling.
  if (/^-?[1-9][0-9]{15,19}$/.test(token)) return false;
  return Number.isFinite(value) && isSameDecimal(token, String(value));
}

function isSameDecimal(left: string, right: string): boolean {
  const one = normalise(left);
  const other = normalise(right);
  return one.digits === other.digits && one.negative === other.negative && one.exponent === other.exponent;
}

/** A decimal as digits without leading and trailing zeros, and the power of ten of the last one. */
function normalise(token: string): { negative: boolean; digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = token.toLowerCase().split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return { negative: false, digits, exponent: 0 };
  return { negative, digits, exponent: Number(power) - fraction.length + (all.length - digits.length) };
}
