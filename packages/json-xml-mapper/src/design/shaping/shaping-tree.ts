import type { LiftedLine, RenameLine, ShapingLine, ValuesLine } from './shaping-line.js';

/** The lines about one message by key. */
export interface ShapingBranch {
  readonly children: ReadonlyMap<string, ShapingBranch>;
  readonly rename?: RenameLine;
  readonly values?: ValuesLine;
  readonly lift?: LiftedLine;
}

interface OpenBranch {
  readonly children: Map<string, OpenBranch>;
  rename?: RenameLine;
  values?: ValuesLine;
  lift?: LiftedLine;
}

/** Arranges lines by key. Undefined if there are none. */
export function createShapingTree(lines: readonly ShapingLine[]): ShapingBranch | undefined {
  if (lines.length === 0) return undefined;
  const root: OpenBranch = { children: new Map() };
  for (const line of lines) {
    let branch = root;
    for (const key of line.keys) {
      const child: OpenBranch = branch.children.get(key) ?? { children: new Map() };
      branch.children.set(key, child);
      branch = child;
    }
    if (line.kind === 'rename') branch.rename = line;
    else if (line.kind === 'values') branch.values = line;
    else branch.lift = line;
  }
  return root;
}
