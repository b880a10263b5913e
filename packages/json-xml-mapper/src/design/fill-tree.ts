import type { ParsedFill } from './design-data.js';

/** The fills of one operation by key: a branch fills a member itself, or members below it. */
export interface FillBranch {
  readonly children: ReadonlyMap<string, FillBranch>;
  /** Fills the member itself. */
  readonly fill?: ParsedFill;
  /** The same for the same fills: what is made of a Shape with one branch is made once. */
  readonly signature: string;
  /** The first fill of the branch, for problems that concern all of them. */
  readonly first: ParsedFill;
}

interface OpenBranch {
  readonly children: Map<string, OpenBranch>;
  fill: ParsedFill | undefined;
}

/** The fills of an operation as a tree, and those that contradict one another. */
export interface FillTree {
  readonly children: ReadonlyMap<string, FillBranch>;
  /** A line for the operation replaces one for all operations. */
  readonly replaced: readonly ParsedFill[];
  /** Fills of a member whose own members are filled too. */
  readonly contradicting: readonly { readonly fill: ParsedFill; readonly other: ParsedFill }[];
}

/** Arranges fills by key. Those of the operation itself come after those of all operations, and win. */
export function createFillTree(fills: readonly ParsedFill[]): FillTree {
  const root: OpenBranch = { children: new Map(), fill: undefined };
  const replaced: ParsedFill[] = [];
  for (const fill of fills) {
    let branch = root;
    for (const key of fill.keys) {
      const child = branch.children.get(key) ?? { children: new Map(), fill: undefined };
      branch.children.set(key, child);
      branch = child;
    }
    if (branch.fill !== undefined) replaced.push(branch.fill);
    branch.fill = fill;
  }
  const contradicting: FillTree['contradicting'][number][] = [];
  const close = (open: OpenBranch): FillBranch => {
    const children = new Map<string, FillBranch>();
    for (const [key, child] of open.children) children.set(key, close(child));
    const [below] = children.values();
    if (open.fill !== undefined && below !== undefined)
      contradicting.push({ fill: below.first, other: open.fill });
    const { fill } = open;
    const first = (fill ?? below?.first) as ParsedFill;
    const parts = [...children].map(([key, child]) => `${JSON.stringify(key)}:${child.signature}`);
    const signature = fill === undefined ? `{${parts.join(',')}}` : String(fill.index);
    return { children: fill === undefined ? children : new Map(), first, signature, ...(fill && { fill }) };
  };
  const children = new Map<string, FillBranch>();
  for (const [key, child] of root.children) children.set(key, close(child));
  return { children, replaced, contradicting };
}
