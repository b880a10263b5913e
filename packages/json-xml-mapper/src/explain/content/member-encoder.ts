import type { EncodingRun } from '../../request/encoding-run.js';
import { Tags } from '../../request/tags.js';
import { describeValue } from '../../scalar/describe.js';
import type { ElementMember } from '../../shape/shape.js';
import { constrainedText, isFilledIn, textWhenLeftOut } from '../../shape/value-constraint.js';
import { type EncoderCompiler, type MemberEncoder, NO_EXTRA_KEYS } from '../compiler.js';
import { isInputObject, isRawValue, memberOf } from '../json-input.js';
import { withSpaceForEmpty } from './default-value.js';
import { withFixedValue } from './fixed-value.js';
import { schemaValue } from './schema-value.js';

/** Compiles an element. */
export function compileMember(member: ElementMember, compiler: EncoderCompiler): MemberEncoder {
  const { nillable, substitution, shape } = member;
  // XM-14: the document, not the element that has it as its text.
  const isText = 'inText' in shape;
  const values = withSpaceForEmpty(compiler.valueEncoder(shape), member, compiler);
  const plain = withFixedValue(values, member, compiler);
  const encoder =
    substitution === undefined
      ? plain
      : compiler.settings.uncommonContent().compileSubstitution(member, plain, compiler);
  const memberTags = new Tags(compiler.elementName(member.name));

  const encodeAs: MemberEncoder['encodeAs'] = (tags, value, run, extraKeys) => {
    if (value === null) {
      encodeNull(tags, member, run);
      return;
    }
    if (nillable && encoder.encodeNil !== undefined && isInputObject(value)) {
      const nil = memberOf(value, '$nil');
      if (nil === true) {
        encoder.encodeNil(tags, value, run, ['$nil', ...extraKeys]);
        return;
      }
      // The encoder of the substitute checks `$nil` itself.
      if (nil !== undefined && (substitution === undefined || memberOf(value, '$element') === undefined))
        run.reportAt('$nil', 'nil', `must be true or absent, got ${describeValue(nil, run.secret)}`);
    }
    encoder.encode(tags, value, run, extraKeys);
  };

  return {
    member,
    encode: (value, run) =>
      !isText && isRawValue(value)
        ? compiler.settings.rawXml().member(value, { member, encodeAs }, compiler, run, NO_EXTRA_KEYS)
        : encodeAs(memberTags, value, run, NO_EXTRA_KEYS),
    encodeAs,
    inserted: insertedValue(member, compiler),
  };
}

/** A nil element, or the error of one that cannot be nil. */
function encodeNull(tags: Tags, { nillable }: ElementMember, run: EncodingRun): void {
  if (nillable) run.xml.nil(tags);
  else run.report('nullable', 'must not be null');
}

function insertedValue(member: ElementMember, compiler: EncoderCompiler): unknown {
  const lexical = textWhenLeftOut(member);
  const text = constrainedText(member.shape);
  if (lexical === undefined || text === undefined || !isFilledIn(member)) return undefined;
  if (text.kind === 'mixed') return { $content: [lexical] };
  const value = schemaValue(compiler.codec(text.shape), lexical);
  return value !== undefined && text.kind === 'simpleContent' ? { $value: value } : value;
}
