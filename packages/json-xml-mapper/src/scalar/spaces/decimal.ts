import { canonicalDecimal, compareDecimals, isDecimalLexical } from '../../json/exact-decimal.js';
import type { ValueSpace } from './value-space.js';

/** xs:decimal (Part 2 §3.2.3), exact at any length (NM-1). Negative zero is zero (NM-6). */
export const decimal: ValueSpace = {
  accepts: isDecimalLexical,
  canonical: canonicalDecimal,
  identity: canonicalDecimal,
  compare: (left, right) => compareDecimals(canonicalDecimal(left), canonicalDecimal(right)),
};
