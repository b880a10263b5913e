import { clarkName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { SimpleCodec } from '../../scalar/simple-codec.js';
import type { DeclaredElement, PolymorphicShape, Shape } from '../../shape/shape.js';
import { type ConstrainedText, constrainedText } from '../../shape/value-constraint.js';
import type { EncoderCompiler, ValueEncoder } from '../compiler.js';
import { type InputObject, isInputObject, memberOf } from '../json-input.js';
import { compileFixedCheck } from './schema-value.js';

/** Reports a value that differs from the fixed one but is otherwise valid. */
export type FixedCheck = (value: unknown, run: EncodingRun) => void;

/** NL-4: wraps the encoder of an element's values to reject all but the fixed one, if the element has one. */
export function withFixedValue(
  encoder: ValueEncoder,
  element: DeclaredElement,
  compiler: EncoderCompiler,
): ValueEncoder {
  const check = compileFixedValue(element, compiler);
  if (check === undefined) return encoder;
  const literal =
    element.shape.kind === 'union'
      ? compiler.settings.uncommonContent().compileFixedUnion(element, compiler)
      : undefined;
  return {
    ...encoder,
    encode(tags, value, run, extraKeys) {
      if (literal !== undefined && value === literal.value) {
        literal.encoder.encode(tags, value, run, extraKeys);
        return;
      }
      const before = run.errors.length;
      encoder.encode(tags, value, run, extraKeys);
      // An invalid value has already been reported.
      if (run.errors.length === before) check(value, run);
    },
  };
}

function compileFixedValue(
  { fixed, shape }: DeclaredElement,
  compiler: EncoderCompiler,
): FixedCheck | undefined {
  if (fixed === undefined) return undefined;
  if (shape.kind === 'anyType' || shape.kind === 'anySimpleType')
    return compiler.settings.uncommonContent().compileOpenFixed(shape, fixed, compiler);
  const text = constrainedText(shape);
  if (text === undefined) return undefined;
  return text.kind === 'mixed' ? mixedCheck(fixed) : simpleCheck(shape, text, fixed, compiler);
}

function simpleCheck(
  shape: Shape,
  text: Exclude<ConstrainedText, { kind: 'mixed' }>,
  fixed: string,
  compiler: EncoderCompiler,
): FixedCheck {
  const codec = compiler.codec(text.shape);
  const check = compileFixedCheck(codec, fixed);
  if (text.kind === 'value') return check;
  const variants = shape.kind === 'polymorphic' ? variantCodecs(shape, compiler) : undefined;
  return (value, run) => {
    if (!isInputObject(value)) return;
    run.enter('$value');
    check(memberOf(value, '$value'), run, codecOf(value, variants) ?? codec);
    run.leave();
  };
}

/** A derived type may write its values differently: a number with a pattern is text in JSON (NM-5). */
function variantCodecs(
  { variants }: PolymorphicShape,
  compiler: EncoderCompiler,
): ReadonlyMap<unknown, SimpleCodec> {
  const codecs = new Map<unknown, SimpleCodec>();
  for (const { key, name, shape } of variants) {
    if (shape.value === undefined) continue;
    for (const spelling of [key, clarkName(name)]) codecs.set(spelling, compiler.codec(shape.value));
  }
  return codecs;
}

function codecOf(
  value: InputObject,
  variants: ReadonlyMap<unknown, SimpleCodec> | undefined,
): SimpleCodec | undefined {
  return variants?.get(memberOf(value, '$type'));
}

/** XML Schema 1.0, cvc-elt 5.2.2: only this text is allowed. Comments split it into several runs, which are one (MX-1). */
export function mixedCheck(fixed: string): FixedCheck {
  return (value, run) => {
    const content = isInputObject(value) ? memberOf(value, '$content') : undefined;
    if (!Array.isArray(content)) return;
    if (content.every((entry) => typeof entry === 'string') && content.join('') === fixed) return;
    const message = `must be ${JSON.stringify([fixed])}, the only content that the schema allows`;
    run.reportAt('$content', 'const', message, [fixed]);
  };
}
