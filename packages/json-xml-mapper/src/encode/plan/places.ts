import type { ContentNode } from '../../shape/shape.js';
import type { PresenceRule } from './object-plan.js';

/** A node of a content plan that has a key. */
export type Place = ContentNode & { kind: 'element' | 'any' | 'items' };

/** The places of a scope in schema order. `conditional`: inside a choice or an optional group. */
export function placesOf(content: ContentNode): { node: Place; conditional: boolean }[] {
  const places: { node: Place; conditional: boolean }[] = [];
  const visit = (node: ContentNode, conditional: boolean): void => {
    switch (node.kind) {
      case 'sequence':
        for (const child of node.children) visit(child, conditional || node.optional);
        return;
      case 'choice':
        for (const branch of node.branches) visit(branch, true);
        return;
      default:
        places.push({ node, conditional });
    }
  };
  visit(content, false);
  return places;
}

/**
 * The requirements of a scope's groups; `offset` is the index of its first field. Places outside of any group are required by
 * themselves, so they count here only if `everything` is requested.
 */
export function presenceRule(content: ContentNode, offset: number, everything: boolean): PresenceRule {
  let index = offset;
  const build = (node: ContentNode, conditional: boolean): PresenceRule => {
    const from = index;
    switch (node.kind) {
      case 'sequence': {
        const children = node.children.map((child) => build(child, conditional || node.optional));
        const needed = children.filter((child) => !child.emptiable).length;
        return {
          kind: 'sequence',
          from,
          to: index,
          emptiable: node.optional || needed === 0,
          children,
          needed,
        };
      }
      case 'choice': {
        const branches = node.branches.map((branch) => build(branch, true));
        const emptiable = node.optional || branches.some((branch) => branch.emptiable);
        return { kind: 'choice', from, to: index, emptiable, branches };
      }
      default:
        index++;
        return { kind: 'field', from, to: index, emptiable: !(conditional && isRequired(node)) };
    }
  };
  return build(content, everything);
}

/** Whether it must be present if its group is. */
export function isRequired(node: Place): boolean {
  return node.min > 0;
}
