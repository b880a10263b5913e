import { defined } from '@soapstone/options/defined';
import type { ElementDeclaration, ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { Shape, Substitution } from '../shape/shape.js';
import { valueConstraint } from '../shape/value-constraint.js';
import type { SchemaIndex } from './schema-index.js';
import { mayBeNil, mayStandFor } from './type-rules.js';

/** The possible substitutes for the element `head` (SG-1, SG-2). Undefined if there are none (SG-3). */
export function buildSubstitution(
  index: SchemaIndex,
  head: ExpandedName,
  encoded: boolean,
  shapeOf: (element: ElementDeclaration) => Shape,
): Substitution | undefined {
  const declaration = index.element(head);
  if (declaration === undefined || declaration.block.includes('substitution')) return undefined;
  const members = index
    .substitutionMembers(head)
    .filter((member) => !member.abstract && mayStandFor(index, member, declaration));
  if (members.length === 0) return undefined;
  const uses = new Map<string, number>();
  for (const { name } of members) uses.set(name.localName, (uses.get(name.localName) ?? 0) + 1);
  return {
    abstract: declaration.abstract,
    members: members.map((member) => ({
      key: uses.get(member.name.localName) === 1 ? member.name.localName : clarkName(member.name),
      name: member.name,
      nillable: mayBeNil(member) || encoded,
      shape: shapeOf(member),
      ...valueConstraint(member),
      ...defined({ constraints: member.constraints }),
    })),
  };
}
