/** Matches numbers that may lose digits as a double: sixteen digits or more, or an exponent. */
const SUSPICIOUS = /[0-9.]{16}|[0-9][eE]/;
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
  let at = 0;
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    const between = quote === -1 ? json.length : quote;
    made += json.slice(at, between).replace(NUMBER, (token) => (fitsDouble(token) ? token : `"${token}"`));
    if (quote === -1) break;
    at = endOfString(json, quote);
    made += json.slice(quote, at);
  }
  return made;
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
