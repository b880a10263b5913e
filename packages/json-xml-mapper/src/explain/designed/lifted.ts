import type { EncodingRun } from '../../request/encoding-run.js';
import { countOf, describeValue } from '../../scalar/describe.js';
import type { LiftedShape } from '../../shape/shape.js';
import type { EncoderCompiler, MemberEncoder, ValueEncoder } from '../compiler.js';
import { compileMember } from '../content/member-encoder.js';
import { compileTextDocument } from './text-document.js';

/** Compiles an object in whose place JSON has the value of its only member (DF-14): no key, so no step in the paths of errors. */
export function compileLifted(shape: LiftedShape, compiler: EncoderCompiler): ValueEncoder {
  const { object, member, inText, lead = '' } = shape;
  if (inText !== undefined) return compileTextDocument(member, inText, compiler);
  // A type may contain itself.
  let compiled: MemberEncoder | undefined;
  const typeAttribute = compiler.typeAttribute(object.name);
  return {
    encode(tags, value, run) {
      compiled ??= compileMember(member, compiler);
      const mark = run.xml.open(tags);
      run.xml.attributes(typeAttribute);
      const start = run.xml.length;
      run.xml.markup(lead);
      if (member.array) encodeList(compiled, value, run);
      else compiled.encode(value, run);
      run.checkWritten(run.xml.length - start);
      run.xml.close(tags, mark, true);
    },
  };
}

function encodeList(encoder: MemberEncoder, value: unknown, run: EncodingRun): void {
  const { min, max } = encoder.member;
  if (!Array.isArray(value)) {
    run.report('type', `must be an array, got ${describeValue(value, run.secret)}`, 'array');
  } else if (value.length < min) {
    run.report('minItems', `must have at least ${countOf(min)}, has ${value.length}`, min);
  } else if (value.length > max) {
    run.report('maxItems', `must have at most ${countOf(max)}, has ${value.length}`, max);
  } else {
    run.eachItem(value, 0, value.length, (item) => encoder.encode(item, run));
  }
}
