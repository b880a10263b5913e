import { escapeAttribute, escapeText } from '@soapstone/soap-model/xml';
import { QUOTE } from '../../json/json-bytes.js';
import { encodeUtf8 } from '../../platform.js';
import type { SimpleCodec } from '../../scalar/simple-codec.js';
import { Fragment } from '../bytes/fragment.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';

/** One value of an enumeration, in JSON and in XML. */
interface KnownText {
  readonly json: Fragment;
  readonly text: Fragment;
  readonly attribute: Fragment;
}

const NONE: readonly KnownText[] = [];

/** The values of an enumeration, each recognised as a whole including quotes, so that nothing is left to check or escape. */
export class KnownTexts {
  readonly #byHash = new Map<number, KnownText[]>();

  constructor(values: readonly string[], codec: SimpleCodec) {
    for (const value of values) {
      if (codec.facetProblems(value).length > 0) continue;
      const json = JSON.stringify(value);
      // No text has a prefix.
      const text = codec.write(value, undefined as never);
      const known: KnownText = {
        json: new Fragment(json),
        text: new Fragment(escapeText(text)),
        attribute: new Fragment(escapeAttribute(text)),
      };
      const hash = hashAt(encodeUtf8(json), 0);
      const same = this.#byHash.get(hash);
      if (same === undefined) this.#byHash.set(hash, [known]);
      else same.push(known);
    }
  }

  /** Copies the value at the cursor. Returns false, with nothing done, if it is none of these. */
  copy(cursor: JsonCursor, output: OutputBytes, inAttribute: boolean): boolean {
    for (const { json, text, attribute } of this.#byHash.get(hashAt(cursor.bytes, cursor.at)) ?? NONE) {
      if (!cursor.matches(json)) continue;
      cursor.at += json.length;
      output.fragment(inAttribute ? attribute : text);
      return true;
    }
    return false;
  }
}

/** The hash of the JSON string at a position, or of what is there instead: a match is compared. */
function hashAt(bytes: Uint8Array, start: number): number {
  let hash = 0;
  let at = start + 1;
  for (let byte = bytes[at] as number; byte >= 0x20 && byte !== QUOTE; byte = bytes[++at] as number)
    hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}
