import { decimalOfExponent } from '../../json/exact-decimal.js';
import { BUILTIN_TYPES, isNumeric } from '../../shape/builtin-types.js';
import type { SimpleShape } from '../../shape/simple-shape.js';

/** Words that servers spell in their own way (TR-4). */
export type OwnWords = 'numbers' | 'booleans';

/** The words that values of a type, or items of a list, may have. */
export function wordsOf(shape: SimpleShape): OwnWords | undefined {
  // String members have already accepted every spelling.
  if (shape.kind === 'union') return shape.members.map(wordsOf).find((words) => words !== undefined);
  if (shape.kind !== 'scalar') return undefined;
  if (shape.json === 'boolean') return 'booleans';
  return isNumeric(BUILTIN_TYPES[shape.builtin].family) ? 'numbers' : undefined;
}

/** TR-4: booleans in any case, and exact numbers with an exponent, as XML Schema spells them. */
export function respell(
  kind: OwnWords | undefined,
  words: readonly string[],
  digits: number,
): string | undefined {
  switch (kind) {
    case 'booleans':
      return words.map((word) => (/^(?:true|false)$/i.test(word) ? word.toLowerCase() : word)).join(' ');
    case 'numbers':
      return words.map((word) => decimalOfExponent(word, digits) ?? word).join(' ');
    case undefined:
      return undefined;
  }
}
