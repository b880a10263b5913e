import type { JsonValue } from '../../api/values.js';
import { stringify } from '../../json/stringify.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import { SCHEMA_NAMES, type SimpleCodec } from '../../scalar/simple-codec.js';

/** A default or fixed value of the schema as JSON; `undefined` if there is none, or if it does not fit its type. */
export function schemaValue(codec: SimpleCodec, lexical: string | undefined): JsonValue | undefined {
  return lexical === undefined ? undefined : codec.parse(lexical, SCHEMA_NAMES);
}

/** Whether a text is a value of a type. Under a wildcard a value is text in JSON, regardless of its type (AN-4). */
export function compileTextCheck(codec: SimpleCodec): (text: string, run: EncodingRun) => void {
  return (text, run) => {
    const value = codec.parse(text, SCHEMA_NAMES);
    if (value === undefined) run.report('format', 'must be a value of the type that the schema declares');
    else codec.print(value, run);
  };
}

/**
 * NL-4: reports a value other than the fixed one. Invalid values have been reported already. `reader` reads a value whose type is
 * derived from that of the codec.
 */
export function compileFixedCheck(
  codec: SimpleCodec,
  fixed: string | undefined,
): (value: unknown, run: EncodingRun, reader?: SimpleCodec) => void {
  const neutral = fixed === undefined ? undefined : codec.read(fixed, SCHEMA_NAMES);
  if (neutral === undefined) return () => {};
  const identity = codec.identity(neutral);
  const expected = codec.toValue(neutral);
  return (value, run, reader = codec) => {
    const given = reader.toText(value, run);
    if (given === undefined || codec.identity(given) === identity) return;
    run.report('const', `must be ${stringify(expected)}, the only value that the schema allows`, expected);
  };
}
