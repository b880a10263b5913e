import { decimalOfJsonNumber } from '../json/exact-decimal.js';
import { isJsonNumber } from '../json/json-number.js';
import type { SimpleCodec, SimpleLimits } from './codec.js';
import { completeCodec } from './codec-parts.js';
import { describeValue } from './describe.js';
import { printDouble } from './spaces/float.js';
import { firstIllegalChar } from './xml-char.js';

/** The type that a JSON number or boolean has if the schema does not say (AN-7). */
export interface UntypedScalar {
  readonly builtin: 'boolean' | 'int' | 'long' | 'integer' | 'decimal' | 'double';
  readonly text: string;
}

/**
 * xs:anySimpleType (AN-8) where `xsi:type` is impossible: in attributes, list items, union members, text next to attributes. There
 * it is a string; the element encoder handles numbers and booleans, which need the type.
 */
export function compileAnySimpleType(): SimpleCodec {
  return completeCodec({
    read: (text) => text,
    isWrittenAsIs: true,
    write: (neutral) => neutral,
    toText(value, context) {
      if (typeof value === 'string') {
        const illegal = firstIllegalChar(value);
        if (illegal === undefined) return value;
        context.report('xmlChar', `must not contain ${illegal}: XML has no such character`);
        return undefined;
      }
      const got = describeValue(value, context.secret);
      context.report('type', `must be a string, got ${got}`, 'string');
      return undefined;
    },
    toValue: (neutral) => neutral,
    toShown: (neutral) => neutral,
    toJsonText: (neutral) => JSON.stringify(neutral),
    facetProblems: () => [],
    identity: (neutral) => neutral,
  });
}

/**
 * The type and text of a number or boolean without a schema (AN-7); `undefined` for anything else. The type depends on the value, so
 * that a whole number has no fraction, regardless of its digits.
 */
export function untypedScalar(
  value: unknown,
  { numberDigits, digits }: Pick<SimpleLimits, 'numberDigits' | 'digits'>,
): UntypedScalar | undefined {
  if (typeof value === 'boolean') return { builtin: 'boolean', text: String(value) };
  if (typeof value === 'bigint') return integerScalar(String(value));
  if (typeof value !== 'number' && !isJsonNumber(value)) return undefined;
  const token = Object.is(value, -0) ? '0' : String(value);
  if (/[eE]/.test(token)) {
    const double = Number(token);
    return Number.isFinite(double) ? { builtin: 'double', text: printDouble(double) } : undefined;
  }
  // NaN and the infinities of the TypeScript interface.
  if (/[IN]/.test(token)) return { builtin: 'double', text: printDouble(Number(token)) };
  const decimal = decimalOfJsonNumber(token, numberDigits);
  if (decimal === undefined) return undefined;
  if (!decimal.includes('.')) return integerScalar(decimal);
  return { builtin: 'decimal', text: digits === 'lexical' ? token : decimal };
}

function integerScalar(text: string): UntypedScalar {
  const size = BigInt(text.length > 20 ? text.slice(0, 21) : text);
  if (size === BigInt.asIntN(32, size)) return { builtin: 'int', text };
  if (size === BigInt.asIntN(64, size)) return { builtin: 'long', text };
  return { builtin: 'integer', text };
}
