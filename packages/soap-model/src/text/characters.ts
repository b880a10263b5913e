/**
 * Whether XML 1.0 [2] allows the character, literally or as a character reference. False for anything but a number.
 *
 * @example
 * ```ts
 * isXmlCharacter(0x0b); // false
 * ```
 */
export function isXmlCharacter(codePoint: number): boolean {
  if (typeof codePoint !== 'number') return false;
  if (codePoint < 0x20) return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd;
  if (codePoint <= 0xd7ff) return true;
  return (codePoint >= 0xe000 && codePoint <= 0xfffd) || (codePoint >= 0x10000 && codePoint <= 0x10ffff);
}
