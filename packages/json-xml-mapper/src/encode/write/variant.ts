import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE } from '../../json/json-bytes.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import type { FieldPlan, ObjectPlan, Variants } from '../plan/object-plan.js';

const TYPE_KEY = new Fragment('"$type"');

/** The actual type of an element with a polymorphic declaration. */
export interface SelectedVariant {
  readonly plan: ObjectPlan;
  /** The byte at which its fields start: a comma if `$type` has been read. */
  readonly opening: number;
}

/** Reads `$type` if it comes first (PY-2), and writes the start tag without its end. */
export function selectVariant(
  cursor: JsonCursor,
  output: OutputBytes,
  field: FieldPlan,
  { byKey, declared, declaredType }: Variants,
): SelectedVariant {
  if (cursor.bytes[cursor.at] !== OPEN_BRACE) giveUp();
  const start = cursor.at;
  cursor.at++;
  cursor.skipSpace();
  output.fragment(field.open);
  if (!cursor.matches(TYPE_KEY)) {
    cursor.at = start;
    output.fragment(declaredType);
    return { plan: declared ?? giveUp(), opening: OPEN_BRACE };
  }
  cursor.at += TYPE_KEY.length;
  if (cursor.skipSpace() !== COLON) giveUp();
  cursor.at++;
  cursor.skipSpace();
  const variant = byKey.get(cursor.readString()) ?? giveUp();
  output.fragment(variant.typeAttribute);
  if (cursor.skipSpace() === CLOSE_BRACE) {
    // Made to look like an empty object; the bytes are the cursor's own copy.
    cursor.at--;
    cursor.bytes[cursor.at] = OPEN_BRACE;
    return { plan: variant.plan(), opening: OPEN_BRACE };
  }
  return { plan: variant.plan(), opening: COMMA };
}
