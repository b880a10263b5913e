import { escapeKey } from '../design-file/fill-lines.js';
import { unescapeSegment } from '../text/pointer.js';
import type { InputRow } from './input-rows.js';

/** An operation, or a member of its input, with what is below it. */
export interface InputBranch {
  /** `GetQuote/Auth/Password`. */
  readonly id: string;
  /** The operation, or the last key of the member. */
  readonly name: string;
  /** The known facts about the member; undefined for an operation, and for keys above members that are not listed themselves. */
  readonly row: InputRow | undefined;
  readonly children: readonly InputBranch[];
  /** The members below it that the owner or the session fills, and those that look like secrets. */
  readonly filled: number;
  readonly proposed: number;
}

/** A line of the tree as it is shown. */
export interface InputLine {
  readonly branch: InputBranch;
  /** From 1, for operations. */
  readonly level: number;
  /** Its place among those below the same line, from 1, and how many there are. */
  readonly position: number;
  readonly size: number;
  /** Undefined if nothing is below it. */
  readonly isOpen: boolean | undefined;
}

/**
 * Builds the tree of inputs.
 *
 * @param shown the members that are in the tree, with all that is above them
 * @param all the members of all inputs, which say what is above
 */
export function inputTree(shown: readonly InputRow[], all: readonly InputRow[]): readonly InputBranch[] {
  const known = new Map(all.map((row) => [idOf(row), row]));
  const top: Growing = { children: new Map() };
  for (const row of shown) {
    let above = top;
    let id = '';
    for (const key of idOf(row).split('/')) {
      id = id === '' ? key : `${id}/${key}`;
      const next = above.children.get(key) ?? { id, row: known.get(id), children: new Map() };
      above.children.set(key, next);
      above = next;
    }
  }
  return grown(top);
}

interface Growing {
  readonly id?: string;
  readonly row?: InputRow | undefined;
  readonly children: Map<string, Growing>;
}

function grown({ children }: Growing): readonly InputBranch[] {
  return [...children].map(([key, { id = '', row, children: below }]) => {
    const inside = grown({ children: below });
    const sum = (count: (branch: InputBranch) => number) =>
      inside.reduce((all, branch) => all + count(branch), 0);
    return {
      id,
      name: unescapeSegment(key),
      row,
      children: inside,
      filled: sum(({ filled, row: member }) => filled + (isFilled(member) ? 1 : 0)),
      proposed: sum(({ proposed, row: member }) => proposed + (member?.proposed === undefined ? 0 : 1)),
    };
  });
}

function isFilled(row: InputRow | undefined): boolean {
  if (row === undefined || !row.isSimple) return false;
  return row.line !== undefined || row.bySession;
}

/** The lines of a tree that are visible. `isOpen` says by its ID whether what is below a branch is shown. */
export function visibleLines(
  branches: readonly InputBranch[],
  isOpen: (id: string) => boolean,
  level = 1,
): readonly InputLine[] {
  return branches.flatMap((branch, index): readonly InputLine[] => {
    const place = { branch, level, position: index + 1, size: branches.length };
    if (branch.children.length === 0) return [{ ...place, isOpen: undefined }];
    if (!isOpen(branch.id)) return [{ ...place, isOpen: false }];
    return [{ ...place, isOpen: true }, ...visibleLines(branch.children, isOpen, level + 1)];
  });
}

/** The effect of a key in the tree: it moves to a line, opens or closes the line, or edits it. */
export type TreeAction = { readonly to: number } | { readonly toggle: true } | { readonly edit: true };

/** The effect of a key on a line, as in every tree grid. Undefined for a key that means nothing there. */
export function actionOf(key: string, lines: readonly InputLine[], at: number): TreeAction | undefined {
  const line = lines[at];
  if (line === undefined) return undefined;
  const move = (to: number): TreeAction | undefined =>
    to >= 0 && to < lines.length && to !== at ? { to } : undefined;
  switch (key) {
    case 'ArrowDown':
      return move(at + 1);
    case 'ArrowUp':
      return move(at - 1);
    case 'Home':
      return move(0);
    case 'End':
      return move(lines.length - 1);
    case 'ArrowRight':
      if (line.isOpen === false) return { toggle: true };
      return line.isOpen === true ? move(at + 1) : undefined;
    case 'ArrowLeft':
      if (line.isOpen === true) return { toggle: true };
      return move(lines.findLastIndex(({ level }, index) => index < at && level < line.level));
    case 'Enter':
    case ' ':
      return line.isOpen === undefined ? { edit: true } : { toggle: true };
    default:
      return undefined;
  }
}

function idOf({ operation, path }: InputRow): string {
  return `${escapeKey(operation)}/${path}`;
}
