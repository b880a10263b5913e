import { joinBytes } from '@soapstone/soap-model/bytes';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  endOfString,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace as skipSpaceForward,
} from '../../json/json-bytes.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';

/**
 * Puts members at the end of the object that a JSON text is. A text that is not one, or no JSON at all, is returned as it is: it is refused where
 * it is read, and positions in it stay what they are. Nothing but the ends of the text is looked at.
 *
 * @param members the text of members, without braces: `"id":1`; nothing is added if it is empty
 */
export function addMembers(json: Uint8Array, members: string): Uint8Array {
  if (members === '') return json;
  const first = skipSpace(json, 0, 1);
  const last = skipSpace(json, json.length - 1, -1);
  if (json[first] !== OPEN_BRACE || json[last] !== CLOSE_BRACE || last <= first) return json;
  const isEmpty = skipSpace(json, first + 1, 1) === last;
  return joinBytes([json.subarray(0, last), encodeUtf8(`${isEmpty ? '' : ','}${members}}`)]);
}

/**
 * Makes an object of one JSON text, as the value of a key, and other members behind it. A text with a comma outside of brackets and strings
 * is not one JSON value, and would add members of its own: it is returned as it is, and refused where it is read.
 */
export function wrapMember(key: string, json: Uint8Array, members: string): Uint8Array {
  if (hasOuterComma(json)) return json;
  const begin = encodeUtf8(`{${JSON.stringify(key)}:`);
  return joinBytes([begin, json, encodeUtf8(members === '' ? '}' : `,${members}}`)]);
}

/** The first of some keys that the object has which a JSON text is. A text that is not one is refused where it is read. */
export function keyIn(json: Uint8Array, keys: { has(key: string): boolean }): string | undefined {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      case QUOTE: {
        const after = endOfString(json, at, json.length);
        if (depth === 1 && json[skipSpaceForward(json, after, json.length)] === COLON) {
          const key = textOf(json.subarray(at, after));
          if (key !== undefined && keys.has(key)) return key;
        }
        at = after - 1;
        break;
      }
    }
  }
  return undefined;
}

/** Undefined for a text that is not a string. */
function textOf(quoted: Uint8Array): string | undefined {
  try {
    return JSON.parse(decodeUtf8(quoted)) as string;
  } catch {
    return undefined;
  }
}

function hasOuterComma(json: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      case COMMA:
        if (depth <= 0) return true;
        break;
      case QUOTE:
        at = endOfString(json, at, json.length) - 1;
        break;
    }
  }
  return false;
}

function skipSpace(json: Uint8Array, from: number, step: 1 | -1): number {
  let at = from;
  while (isSpace(json[at])) at += step;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
