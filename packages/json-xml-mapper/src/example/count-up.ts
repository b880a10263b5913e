/** The maximum length of a series of texts. */
export const MAX_TEXTS = 5_000;

export const DIGITS: readonly string[] = ['0123456789'];
export const ALPHABETS: readonly string[] = [
  ...DIGITS,
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
];

/**
 * Texts of the same length as `base`: its characters count up, the last first, each within its alphabet. With `ALPHABETS`,
 * `AZ-09` is followed by `AZ-10`.
 */
export function* countUp(base: string, alphabets: readonly string[]): Generator<string> {
  const alphabetOf = (character: string) => alphabets.find((alphabet) => alphabet.includes(character));
  const characters = [...base];
  const places = [...characters.keys()].filter((at) => alphabetOf(characters[at]!) !== undefined).reverse();
  for (let n = 1; n <= MAX_TEXTS; n++) {
    const next = [...characters];
    let rest = n;
    for (const at of places) {
      if (rest === 0) break;
      const alphabet = alphabetOf(characters[at]!)!;
      const sum = alphabet.indexOf(characters[at]!) + rest;
      next[at] = alphabet[sum % alphabet.length]!;
      rest = Math.floor(sum / alphabet.length);
    }
    if (rest > 0) return;
    yield next.join('');
  }
}
