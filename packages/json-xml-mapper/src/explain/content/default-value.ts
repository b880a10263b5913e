import { Tags } from '../../request/tags.js';
import { SCHEMA_NAMES } from '../../scalar/simple-codec.js';
import type { DeclaredElement } from '../../shape/shape.js';
import { constrainedText } from '../../shape/value-constraint.js';
import type { EncoderCompiler, ValueEncoder } from '../compiler.js';

/**
 * Whether an empty value of an element is written as a space. An element without content has its default, but white space is content
 * (XML Schema 1.0 Part 1, §3.3.4, cvc-elt 5.1), and most types take it for the empty value. Strings that keep white space do not.
 */
export function isEmptySpaced(
  { default: given, shape }: Pick<DeclaredElement, 'default' | 'shape'>,
  compiler: EncoderCompiler,
): boolean {
  const text = given === undefined ? undefined : constrainedText(shape);
  if (text === undefined || text.kind === 'mixed') return false;
  const codec = compiler.codec(text.shape);
  const empty = codec.parseToJson('', SCHEMA_NAMES);
  if (empty === undefined || codec.parseToJson(' ', SCHEMA_NAMES) !== empty) return false;
  // The facets of most types that have a default, such as enumerations, refuse an empty value.
  return codec.facetProblem('', SCHEMA_NAMES) === undefined;
}

/** Wraps the encoder of an element's values to write empty ones so that they are not read as its default. */
export function withSpaceForEmpty(
  encoder: ValueEncoder,
  element: DeclaredElement,
  compiler: EncoderCompiler,
): ValueEncoder {
  if (!isEmptySpaced(element, compiler)) return encoder;
  return {
    ...encoder,
    encode(tags, value, run, extraKeys) {
      encoder.encode(new Tags(tags.name, tags.markup, ' '), value, run, extraKeys);
    },
  };
}
