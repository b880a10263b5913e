import { escapeAttribute, escapeText } from '@soapstone/soap-model/xml';
import type { SimpleCodec } from '../../scalar/simple-codec.js';
import { Fragment } from '../bytes/fragment.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';

/** One value of an enumeration, in JSON and in XML form. */
interface KnownText {
  readonly json: Fragment;
  readonly text: Fragment;
  readonly attribute: Fragment;
}

/** The values of an enumeration, each recognised as a whole including quotes, so that nothing is left to check or escape. */
export class KnownTexts {
  readonly #values: readonly KnownText[];
  /** The last match: codes tend to repeat. */
  #last: KnownText;

  private constructor(values: readonly [KnownText, ...KnownText[]]) {
    this.#values = values;
    this.#last = values[0];
  }

  /** `undefined` for none, and for too many to compare in sequence. */
  static of(values: readonly string[], codec: SimpleCodec): KnownTexts | undefined {
    if (values.length > MAX_TRIED) return undefined;
    const [first, ...more] = values
      .filter((value) => codec.facetProblems(value).length === 0)
      .map((value) => {
        // No text has a prefix.
        const text = codec.write(value, undefined as never);
        return {
          json: new Fragment(JSON.stringify(value)),
          text: new Fragment(escapeText(text)),
          attribute: new Fragment(escapeAttribute(text)),
        };
      });
    return first === undefined ? undefined : new KnownTexts([first, ...more]);
  }

  /** Copies the value at the cursor. Returns false, with nothing done, if it is not one of these. */
  copy(cursor: JsonCursor, output: OutputBytes, inAttribute: boolean): boolean {
    const value = cursor.matches(this.#last.json) ? this.#last : this.#find(cursor);
    if (value === undefined) return false;
    cursor.at += value.json.length;
    output.fragment(inAttribute ? value.attribute : value.text);
    return true;
  }

  #find(cursor: JsonCursor): KnownText | undefined {
    const values = this.#values;
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as KnownText;
      if (!cursor.matches(value.json)) continue;
      this.#last = value;
      return value;
    }
    return undefined;
  }
}

/** The number of values up to which each is compared. Longer enumerations are looked up by hash. */
export const MAX_TRIED = 16;
