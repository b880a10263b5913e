import type {
  DocumentLine,
  LiftedLine,
  RawLine,
  RenameLine,
  ShapingLine,
  ValuesLine,
} from './shaping-line.js';

/** The lines about one message by key. */
export interface ShapingBranch {
  readonly children: ReadonlyMap<string, ShapingBranch>;
  readonly rename?: RenameLine;
  readonly values?: ValuesLine;
  readonly lift?: LiftedLine;
  readonly raw?: RawLine;
  readonly document?: DocumentLine;
}

interface OpenBranch {
  readonly children: Map<string, OpenBranch>;
  rename?: RenameLine;
  values?: ValuesLine;
  lift?: LiftedLine;
  raw?: RawLine;
  document?: DocumentLine;
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
    switch (line.kind) {
      case 'rename':
        branch.rename = line;
        break;
      case 'values':
        branch.values = line;
        break;
      case 'lift':
        branch.lift = line;
        break;
      case 'raw':
        branch.raw = line;
        break;
      case 'document':
        branch.document = line;
        break;
    }
  }
  return root;
}
