import { assertOptions, bytes, type Check, kindOf, limit, members, oneOf, wrong } from '@soapstone/options';
import type { JsonValue } from '../api/values.js';
import { decodeUtf8 } from '../platform.js';
import { JsonParser, jsonError, type ParsedNotation, type ParseJsonOptions } from './json-parser.js';

export type { ParseJsonOptions } from './json-parser.js';

/**
 * Parses JSON text (RFC 8259), in UTF-8 if given as bytes.
 *
 * Unlike `JSON.parse` it keeps numbers exact (NM-1), rejects duplicate keys (VE-1), creates objects without a prototype so that
 * `__proto__` is an ordinary key (VO-5), and works iteratively within limits.
 *
 * Throws `OptionError` for input that is not text and for an unknown option, and `MappingError` with one error: keyword `json`
 * (with line and column), `duplicateKey` (with the path) or `limit`.
 *
 * @example
 * ```ts
 * parseJson('{"id":9007199254740993}'); // { id: JsonNumber }
 * ```
 */
export function parseJson(json: string | Uint8Array, options: ParseJsonOptions = {}): JsonValue {
  assertOptions(jsonText, json, 'parseJson', 'json');
  assertOptions(parseOptions, options, 'parseJson');
  const parser = new JsonParser(typeof json === 'string' ? json : decode(json), options);
  return parser.parse();
}

/** Parses a decoder's output as values: a number followed by `n` is a `bigint` (NM-7), and a text after `@` becomes an object. */
export function parseValues(
  json: Uint8Array,
  options: ParseJsonOptions,
  notation: ParsedNotation = 'values',
): JsonValue {
  return new JsonParser(decode(json), options, notation).parse();
}

function decode(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw jsonError('json', 'The request is not valid UTF-8');
  }
}

const jsonText: Check = (value) =>
  typeof value === 'string' || bytes(value).length === 0
    ? []
    : wrong(`expected a string or a Uint8Array, not ${kindOf(value)}`);

const parseOptions: Check = members<ParseJsonOptions>({
  maxDepth: limit,
  maxNodes: limit,
  maxNumberDigits: limit,
  digits: oneOf('canonical', 'lexical'),
});
