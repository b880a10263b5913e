import type { EncodingRun } from '../../request/encoding-run.js';
import { untypedScalar } from '../../scalar/any-simple-codec.js';
import { SCHEMA_NAMES, type SimpleCodec } from '../../scalar/simple-codec.js';
import type { AnyTypeShape, DeclaredElement } from '../../shape/shape.js';
import type { AnySimpleTypeShape } from '../../shape/simple-shape.js';
import { constrainedText } from '../../shape/value-constraint.js';
import type { EncoderCompiler, FixedText } from '../compiler.js';
import { type FixedCheck, mixedCheck } from '../content/fixed-value.js';
import { compileFixedCheck } from '../content/schema-value.js';
import { compileSimpleElement } from '../content/simple-encoder.js';
import { isInputObject, memberOf } from '../json-input.js';

/** Compiles the check of a fixed value of an open type (NL-4). */
export function compileOpenFixed(
  shape: AnyTypeShape | AnySimpleTypeShape,
  fixed: string,
  compiler: EncoderCompiler,
): FixedCheck {
  if (shape.kind === 'anyType') return anyTypeCheck(fixed, compiler);
  return typedCheck(compileFixedCheck(compiler.codec(shape), fixed), fixed, compiler);
}

/** NL-4 for anyType, whose text may be a plain value or content (AN-6, AN-7). An element without content has the fixed value. */
function anyTypeCheck(fixed: string, compiler: EncoderCompiler): FixedCheck {
  const checkTyped = typedCheck(() => {}, fixed, compiler);
  const checkMixed = mixedCheck(fixed);
  return (value, run) => {
    if (isInputObject(value)) {
      if (memberOf(value, '$type') !== undefined) checkTyped(value, run);
      else if (memberOf(value, '$content') !== undefined) checkMixed(value, run);
      else if (Object.keys(value).some((key) => !/^[$@]/.test(key))) reportFixed(fixed, run);
      return;
    }
    const text = typeof value === 'string' ? value : untypedScalar(value, run.limits)?.text;
    if (text !== undefined && text !== '' && text !== fixed) reportFixed(fixed, run);
  };
}

function reportFixed(fixed: string, run: EncodingRun): void {
  run.report('const', `must be ${JSON.stringify(fixed)}, the only value that the schema allows`, fixed);
}

/** AN-6, AN-8: a value that names its type is compared as a value of that type. */
function typedCheck(check: FixedCheck, fixed: string, compiler: EncoderCompiler): FixedCheck {
  return (value, run) => {
    if (!isInputObject(value)) {
      check(value, run);
      return;
    }
    const type = compiler.namedType(String(memberOf(value, '$type')))?.content.shape;
    const text = type && constrainedText(type);
    if (text?.kind === 'mixed') mixedCheck(fixed)(value, run);
    if (text === undefined || text.kind === 'mixed') return;
    run.enter('$value');
    compileFixedCheck(compiler.codec(text.shape), fixed)(memberOf(value, '$value'), run);
    run.leave();
  };
}

/** LU-2: the JSON of a fixed value may be that of another member of its union, as 1 is of an xs:boolean and of an xs:float. */
export function compileFixedUnion(
  { fixed, shape }: DeclaredElement,
  compiler: EncoderCompiler,
): FixedText | undefined {
  if (fixed === undefined || shape.kind !== 'union') return undefined;
  const codec = compiler.codec(shape);
  const neutral = codec.read(fixed, SCHEMA_NAMES);
  if (neutral === undefined) return undefined;
  const print: SimpleCodec['print'] = (_, context) => codec.write(neutral, context);
  return { value: codec.toValue(neutral), encoder: compileSimpleElement(shape, compiler, { print }) };
}
