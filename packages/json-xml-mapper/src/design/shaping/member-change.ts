import type { AttributeMember, ElementMember, Shape } from '../../shape/shape.js';
import { isValueConstrained } from '../accepts-empty.js';
import type { ValueCheck } from '../filled-shape.js';

/** The key of members that a design leaves out, in the form that is written: no other member can have it. */
export const OMITTED_KEY = '$omitted';

/** Why a member of an input cannot be left out. */
export function requiredProblem(key: string): string {
  return `cannot omit ${key}: the service requires it; give it a value with fill`;
}

/** The text of a default (DF-10), or why the member cannot have it. */
export function defaultOf(
  member: ElementMember | AttributeMember,
  value: unknown,
  check: ValueCheck,
): { readonly text: string } | { readonly problem: string } {
  const { key, fixed } = member;
  if (fixed !== undefined) return { problem: `cannot have a default: ${key} has the only value ${fixed}` };
  const problem = typeProblem(member.shape, key);
  if (problem !== undefined) return { problem };
  if ('array' in member) {
    if (member.array) return { problem: `cannot have a default: ${key} can occur more than once` };
    if (member.conditional)
      return { problem: `cannot have a default: ${key} is in a choice or a group that can be absent` };
    if (member.substitution !== undefined)
      return { problem: `cannot have a default: clients may send another element in place of ${key}` };
  }
  const found = check.lexical(member, value);
  if ('problem' in found || found.text !== member.default) return found;
  const isWritten = 'array' in member ? member.min > 0 : member.required;
  return isWritten ? { problem: `changes nothing: the schema has this default for ${key}` } : found;
}

function typeProblem(shape: Shape, key: string): string | undefined {
  switch (shape.kind) {
    case 'scalar':
      return shape.builtin === 'QName' || shape.builtin === 'NOTATION'
        ? `cannot have a default: ${key} is a name with a prefix`
        : undefined;
    case 'list':
    case 'union':
      return undefined;
    case 'object':
      if (shape.value === undefined)
        return `is an object: give its members defaults instead${shape.members[0] === undefined ? '' : `, ${key}/${shape.members[0].key}`}`;
      if (shape.attributes.some((attribute) => attribute.required && !isValueConstrained(attribute)))
        return `cannot have a default: ${key} has attributes that clients must give`;
      return typeProblem(shape.value, key);
    default:
      return `cannot have a default: its type is ${shape.kind}`;
  }
}
