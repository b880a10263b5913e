import { COLON } from '../../json/json-bytes.js';
import { giveUp } from '../bytes/give-up.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { FieldPlan, ObjectPlan } from '../plan/object-plan.js';

/** How many fields are compared in sequence before the key is looked up: clients send most keys in schema order. */
const LOOK_AHEAD = 4;

/** The field whose key is at the cursor, probably the one at `next`; advances the cursor past the colon. */
export function keyAt(cursor: JsonCursor, plan: ObjectPlan, next: number): FieldPlan {
  const { fields } = plan;
  const last = Math.min(fields.length, next + LOOK_AHEAD);
  for (let index = next; index < last; index++) {
    const field = fields[index] as FieldPlan;
    if (cursor.matches(field.keyAndColon)) {
      cursor.at += field.keyAndColon.length;
      return field;
    }
  }
  return lookUp(cursor, plan);
}

function lookUp(cursor: JsonCursor, plan: ObjectPlan): FieldPlan {
  const field = plan.byKey.get(cursor.readString()) ?? giveUp();
  if (cursor.skipSpace() !== COLON) giveUp();
  cursor.at++;
  return field;
}
