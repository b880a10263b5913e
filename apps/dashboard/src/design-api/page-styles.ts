import { notationOf } from '../design-file/fill-lines.js';
import { changeLine } from '../design-file/operation-edits.js';
import type { OperationLines, PageLines } from '../design-file/operation-lines.js';
import { type ListedMember, type ListedMessages, membersOf, type Side } from '../design-file/vocabulary.js';

/** How a service divides a list into pages, as docs/design.md lists it. */
export type PageStyle = 'start' | 'number' | 'cursor' | 'continued' | 'search';

/** The styles with the lines that each needs. */
export const PAGE_STYLES: readonly {
  readonly style: PageStyle;
  readonly label: string;
  readonly needs: readonly string[];
}[] = [
  { style: 'start', label: 'A start index', needs: ['items', 'start', 'from'] },
  { style: 'number', label: 'A page number', needs: ['items', 'number', 'from'] },
  { style: 'cursor', label: 'A cursor in the result', needs: ['items', 'after', 'next'] },
  {
    style: 'continued',
    label: 'A flag and an operation that continues',
    needs: ['items', 'after', 'next', 'done', 'continue'],
  },
  { style: 'search', label: 'The ID of a search', needs: ['items', 'number', 'from', 'continue'] },
];

/** The lines that every style can have besides. */
const OPTIONAL: Readonly<Record<PageStyle, readonly string[]>> = {
  start: ['size', 'total', 'more', 'done', 'most'],
  number: ['size', 'pages', 'total', 'more', 'done', 'most'],
  cursor: ['size', 'total', 'more', 'done', 'most'],
  continued: ['size', 'total', 'more', 'most'],
  search: ['size', 'pages', 'total', 'more', 'done', 'most'],
};

/** The style of the lines of a page. */
export function styleOf({ lines, keep }: PageLines): PageStyle {
  const isContinued = lines.has('continue');
  if (lines.has('number')) return isContinued || keep.size > 0 ? 'search' : 'number';
  if (lines.has('after')) return isContinued ? 'continued' : 'cursor';
  return 'start';
}

/** The lines that a table shows for a style: those that it can have, and those that the file has. */
export function pageKeys(style: PageStyle, page: PageLines | undefined): readonly string[] {
  const needs = PAGE_STYLES.find((each) => each.style === style)?.needs ?? [];
  return [...new Set([...needs, ...OPTIONAL[style], ...(page?.lines.keys() ?? [])])];
}

/** The values of a line. */
const VALUES: Readonly<
  Record<string, { readonly side: Side; readonly fits: (member: ListedMember) => boolean }>
> = {
  items: { side: 'results', fits: ({ many }) => many },
  size: { side: 'inputs', fits: isInteger },
  start: { side: 'inputs', fits: isInteger },
  number: { side: 'inputs', fits: isInteger },
  after: { side: 'inputs', fits: isSimple },
  next: { side: 'results', fits: isSimple },
  more: { side: 'results', fits: isFlag },
  done: { side: 'results', fits: isFlag },
  total: { side: 'results', fits: isInteger },
  pages: { side: 'results', fits: isInteger },
};

/** The lines that name members of the input of the operation that continues, if there is one. */
const OF_CONTINUED: ReadonlySet<string> = new Set(['start', 'number', 'after']);

/** The values that a line can have: paths of members of its type, operations, or numbers; undefined for any number. */
export function pageChoices(
  key: string,
  proposal: ListedMessages,
  operation: string,
  { page, result }: Pick<OperationLines, 'page' | 'result'>,
): readonly string[] | undefined {
  if (key === 'most') return undefined;
  if (key === 'from') return ['0', '1'];
  if (key === 'continue')
    return proposal.inputs.map((each) => each.operation).filter((name) => name !== operation);
  const kind = Object.hasOwn(VALUES, key) ? VALUES[key] : undefined;
  if (kind === undefined) return [];
  const from = OF_CONTINUED.has(key) ? (page?.lines.get('continue') ?? operation) : operation;
  const isNamed = ({ path }: ListedMember) => kind.fits === isFlag && result.values.has(path);
  return singles(proposal, kind.side, from)
    .filter((member) => kind.fits(member) || isNamed(member))
    .map(({ path }) => path);
}

/** The members that `keep` can send, and those that it can take the values from. */
export function keepChoices(proposal: ListedMessages, operation: string, page: PageLines | undefined) {
  const continued = page?.lines.get('continue') ?? operation;
  const pathsOf = (side: Side, name: string) =>
    singles(proposal, side, name)
      .filter(isSimple)
      .map(({ path }) => path);
  return { inputs: pathsOf('inputs', continued), results: pathsOf('results', operation) };
}

/** Members that are in no list, and not in SOAP header blocks. */
function singles(proposal: ListedMessages, side: Side, operation: string): readonly ListedMember[] {
  const members = membersOf(proposal, side, operation);
  const lists = members.filter(({ many }) => many).map(({ path }) => `${path}/`);
  return members.filter(({ path }) => !path.startsWith('$') && !lists.some((list) => path.startsWith(list)));
}

function isSimple({ type, many }: ListedMember): boolean {
  return type.startsWith('xs:') && !many;
}

function isInteger(member: ListedMember): boolean {
  const { type } = member;
  const isWhole = notationOf(type) === 'number' && !['xs:decimal', 'xs:float', 'xs:double'].includes(type);
  return isSimple(member) && isWhole;
}

function isFlag(member: ListedMember): boolean {
  return isSimple(member) && member.type === 'xs:boolean';
}

/**
 * Gives an operation pages of a style, or with undefined none. Lines that the style cannot have are removed, and those that it needs get the
 * first member that can be there.
 */
export function changeStyle(
  text: string,
  operation: string,
  style: PageStyle | undefined,
  proposal: ListedMessages,
  lines: Pick<OperationLines, 'page' | 'result'>,
): string {
  if (style === undefined) return changeLine(text, operation, ['page'], undefined);
  const { needs = [] } = PAGE_STYLES.find((each) => each.style === style) ?? {};
  const possible = new Set([...needs, ...OPTIONAL[style]]);
  let changed = text;
  for (const key of lines.page?.lines.keys() ?? [])
    if (!possible.has(key)) changed = changeLine(changed, operation, ['page', key], undefined);
  if (style !== 'search' && (lines.page?.keep.size ?? 0) > 0)
    changed = changeLine(changed, operation, ['page', 'keep'], undefined);
  for (const key of needs) {
    if (lines.page?.lines.has(key) === true) continue;
    const choices = pageChoices(key, proposal, operation, lines) ?? [];
    const first = key === 'from' ? '1' : choices[0];
    if (first !== undefined) changed = changeLine(changed, operation, ['page', key], pageValue(key, first));
  }
  return changed;
}

/** The value of a line as the file has it: `from` and `most` are numbers. */
export function pageValue(key: string, text: string): string | number | undefined {
  if (text === '') return undefined;
  const isNumber = (key === 'from' || key === 'most') && /^\d{1,9}$/.test(text);
  return isNumber ? Number(text) : text;
}
