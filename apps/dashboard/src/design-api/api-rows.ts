import type { ListedMember, Proposal } from '../api/design.js';
import { NO_LINES, type OperationLines, type Side } from '../design-file/operation-lines.js';

/** An operation and what the design says about it. */
export interface OperationRow {
  readonly name: string;
  readonly lines: OperationLines;
  /** The problems of these lines. */
  readonly problems: readonly string[];
}

/** A member of one operation and what the design says about it. */
export interface MemberRow extends ListedMember {
  readonly side: Side;
  /** The last key of its path, without escapes. */
  readonly key: string;
  /** The name that a line gives it. */
  readonly name: string | undefined;
  readonly omitted: boolean;
  /** Whether a line lifts it; undefined if none can. */
  readonly lifted: boolean | undefined;
  /** The form that replaces its type, if a line is about its XML. */
  readonly xml: string | undefined;
  /** The value that it has if clients leave it out, or an empty text; undefined if it can have none. */
  readonly byDefault: string | undefined;
}

/** A problem with a line of a design. */
export interface LineProblem {
  readonly at: readonly string[];
  readonly message: string;
}

/** The pieces of each part of the lines of an operation. */
export interface PanelProps {
  readonly row: OperationRow;
  readonly proposal: Proposal;
  /** The members that can be the body of a route, by the names that they have with the design. */
  readonly bodies: readonly string[];
  readonly problems: readonly LineProblem[];
  /** In lower case. */
  readonly search: string;
  readonly disabled: boolean;
  readonly onEdit: (change: (text: string) => string) => void;
}

/** The operations that a search leaves: by their names, or by their paths. */
export function operationRows(
  { inputs }: Pick<Proposal, 'inputs'>,
  lines: ReadonlyMap<string, OperationLines>,
  problems: readonly LineProblem[],
  search: string,
): readonly OperationRow[] {
  const wanted = search.trim().toLowerCase();
  const messages = new Map<string, string[]>();
  for (const { at, message } of problems) {
    const [part, name = '', ...keys] = at;
    if (part !== 'operations') continue;
    const text = [...keys, message].join(': ');
    messages.set(name, [...(messages.get(name) ?? []), text]);
  }
  return inputs.flatMap(({ operation: name }) => {
    const own = lines.get(name) ?? NO_LINES;
    const { method = '', path = '' } = own.route ?? {};
    const isFound = `${name} ${method} ${path}`.toLowerCase().includes(wanted);
    return isFound ? [{ name, lines: own, problems: messages.get(name) ?? [] }] : [];
  });
}

/** The members of one operation that a line can name. Header blocks and texts of elements have no other names. */
export function memberRows(
  { inputs, results }: Pick<Proposal, 'inputs' | 'results'>,
  { name, lines }: Pick<OperationRow, 'name' | 'lines'>,
): readonly MemberRow[] {
  const rowsOf = (side: Side, listed: Proposal['inputs']): MemberRow[] =>
    (listed.find(({ operation }) => operation === name)?.members ?? []).flatMap((member) => {
      const { path } = member;
      const key = (path.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
      if (path.startsWith('$headers') || key === '$value') return [];
      const { renamed, omitted, lifted, xml, defaults } = lines[side];
      const isAround = member.type === 'object' && !member.many;
      const takesDefault = side === 'input' && !isAround && !member.many;
      return [
        {
          ...member,
          side,
          key,
          name: renamed.get(path),
          omitted: omitted.has(path),
          lifted: isAround ? lifted?.has(path) : undefined,
          xml: xml.get(path),
          byDefault: takesDefault ? (defaults.get(path) ?? '') : undefined,
        },
      ];
    });
  return [...rowsOf('input', inputs), ...rowsOf('result', results)];
}

/** The path that is proposed for a new route: the name of the operation in lower case, with hyphens. */
export function pathFor(operation: string): string {
  const words = operation.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/);
  return `/${words
    .filter((word) => word !== '')
    .join('-')
    .toLowerCase()}`;
}
