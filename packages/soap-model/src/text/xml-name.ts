/** Name characters of XML 1.0, fifth edition (§2.3), which is also the meaning of `\i` and `\c` in patterns (RX-2). */

/** Inclusive ranges of code points, in order. */
export type CodePointRanges = readonly (readonly [first: number, last: number])[];

/** [4] NameStartChar. */
export const NAME_START_RANGES: CodePointRanges = [
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];

/** [4a] NameChar. */
export const NAME_RANGES: CodePointRanges = [
  [0x2d, 0x2e],
  [0x30, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xb7, 0xb7],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x203f, 0x2040],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];

const NAME = new RegExp(`^[${classBody(NAME_START_RANGES)}][${classBody(NAME_RANGES)}]*$`, 'u');

/** The source of a regular expression (`u`) for a local name: [4] NCName. */
export const NC_NAME_PATTERN: string = `(?!:)[${classBody(NAME_START_RANGES)}](?:(?!:)[${classBody(NAME_RANGES)}])*`;

/**
 * Whether a value is an NCName [4] of Namespaces in XML 1.0, a Name without a colon. False for anything but a string.
 *
 * @example
 * ```ts
 * isNCName('xs:string'); // false, because of the colon
 * ```
 */
export function isNCName(text: string): boolean {
  return typeof text === 'string' && !text.includes(':') && NAME.test(text);
}

function classBody(ranges: CodePointRanges): string {
  return ranges.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join('');
}
