import type { JsonValue } from '../api/values.js';
import type { PrintContext, SimpleCodec } from '../scalar/simple-codec.js';

/** The lexical form of a value that the type accepts, `undefined` if it accepts none. */
export function acceptedText(codec: SimpleCodec, value: JsonValue): string | undefined {
  let valid = true;
  const context: PrintContext = {
    secret: false,
    report() {
      valid = false;
    },
    enter() {},
    leave() {},
    declarePrefix: () => 'ns1',
  };
  const text = codec.print(value, context);
  return valid ? text : undefined;
}

/** Whether the value is valid for the type with all of its facets. */
export function accepts(codec: SimpleCodec, value: JsonValue): boolean {
  return acceptedText(codec, value) !== undefined;
}
