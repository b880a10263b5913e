import type { BuiltinTypeName } from '@soapstone/soap-model';
import { canonicalDecimal, compareDecimals, isIntegerLexical } from '../../json/exact-decimal.js';
import type { RangeProblem, ValueSpace } from './value-space.js';

/** Inclusive bounds of the integer types (Part 2 §3.3.13 to §3.3.25); `undefined` means no bound. */
const BOUNDS: ReadonlyMap<BuiltinTypeName, readonly [string | undefined, string | undefined]> = new Map<
  BuiltinTypeName,
  readonly [string | undefined, string | undefined]
>([
  ['integer', [undefined, undefined]],
  ['nonPositiveInteger', [undefined, '0']],
  ['negativeInteger', [undefined, '-1']],
  ['nonNegativeInteger', ['0', undefined]],
  ['positiveInteger', ['1', undefined]],
  ['long', ['-9223372036854775808', '9223372036854775807']],
  ['int', ['-2147483648', '2147483647']],
  ['short', ['-32768', '32767']],
  ['byte', ['-128', '127']],
  ['unsignedLong', ['0', '18446744073709551615']],
  ['unsignedInt', ['0', '4294967295']],
  ['unsignedShort', ['0', '65535']],
  ['unsignedByte', ['0', '255']],
]);

/** Whether this built-in type is xs:integer or derived from it. */
export function isIntegerType(builtin: BuiltinTypeName): boolean {
  return BOUNDS.has(builtin);
}

/** The inclusive bounds of an integer type as canonical decimals; `undefined` means no bound. */
export function integerBounds(
  builtin: BuiltinTypeName,
): readonly [minimum: string | undefined, maximum: string | undefined] {
  return BOUNDS.get(builtin) ?? [undefined, undefined];
}

/** xs:integer and the types derived from it, exact at any length (NM-1). */
export function integerSpace(builtin: BuiltinTypeName): ValueSpace {
  const [minimum, maximum] = integerBounds(builtin);
  const rangeProblem = (text: string): RangeProblem | undefined => {
    const value = canonicalDecimal(text);
    if (minimum !== undefined && compareDecimals(value, minimum) < 0) {
      return { keyword: 'minimum', bound: minimum };
    }
    if (maximum !== undefined && compareDecimals(value, maximum) > 0) {
      return { keyword: 'maximum', bound: maximum };
    }
    return undefined;
  };
  return {
    accepts: isIntegerLexical,
    rangeProblem,
    canonical: canonicalDecimal,
    identity: canonicalDecimal,
    compare: (left, right) => compareDecimals(canonicalDecimal(left), canonicalDecimal(right)),
  };
}
