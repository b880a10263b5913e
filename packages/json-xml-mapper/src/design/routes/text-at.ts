import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  endOfString,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
} from '../../json/json-bytes.js';
import { decodeUtf8 } from '../../platform.js';

/**
 * The text of the string, number or boolean at a path in a well-formed JSON text; undefined if there is none. Looks at each byte up to
 * the value once, and builds nothing.
 *
 * @param most the number of bytes that are looked at
 */
export function textAt(json: Uint8Array, path: readonly string[], most: number): string | undefined {
  const end = Math.min(json.length, most);
  let depth = 0;
  /** How many keys of the path lead to the object that `at` is in. */
  let matched = 0;
  for (let at = 0; at < end; at++) {
    switch (json[at]) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        // The object that the path leads into has ended without the rest of it.
        if (matched > 0 && depth === matched) return undefined;
        break;
      case QUOTE: {
        const after = endOfString(json, at, end);
        if (after > end) return undefined;
        const colon = skipSpace(json, after, end);
        if (json[colon] === COLON && depth === matched + 1) {
          const key = JSON.parse(decodeUtf8(json.subarray(at, after))) as string;
          const value = skipSpace(json, colon + 1, end);
          if (key === path[matched]) {
            if (matched === path.length - 1) return scalarAt(json, value, end);
            if (json[value] !== OPEN_BRACE) return undefined;
            matched++;
          }
          at = colon;
        } else at = after - 1;
        break;
      }
    }
  }
  return undefined;
}

function scalarAt(json: Uint8Array, at: number, end: number): string | undefined {
  const first = json[at];
  if (first === OPEN_BRACE || first === OPEN_BRACKET || first === undefined) return undefined;
  if (first === QUOTE) {
    const after = endOfString(json, at, end);
    return after > end ? undefined : (JSON.parse(decodeUtf8(json.subarray(at, after))) as string);
  }
  let after = at;
  while (after < end && !isEnd(json[after])) after++;
  if (after >= end) return undefined;
  const text = decodeUtf8(json.subarray(at, after));
  return text === 'null' ? undefined : text;
}

function isEnd(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || (byte as number) <= 0x20;
}
