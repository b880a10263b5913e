import type { ValueSpace } from './value-space.js';

/** Part 2 §3.2.4.1: a decimal with an optional exponent, or one of the three special values. */
const FLOAT = /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[Ee][+-]?[0-9]+)?|-?INF|NaN)$/;

/** xs:float and xs:double. The canonical form is the shortest that parses to the same binary value (§10.1). */
export function float(builtin: 'float' | 'double'): ValueSpace {
  const print = builtin === 'float' ? printFloat : printDouble;
  const canonical = (text: string): string => print(parseFloatLexical(text));
  return {
    accepts: (text) => FLOAT.test(text),
    canonical,
    // -0 equals 0, NaN equals itself (Part 2 §3.2.4).
    identity: (text) => {
      const shortest = canonical(text);
      return shortest === '-0' ? '0' : shortest;
    },
    compare: (left, right) => {
      const [leftValue, rightValue] = [parseFloatLexical(left), parseFloatLexical(right)];
      if (builtin === 'float') return compareFloats(Math.fround(leftValue), Math.fround(rightValue));
      return compareFloats(leftValue, rightValue);
    },
  };
}

/** The double that a lexical form of float or double denotes. */
function parseFloatLexical(text: string): number {
  if (text === 'INF') return Number.POSITIVE_INFINITY;
  if (text === '-INF') return Number.NEGATIVE_INFINITY;
  // `Number` accepts `5.` and `.5` and rounds correctly; `NaN` is NaN.
  return Number(text);
}

/** The shortest form of a double; keeps `-0` (NM-6). */
export function printDouble(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (value === Number.POSITIVE_INFINITY) return 'INF';
  if (value === Number.NEGATIVE_INFINITY) return '-INF';
  return String(value).replace('e+', 'e');
}

/** The shortest form that parses to the same binary32; nine significant digits always suffice. */
function printFloat(value: number): string {
  const single = Math.fround(value);
  if (!Number.isFinite(single) || single === 0) return printDouble(single);
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(single.toPrecision(digits));
    if (Math.fround(rounded) === single) return printDouble(rounded);
  }
  return printDouble(Number(single.toPrecision(9)));
}

/** NaN is not ordered relative to any other value, and an unordered value is out of bounds (Part 2 §3.2.4). */
function compareFloats(left: number, right: number): number {
  const areNaN = Number.isNaN(left) && Number.isNaN(right);
  if (!areNaN && (Number.isNaN(left) || Number.isNaN(right))) return Number.NaN;
  return left < right ? -1 : left > right ? 1 : 0;
}
