import { type CodePointRanges, NAME_RANGES, NAME_START_RANGES } from '@soapstone/soap-model/xml';

/** A set of characters as a pattern writes it (XML Schema Part 2, Appendix F.1). */
export type CharClass =
  | { readonly kind: 'char'; readonly codePoint: number }
  | { readonly kind: 'range'; readonly first: number; readonly last: number }
  /** `.`: everything but LF and CR. */
  | { readonly kind: 'any' }
  | { readonly kind: 'escape'; readonly letter: EscapeLetter; readonly negated: boolean }
  /** `\p{Lu}`: a general category. */
  | { readonly kind: 'category'; readonly name: string; readonly negated: boolean }
  /** `\p{IsGreek}`. */
  | { readonly kind: 'block'; readonly ranges: CodePointRanges; readonly negated: boolean }
  /** `[…]`, `[^…]`, `[…-[…]]`. */
  | {
      readonly kind: 'group';
      readonly negated: boolean;
      readonly items: readonly CharClass[];
      readonly subtracted?: CharClass;
    };

/** `\s`, `\i`, `\c`, `\d`, `\w`; the capital letters are their complements. */
export type EscapeLetter = 's' | 'i' | 'c' | 'd' | 'w';

/** A compiled set of characters. */
export type CharTest = (codePoint: number) => boolean;

/** The general categories of Unicode that XML Schema supports: all but Cs, which XML cannot contain. */
const CATEGORY = /^(?:L[ulmto]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;

/** Whether a name is a general category that patterns may use (Appendix F.1.1). */
export function isCategory(name: string): boolean {
  return CATEGORY.test(name);
}

/** Compiles a class to a test that caches its results for ASCII, because a class can have very many parts. */
export function compileCharClass(charClass: CharClass): CharTest {
  const test = compileTest(charClass);
  const ascii = new Uint8Array(128);
  return (codePoint) => {
    if (codePoint >= 128) return test(codePoint);
    if (ascii[codePoint] === UNKNOWN) ascii[codePoint] = test(codePoint) ? YES : NO;
    return ascii[codePoint] === YES;
  };
}

const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/** The cost of a test without a table, in units of work: about one per comparison. */
export function testCost(charClass: CharClass): number {
  switch (charClass.kind) {
    case 'block':
      return 1 + charClass.ranges.length;
    case 'escape':
    case 'category':
      return 8;
    case 'group': {
      const subtracted = charClass.subtracted === undefined ? 0 : testCost(charClass.subtracted);
      return charClass.items.reduce((sum, item) => sum + testCost(item), 1 + subtracted);
    }
    default:
      return 1;
  }
}

function compileTest(charClass: CharClass): CharTest {
  switch (charClass.kind) {
    case 'char': {
      const { codePoint } = charClass;
      return (candidate) => candidate === codePoint;
    }
    case 'range': {
      const { first, last } = charClass;
      return (candidate) => candidate >= first && candidate <= last;
    }
    case 'any':
      return (candidate) => candidate !== 0x0a && candidate !== 0x0d;
    case 'escape':
      return negate(escapeTest(charClass.letter), charClass.negated);
    case 'category':
      return negate(categoryTest(charClass.name), charClass.negated);
    case 'block':
      return negate(rangesTest(charClass.ranges), charClass.negated);
    case 'group': {
      const items = charClass.items.map(compileTest);
      const union = negate((candidate) => items.some((item) => item(candidate)), charClass.negated);
      if (charClass.subtracted === undefined) return union;
      const subtracted = compileTest(charClass.subtracted);
      return (candidate) => union(candidate) && !subtracted(candidate);
    }
  }
}

/** The meanings of RX-2 that differ from ECMAScript's. */
function escapeTest(letter: EscapeLetter): CharTest {
  switch (letter) {
    case 's':
      return (candidate) =>
        candidate === 0x20 || candidate === 0x09 || candidate === 0x0a || candidate === 0x0d;
    case 'i':
      return rangesTest(NAME_START_RANGES);
    case 'c':
      return rangesTest(NAME_RANGES);
    case 'd':
      return categoryTest('Nd');
    case 'w':
      return negate((candidate) => /[\p{P}\p{Z}\p{C}]/u.test(String.fromCodePoint(candidate)), true);
  }
}

/** A category as ECMAScript's engine knows it. Only called with one character, so that no stranger's pattern reaches that engine (RX-1). */
function categoryTest(name: string): CharTest {
  const expression = new RegExp(`^\\p{${name}}$`, 'u');
  return (candidate) => expression.test(String.fromCodePoint(candidate));
}

function rangesTest(ranges: CodePointRanges): CharTest {
  return (candidate) => ranges.some(([first, last]) => candidate >= first && candidate <= last);
}

function negate(test: CharTest, negated: boolean): CharTest {
  return negated ? (candidate) => !test(candidate) : test;
}
