import type { ContentNode, Scope } from '@soapstone/json-xml-mapper/shapes';

/** The keys of a scope in the order of their elements on the wire. */
export interface ElementOrder {
  readonly keys: readonly string[];
  /** Whether an order is prescribed: not for `xs:all`, and not between the branches of a choice. */
  readonly isFixed: boolean;
}

/** Lists the keys of a content model in order, each once. Branches of a choice exclude each other, so they are sorted. Iterative. */
export function elementOrder(scope: Scope): ElementOrder {
  const keys = new Set<string>();
  let isFixed = true;
  const pending: ContentNode[] = [scope.content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'element') keys.add(node.member.key);
    else if (node.kind === 'any' || node.kind === 'items') keys.add(node.key);
    else if (node.kind === 'choice') pending.push(...sorted(node.branches).reverse());
    else {
      if (node.unordered && node.children.length > 1) isFixed = false;
      pending.push(...node.children.toReversed());
    }
  }
  return { keys: [...keys], isFixed };
}

function sorted(branches: readonly ContentNode[]): ContentNode[] {
  const named = branches.map((branch) => ({ branch, name: firstKey(branch) }));
  return named.sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ branch }) => branch);
}

function firstKey(start: ContentNode): string {
  let node: ContentNode | undefined = start;
  while (node !== undefined) {
    if (node.kind === 'element') return node.member.key;
    if (node.kind === 'any' || node.kind === 'items') return node.key;
    node = node.kind === 'choice' ? node.branches[0] : node.children[0];
  }
  return '';
}
