import { foldPlan, type LeafNode } from '../../shape/fold-plan.js';
import type { ContentNode, SequenceNode } from '../../shape/shape.js';
import { charge } from '../../work.js';

/** Some values of one key at one place: those from `from` to `to`, exclusive. */
export interface PlacedRun {
  readonly leaf: LeafNode;
  readonly from: number;
  readonly to: number;
}

/** A linked list of the nodes still to be visited, shared by the alternatives. */
interface Rest {
  readonly node: ContentNode;
  readonly next: Rest | undefined;
}

/** The continuation if the search fails later on. */
interface Alternative {
  readonly placed: number;
  readonly go: () => Rest | undefined;
}

/**
 * Finds an order of values that a content plan allows, for keys with several places (CM-8): places are filled from left to right, each
 * with as many values as it may take, and branches are tried in schema order. What fails is taken back, within the work of the call.
 * Iterative, because a stranger's schema determines the length and depth of a plan.
 */
export class Arranger {
  readonly #content: SequenceNode;
  readonly #keys: ReadonlyMap<ContentNode, ReadonlySet<string>>;
  /** How many values the places after this one can take, at most. */
  readonly #later: ReadonlyMap<LeafNode, number>;

  constructor(content: SequenceNode) {
    this.#content = content;
    this.#keys = keysOfNodes(content);
    this.#later = laterPlaces(content);
  }

  /** @param counts the number of values of each key @returns the places in order; `undefined` if no order fits */
  arrange(counts: ReadonlyMap<string, number>): readonly PlacedRun[] | undefined {
    const placed: PlacedRun[] = [];
    const used = new Map<string, number>();
    const alternatives: Alternative[] = [];
    const left = (key: string): number => (counts.get(key) ?? 0) - (used.get(key) ?? 0);
    const take = (leaf: LeafNode, count: number): void => {
      const key = keyOf(leaf);
      const from = used.get(key) ?? 0;
      used.set(key, from + count);
      placed.push({ leaf, from, to: from + count });
    };
    const takeBack = (length: number): void => {
      while (placed.length > length) {
        const { leaf, from } = placed.pop()!;
        used.set(keyOf(leaf), from);
      }
    };

    /** Visits a leaf. @returns whether it has what it needs */
    const fill = (leaf: LeafNode, next: Rest | undefined): boolean => {
      const remaining = left(keyOf(leaf));
      const most = leaf.kind === 'element' ? Math.min(leaf.max, remaining) : remaining;
      const least = Math.max(leastOf(leaf), remaining - (this.#later.get(leaf) ?? 0));
      if (most < least) return false;
      const offer = (count: number): void => {
        if (count < least) return;
        alternatives.push({
          placed: placed.length,
          go: () => {
            offer(count - 1);
            take(leaf, count);
            return next;
          },
        });
      };
      offer(most - 1);
      take(leaf, most);
      return true;
    };

    let rest: Rest | undefined = { node: this.#content, next: undefined };
    for (;;) {
      charge(1);
      let fits = true;
      if (rest === undefined) {
        if ([...counts.keys()].every((key) => left(key) === 0)) return placed;
        fits = false;
      } else {
        const { node, next }: Rest = rest;
        if (node.kind === 'sequence' || node.kind === 'choice') {
          const ways = this.#ways(node, next, left);
          fits = ways.length > 0;
          for (const way of ways.slice(1).reverse())
            alternatives.push({ placed: placed.length, go: () => way.rest });
          rest = ways[0]?.rest;
        } else {
          fits = fill(node, next);
          rest = next;
        }
      }
      if (fits) continue;
      const alternative = alternatives.pop();
      if (alternative === undefined) return undefined;
      takeBack(alternative.placed);
      rest = alternative.go();
    }
  }

  /** The ways through a group, the preferred one first: only through what has values left, or through nothing. */
  #ways(
    node: Extract<ContentNode, { kind: 'sequence' | 'choice' }>,
    next: Rest | undefined,
    left: (key: string) => number,
  ): readonly { readonly rest: Rest | undefined }[] {
    const isWanted = (part: ContentNode): boolean => {
      const keys = this.#keys.get(part)!;
      charge(keys.size);
      for (const key of keys) if (left(key) > 0) return true;
      return false;
    };
    const skip = { rest: next };
    if (node.kind === 'sequence') {
      charge(node.children.length);
      const enter = { rest: listOf(node.children, next) };
      if (!node.optional) return [enter];
      return isWanted(node) ? [enter, skip] : [skip];
    }
    const wanted = node.branches.filter(isWanted);
    const branches = (wanted.length > 0 || node.optional ? wanted : node.branches).map((branch) => ({
      rest: { node: branch, next },
    }));
    return node.optional ? [...branches, skip] : [...branches, ...emptyWays(node.branches, wanted, next)];
  }
}

/** A required choice may also be passed through a branch that needs nothing. */
function emptyWays(
  branches: readonly ContentNode[],
  wanted: readonly ContentNode[],
  next: Rest | undefined,
): readonly { readonly rest: Rest | undefined }[] {
  if (wanted.length === 0) return [];
  const known = new Set(wanted);
  return branches.filter((branch) => !known.has(branch)).map((node) => ({ rest: { node, next } }));
}

function listOf(nodes: readonly ContentNode[], next: Rest | undefined): Rest | undefined {
  return nodes.reduceRight<Rest | undefined>((rest, node) => ({ node, next: rest }), next);
}

/** The key that the values of a leaf have. */
export function keyOf(leaf: LeafNode): string {
  return leaf.kind === 'element' ? leaf.member.key : leaf.key;
}

/** Entries of `$any` and `$items` are checked where they are written. */
function leastOf(leaf: LeafNode): number {
  return leaf.kind === 'element' ? leaf.min : 0;
}

function keysOfNodes(content: SequenceNode): ReadonlyMap<ContentNode, ReadonlySet<string>> {
  const keys = new Map<ContentNode, ReadonlySet<string>>();
  foldPlan<ReadonlySet<string>>(
    content,
    (leaf) => {
      const own = new Set([keyOf(leaf)]);
      keys.set(leaf, own);
      return own;
    },
    (group, children) => {
      const own = new Set(children.flatMap((child) => [...child]));
      keys.set(group, own);
      return own;
    },
  );
  return keys;
}

function laterPlaces(content: SequenceNode): ReadonlyMap<LeafNode, number> {
  const leaves: LeafNode[] = [];
  foldPlan<undefined>(
    content,
    (leaf) => void leaves.push(leaf) as undefined,
    () => undefined,
  );
  const later = new Map<LeafNode, number>();
  const totals = new Map<string, number>();
  for (const leaf of leaves.reverse()) {
    const key = keyOf(leaf);
    const total = totals.get(key) ?? 0;
    // A plan may have one node at several places.
    later.set(leaf, Math.max(later.get(leaf) ?? 0, total));
    totals.set(key, total + leaf.max);
  }
  return later;
}
