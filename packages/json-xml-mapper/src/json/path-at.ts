import { decodeUtf8 } from '../platform.js';
import { type PointerSegment, printPointer } from '../pointer.js';
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
} from './json-bytes.js';

/**
 * The JSON Pointer of the value at `offset` in the bytes of a well-formed JSON text. Only brackets, commas and strings are
 * inspected, so a text with an error after the offset has a pointer too.
 *
 * @example pathAt(encodeUtf8('{"a":[1,2]}'), 8) // '/a/1'
 */
export function pathAt(json: Uint8Array, offset: number): string {
  const path: PointerSegment[] = [];
  for (let at = 0; at < offset; at++) {
    switch (json[at]) {
      case OPEN_BRACE:
        path.push('');
        break;
      case OPEN_BRACKET:
        path.push(0);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        path.pop();
        break;
      case COMMA: {
        const last = path.at(-1);
        if (typeof last === 'number') path[path.length - 1] = last + 1;
        break;
      }
      case QUOTE: {
        const end = endOfString(json, at, json.length);
        if (json[skipSpace(json, end, json.length)] === COLON)
          path[path.length - 1] = textOf(json.subarray(at, end));
        at = end - 1;
        break;
      }
    }
  }
  return printPointer(path);
}

function textOf(quoted: Uint8Array): string {
  return JSON.parse(decodeUtf8(quoted)) as string;
}
