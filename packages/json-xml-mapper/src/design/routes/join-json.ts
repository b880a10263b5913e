import type { Bytes } from '@soapstone/soap-model/bytes';
import { CLOSE_BRACE, OPEN_BRACE } from '../../json/json-bytes.js';
import { encodeUtf8 } from '../../platform.js';

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
  return joined(json.subarray(0, last), encodeUtf8(`${isEmpty ? '' : ','}${members}}`));
}

/** Makes an object of one JSON text, as the value of a key, and other members behind it. */
export function wrapMember(key: string, json: Uint8Array, members: string): Uint8Array {
  const begin = encodeUtf8(`{${JSON.stringify(key)}:`);
  return joined(begin, json, encodeUtf8(members === '' ? '}' : `,${members}}`));
}

function skipSpace(json: Uint8Array, from: number, step: 1 | -1): number {
  let at = from;
  while (isSpace(json[at])) at += step;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function joined(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
