import type { JsonSchema } from '../../api/values.js';
import type { ElementMember } from '../../shape/shape.js';
import { isFilledIn } from '../../shape/value-constraint.js';
import type { SchemaContext } from '../context/schema-context.js';
import { NULL } from '../context/schema-parts.js';
import { type Place, placed } from '../context/schema-registry.js';
import { valueConstraints } from '../values/value-constraints.js';
import { substitutionCandidate } from './alternatives.js';
import { nilObjects } from './nil-schema.js';

/**
 * One occurrence of an element: its value, that of a substitute (SG-5), or nil (NL-1, NL-5).
 *
 * @param description the documentation of the element, if it belongs to a single occurrence
 * @param mayBeNull `null` is accepted, because it means that the element is absent (NL-2)
 */
export function elementSchema(
  context: SchemaContext,
  member: ElementMember,
  description: string | undefined,
  mayBeNull = false,
): JsonSchema {
  const { shape, substitution, nillable } = member;
  const { ofValue, ofPlace } = valueConstraints(member, isFilledIn(member));
  const place: Place = { description, annotations: ofPlace };
  const value = (where: Place): JsonSchema => {
    if (substitution !== undefined) {
      return context.state.registry.use(substitutionCandidate(context, member, substitution, ofValue), where);
    }
    return context.shape(shape, { ...where, constraint: ofValue });
  };
  if (shape.kind === 'anyType' && substitution === undefined) {
    // A value of any type may be nil itself (AN-6), that of an element only if it is nillable (NL-1).
    return context.shape(shape, nillable || mayBeNull ? place : { ...place, constraint: { not: NULL } });
  }
  const nil = nillable ? nilObjects(context, shape, []) : [];
  if (nil.length === 0) return value({ ...place, nullable: nillable || mayBeNull });
  return placed({ anyOf: [value({}), ...nil, NULL] }, place);
}
