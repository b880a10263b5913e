/** Whether the decimal value of a JSON number equals what its double prints. */
export function fitsDouble(token: string): boolean {
  if (token.length < 16 && !/[eE]/.test(token)) return true;
  if (WHOLE.test(token)) return isMultipleOfStep(token);
  const value = Number(token);
  if (String(value) === token) return true;
  return Number.isFinite(value) && isSameDecimal(token, String(value));
}

const WHOLE = /^-?[1-9][0-9]{15,18}$/;

/**
 * Whether a whole number of 16 to 19 digits is a multiple of the distance between doubles of its size, a power of two up to 2^11. Its last
 * eleven digits decide, because 10^11 is a multiple of 2^11.
 */
function isMultipleOfStep(token: string): boolean {
  const size = Math.abs(Number(token));
  let step = 1;
  while (size >= step * 2 ** 53) step *= 2;
  return Number(token.slice(-11)) % step === 0;
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
  const all = whole + fraction;
  let first = 0;
  let last = all.length;
  // Not a regular expression such as /0+$/, which would examine every row of zeros to its end, from each of its zeros.
  while (first < last && all[first] === '0') first++;
  while (last > first && all[last - 1] === '0') last--;
  if (first === last) return { negative: false, digits: '', exponent: 0 };
  const exponent = Number(power) - fraction.length + (all.length - last);
  return { negative, digits: all.slice(first, last), exponent };
}
