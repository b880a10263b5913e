import { joinBytes } from '@soapstone/soap-model/bytes';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { JsonSyntaxError, plainText, skipSpace, skipString } from './raw-json.js';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
/** The maximum number of bytes of a key that may be renamed: 64 characters, each an escape. Longer keys stay. */
const MAX_KEY_BYTES = 64 * 6;

/**
 * Renames the keys of all objects in a JSON text, and leaves every other byte as it is, so that numbers keep their digits. The work is
 * linear in the bytes, and not recursive. Text that is not JSON is returned unchanged: who reads it reports the error.
 *
 * @param json JSON in UTF-8
 * @param nameOf returns the new name of a key; the same text if it stays
 */
export function renameKeys(json: Uint8Array, nameOf: (key: string) => string): Uint8Array {
  const pieces: Uint8Array[] = [];
  let written = 0;
  eachKey(json, (key, start, end) => {
    const name = nameOf(key);
    if (name === key) return;
    pieces.push(json.subarray(written, start), encodeUtf8(JSON.stringify(name)));
    written = end;
  });
  if (pieces.length === 0) return json;
  pieces.push(json.subarray(written));
  return joinBytes(pieces);
}

/** Calls `found` for each key of a JSON text, with the place of its string. Ends at the first string that is not JSON. */
export function eachKey(json: Uint8Array, found: (key: string, start: number, end: number) => void): void {
  try {
    for (let at = json.indexOf(QUOTE); at !== -1; ) {
      const end = skipString(json, at);
      if (json[skipSpace(json, end)] === COLON && end - at <= MAX_KEY_BYTES + 2) {
        const key = plainText(json, at + 1, end - 1) ?? textOf(json.subarray(at, end));
        if (key !== undefined) found(key, at, end);
      }
      at = json.indexOf(QUOTE, end);
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
}

/** The text of a string; `undefined` if it is not JSON in UTF-8. */
function textOf(json: Uint8Array): string | undefined {
  try {
    const text = decodeUtf8(json);
    return json.includes(BACKSLASH) ? (JSON.parse(text) as string) : text.slice(1, -1);
  } catch {
    return undefined;
  }
}
