import type { SimpleCodec } from './codec.js';

/** The type-specific core of a codec; the rest follows from it. */
export type CodecCore = Pick<
  SimpleCodec,
  | 'read'
  | 'isWrittenAsIs'
  | 'write'
  | 'toText'
  | 'toValue'
  | 'toShown'
  | 'toJsonText'
  | 'facetProblems'
  | 'identity'
>;

/** Completes a codec from its core. */
export function completeCodec(core: CodecCore): SimpleCodec {
  return {
    ...core,
    parse(text, lookupPrefix) {
      const neutral = core.read(text, lookupPrefix);
      return neutral === undefined ? undefined : core.toValue(neutral);
    },
    parseToJson(text, lookupPrefix) {
      const neutral = core.read(text, lookupPrefix);
      return neutral === undefined ? undefined : core.toJsonText(neutral);
    },
    facetProblem(text, lookupPrefix) {
      const neutral = core.read(text, lookupPrefix);
      return neutral === undefined ? undefined : core.facetProblems(neutral)[0];
    },
    print(value, context) {
      const neutral = core.toText(value, context);
      return neutral === undefined ? undefined : core.write(neutral, context);
    },
  };
}
