import type { AttributeMember, ContentNode } from '../shape/shape.js';
import { isFilledIn, textWhenLeftOut } from '../shape/value-constraint.js';

/** Whether the schema has a value for a member that is absent (NL-3). */
export function isValueConstrained(member: AttributeMember): boolean {
  return textWhenLeftOut(member) !== undefined;
}

/** Whether content without any key is valid. Rather no than yes: an object around it is then not written by itself. */
export function acceptsEmpty(node: ContentNode, conditional = false): boolean {
  switch (node.kind) {
    case 'element':
      return node.min === 0 || (!conditional && isFilledIn(node.member));
    case 'any':
    case 'items':
      return node.min === 0;
    case 'sequence':
      return node.optional || node.children.every((child) => acceptsEmpty(child, conditional));
    case 'choice':
      return node.optional || node.branches.some((branch) => acceptsEmpty(branch, true));
  }
}

/** Whether content has no key at all. */
export function hasNoKey(node: ContentNode): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.children.every(hasNoKey);
    case 'choice':
      return node.branches.every(hasNoKey);
    default:
      return false;
  }
}
