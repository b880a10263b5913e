import type { ElementMember, ObjectShape } from '../../shape/shape.js';

/** Returns the member of a turned root that was `member` before. */
export function memberLike(member: ElementMember, root: ObjectShape): ElementMember {
  const turned = root.members.find(
    ({ name }) => name.localName === member.name.localName && name.namespace === member.name.namespace,
  );
  return turned ?? member;
}
