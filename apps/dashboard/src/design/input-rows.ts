import type { ListedMember, Proposal } from '../api/design.js';
import { escapeKey, type FillLine, type FillLines, type FillValue } from '../design-file/fill-lines.js';
import type { SessionReach } from '../design-file/session-lines.js';
import { unescapeSegment } from '../text/pointer.js';

/** A member of the input of one operation, and what fills it. */
export interface InputRow extends ListedMember {
  readonly operation: string;
  readonly line: FillLine | undefined;
  /** The name of the secret that is proposed for it, if it looks like one and nothing fills it. */
  readonly proposed: string | undefined;
  /** Whether the session sends it, so that no line can fill it. */
  readonly bySession: boolean;
  /** Whether a line can fill it as a whole. */
  readonly isSimple: boolean;
}

/** Which members are shown. */
export type Filter = 'all' | 'filled' | 'proposed';

/** A member that looks like a credential, in one operation or in all that have it. */
export interface LikelySecret {
  readonly operation: string;
  readonly path: string;
  readonly name: string;
}

/** Kinds of values that a line can fill as a whole. */
const SIMPLE = /^(?:xs:|list$|union$|anySimpleType$)/;

/** The members of all inputs, each with its line. */
export function inputRows(
  { inputs, secrets }: Proposal,
  fills: FillLines,
  { sends }: Pick<SessionReach, 'sends'>,
): readonly InputRow[] {
  const proposed = new Map(secrets.map(({ path, name }) => [path, name]));
  return inputs.flatMap(({ operation, members }) =>
    members.map((member): InputRow => {
      const line = fills.find(operation, member.path);
      const name = proposed.get(`${escapeKey(operation)}/${member.path}`) ?? proposed.get(`*/${member.path}`);
      return {
        ...member,
        operation,
        line,
        proposed: line === undefined && !sends(operation, member.path) ? name : undefined,
        bySession: sends(operation, member.path),
        isSimple: SIMPLE.test(member.type),
      };
    }),
  );
}

/** The simple members of the input of a login, each with what the session gives it. */
export function loginRows(
  { inputs }: Proposal,
  operation: string,
  given: (path: string) => FillValue | undefined,
): readonly InputRow[] {
  const members = inputs.find((input) => input.operation === operation)?.members ?? [];
  return members
    .filter(({ type }) => SIMPLE.test(type))
    .map((member) => {
      const value = given(member.path);
      const line = value && { operation, value };
      return { ...member, operation, line, proposed: undefined, bySession: false, isSimple: true };
    });
}

/** The rows that a search and a filter leave. In a search, `*` stands for any text; otherwise each row that contains it is found. */
export function filterRows(rows: readonly InputRow[], search: string, filter: Filter): readonly InputRow[] {
  const wanted = search.trim().toLowerCase();
  const parts = wanted.split('*');
  return rows.filter(({ operation, path, line, proposed, bySession }) => {
    if (filter === 'filled' && line === undefined && !bySession) return false;
    if (filter === 'proposed' && proposed === undefined) return false;
    const text = `${operation}/${path}`.toLowerCase();
    return parts.length === 1 ? text.includes(wanted) : matches(text, parts);
  });
}

/** Whether a text has parts in their order; the first and the last are at its ends. */
function matches(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

/** The members that look like credentials and that no line fills. */
export function likelySecrets(
  { secrets, inputs }: Proposal,
  fills: FillLines,
  { sends }: Pick<SessionReach, 'sends'>,
): readonly LikelySecret[] {
  const names = inputs.map(({ operation }) => operation);
  return secrets.flatMap(({ path, name }) => {
    const [operation = '', ...keys] = path.split('/');
    const member = keys.join('/');
    const places = operation === '*' ? names : [unescapeSegment(operation)];
    const having = places.filter((each) =>
      inputs.some((input) => input.operation === each && input.members.some((one) => one.path === member)),
    );
    const isFilled =
      having.length > 0 &&
      having.every((each) => fills.find(each, member) !== undefined || sends(each, member));
    return isFilled ? [] : [{ operation: unescapeSegment(operation), path: member, name }];
  });
}
