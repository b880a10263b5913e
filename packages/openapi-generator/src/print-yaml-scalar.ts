import { isJsonNumber } from '@soapstone/json-xml-mapper';
import type { Scalar } from 'yaml';
import { type StringifyContext, stringifyString } from 'yaml/util';

/** A plain scalar that every reader takes literally: it starts like a word or a path and has no YAML indicator. */
const PLAIN = /^[\p{L}/$](?:[\p{L}\p{N} _./()',;+@$=-]*[\p{L}\p{N}_./)])?$/u;
/**
 * Words that are a value of another type in YAML 1.1 (https://yaml.org/type/) or 1.2, in some letter case. `e5` is a number
 * for a reader that allows a float without a digit before its exponent.
 */
const WORD_OF_ANOTHER_TYPE = /^(?:null|true|false|yes|no|on|off|y|n|e[-+]?\d+)$/i;
/** Lines that a block scalar can hold: no tab, no trailing space, and no empty line at the start. */
const BLOCK = /^[^\s](?:[\p{L}\p{N}\p{P}\p{S} ]|(?<! )\n)*$/u;
/** Characters that are a line break in YAML 1.1, or that its readers reject outside of an escape. JSON escapes the others. */
const NOT_PRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Lone surrogates: no YAML document can contain one, not even as an escape. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Prints a string, number, boolean or null so that a reader of YAML 1.1 and one of YAML 1.2 load the same value. Text that one
 * of them could mistake for something else, such as `no`, `1:30` or `2024-01-31`, is quoted. A lone surrogate becomes U+FFFD.
 */
export function printYamlScalar({ value }: Scalar, context: StringifyContext): string {
  if (typeof value === 'number') return printNumber(JSON.stringify(value));
  if (isJsonNumber(value)) return printNumber(value.text);
  if (typeof value !== 'string') return String(value);
  if (PLAIN.test(value) && !WORD_OF_ANOTHER_TYPE.test(value)) return value;
  if (value.includes('\n') && !context.implicitKey && BLOCK.test(value)) {
    return stringifyString({ type: 'BLOCK_LITERAL', value }, context);
  }
  return JSON.stringify(value.replace(LONE_SURROGATE, '\ufffd')).replace(NOT_PRINTABLE, escapeCharacter);
}

/** YAML 1.1 requires a point in a number with an exponent: without one, `1e-7` is a string. */
function printNumber(text: string): string {
  return text.replace(/^(-?\d+)e/i, '$1.0e');
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
