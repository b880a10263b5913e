import type { SimpleCodec } from '../scalar/simple-codec.js';
import { clarkName } from '../shape/expanded-name.js';
import type { ElementMember, PolymorphicShape } from '../shape/shape.js';
import { constrainedText } from '../shape/value-constraint.js';
import type { EncoderCompiler } from './compiler.js';
import type { EncodingRun } from './encoding-run.js';
import { type InputObject, isInputObject, memberOf } from './json-input.js';
import { compileFixedCheck } from './schema-value.js';

/** Reports a value that is not the fixed one. The value is valid otherwise. */
type FixedCheck = (value: unknown, run: EncodingRun) => void;

/** NL-4: the check of an element's fixed value, if it has one. What is substituted for it has a declaration of its own. */
export function compileFixedValue(member: ElementMember, compiler: EncoderCompiler): FixedCheck | undefined {
  const { fixed, shape, substitution } = member;
  const text = constrainedText(shape);
  if (fixed === undefined || text === undefined) return undefined;
  const check = text.kind === 'mixed' ? mixedCheck(fixed) : simpleCheck(member, fixed, compiler);
  if (substitution === undefined) return check;
  return (value, run) => {
    if (!isInputObject(value) || memberOf(value, '$element') === undefined) check(value, run);
  };
}

function simpleCheck({ shape }: ElementMember, fixed: string, compiler: EncoderCompiler): FixedCheck {
  const text = constrainedText(shape);
  if (text === undefined || text.kind === 'mixed') return () => {};
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

/** A derived type may write its values in another way: a number that has a pattern is text in JSON (NM-5). */
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

/** XML Schema 1.0, cvc-elt 5.2.2: nothing but this text. Comments cut it into several runs, which are one (MX-1). */
function mixedCheck(fixed: string): FixedCheck {
  return (value, run) => {
    const content = isInputObject(value) ? memberOf(value, '$content') : undefined;
    if (!Array.isArray(content)) return;
    if (content.every((entry) => typeof entry === 'string') && content.join('') === fixed) return;
    const message = `must be ${JSON.stringify([fixed])}, the only content that the schema allows`;
    run.reportAt('$content', 'const', message, [fixed]);
  };
}
