import type { CompiledAttribute, EncoderCompiler } from '../../explain/compiler.js';
import { compileAttribute } from '../../explain/content/attribute-encoder.js';
import type { AttributeMember } from '../../shape/shape.js';
import { textWhenLeftOut } from '../../shape/value-constraint.js';
import { Fragment } from '../bytes/fragment.js';
import { LANE_ENCODER } from '../lanes/lanes.js';
import { type Draft, EMPTY_FRAGMENT, type Probe, spelledKey } from './field-draft.js';
import { compileInsertion, filledDraft } from './filled-draft.js';
import { IN_TAG, type Lane } from './object-plan.js';
import { mayBeName, simpleLane } from './simple-lane.js';

/** An attribute as a field. */
export function attributeDraft(attribute: AttributeMember, compiler: EncoderCompiler, probe: Probe): Draft {
  if (attribute.fill !== undefined) {
    const filled = compiler.settings.filledContent().compileFilledAttribute(attribute, compiler);
    const inserted = compileInsertion((run) => filled.encode(undefined, run), probe, attribute.fill);
    return filledDraft(attribute.key, IN_TAG, inserted);
  }
  const codec = compiler.codec(attribute.shape);
  const encoder = compileAttribute(attribute, compiler);
  const isSlow = attribute.fixed !== undefined || mayBeName(attribute.shape);
  const lane: Lane = isSlow
    ? { kind: LANE_ENCODER, encode: encoder.encode }
    : simpleLane(attribute.shape, codec, compiler.settings.limits);
  return {
    ...spelledKey(attribute.key),
    place: IN_TAG,
    open: isSlow ? EMPTY_FRAGMENT : new Fragment(` ${compiler.qualifiedName(attribute.name)}="`),
    close: isSlow ? EMPTY_FRAGMENT : new Fragment('"'),
    lane,
    nil: undefined,
    nullIsAbsent: !attribute.required,
    array: false,
    bare: false,
    min: 0,
    max: 1,
    required: attribute.required || attribute.whenLeftOut !== undefined,
    inserted: insertedAttribute(attribute, encoder, probe),
  };
}

function insertedAttribute(
  attribute: AttributeMember,
  encoder: CompiledAttribute,
  probe: Probe,
): Fragment | undefined {
  const { required, whenLeftOut } = attribute;
  if (!(required || whenLeftOut !== undefined) || textWhenLeftOut(attribute) === undefined) return undefined;
  const text = probe((run) => encoder.encode(undefined, run));
  return text === undefined ? undefined : new Fragment(text);
}
