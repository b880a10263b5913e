import { ItemSplitter } from '../../items/item-splitter.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { PagePart } from '../../shape/page-part.js';
import { textAt } from '../routes/text-at.js';
import type { PageMover, ParsedPage } from './parsed-page.js';

/** The characters of a value that a next request sends: it has to fit into a URL. */
const MOST_CHARACTERS = 2_048;

/** The pages of one route: what the design says, and where the operations have it. Plain data. */
export interface PagePlan {
  readonly page: ParsedPage;
  /** The operation of the route, which returns the first page. */
  readonly first: PagePart;
  /** The operation that returns the later ones. */
  readonly later: PagePart;
}

/** Which page a request asks for. Plain data. */
export interface PageState {
  /** The pages before this one, counted from 0. */
  readonly page: number;
  /** The items before this one. */
  readonly seen: number;
  /** The value of `start`, `number` or `after`; undefined for the first page of `after` and of an operation that another one continues. */
  readonly at?: string;
  /** The values of the first result that requests keep. */
  readonly kept: readonly string[];
}

/** The continuation after a page: another one, nothing, or a result from which neither follows. */
export type PageStep =
  | { readonly kind: 'next'; readonly state: PageState }
  | { readonly kind: 'end' }
  | { readonly kind: 'broken'; readonly problem: string };

const END: PageStep = { kind: 'end' };

/**
 * Joins what a design and its operations say about pages. Undefined if an operation has no such part.
 *
 * @param partsOf returns the `pages` of the Shape of an operation
 */
export function pagePlan(
  page: ParsedPage,
  partsOf: (operation: string) => OperationShape['pages'],
): PagePlan | undefined {
  const find = (operation: string) => partsOf(operation)?.find(({ of }) => of === page.operation);
  const first = find(page.operation);
  const later = find(page.continuation ?? page.operation);
  return first && later && { page, first, later };
}

/** The operation that returns a page. */
export function operationOf({ page }: PagePlan, { page: number }: PageState): string {
  return number === 0 ? page.operation : (page.continuation ?? page.operation);
}

/** The first page. */
export function firstPage({ page: { mover, continuation } }: PagePlan): PageState {
  const isSent = mover.kind !== 'after' && continuation === undefined;
  return { page: 0, seen: 0, kept: [], ...(isSent && { at: String(mover.from) }) };
}

/** The query parameters that ask for a page, beside those of the client. */
export function pageParameters(plan: PagePlan, state: PageState): readonly (readonly [string, string])[] {
  const { to, keep } = partOf(plan, state);
  const parameters: (readonly [string, string])[] = [];
  if (to !== undefined && state.at !== undefined) parameters.push([to, state.at]);
  for (const [index, text] of state.kept.entries()) {
    const name = keep[index];
    if (name !== undefined) parameters.push([name, text]);
  }
  return parameters;
}

/** Cuts the items out of the designed result of a page, which is JSON text in UTF-8, as a whole or in pieces. */
export function pageItems(plan: PagePlan, state: PageState): { split(piece: Uint8Array): Uint8Array[] } {
  return new ItemSplitter(partOf(plan, state).items);
}

function partOf({ first, later }: PagePlan, { page }: PageState): PagePart {
  return page === 0 ? first : later;
}

/**
 * Finds out what comes after a page (PG-2 to PG-4). Each step either asks for something else than the step before it or is one that the
 * service wants, so that a chain of pages ends where the service ends it.
 *
 * @param result the designed result of the page, as JSON text in UTF-8
 * @param count how many items it has
 */
export function nextPage(plan: PagePlan, state: PageState, result: Uint8Array, count: number): PageStep {
  const { page, first } = plan;
  const part = partOf(plan, state);
  const seen = state.seen + count;
  const signal = signalOf(page.end, part, result, state.page + 1, seen);
  if (signal === 'last') return END;
  const target =
    page.mover.kind === 'after' ? valueAfter(plan, state, result) : countedAfter(page.mover, state, count);
  if (target === 'odd')
    return { kind: 'broken', problem: `${nameOf(page.mover)} of the result is not a number` };
  if (target === undefined) {
    if (signal !== 'more' || page.mover.kind !== 'after') return END;
    const flag = page.end?.path.keys.join('/');
    const problem = `${flag} of the result says that there is more, but ${nameOf(page.mover)} does not lead on`;
    return { kind: 'broken', problem };
  }
  const at = target.text;
  if (count === 0 && signal !== 'more' && (page.mover.kind !== 'after' || at === state.at)) return END;
  const kept = state.page === 0 ? first.kept.map((keys) => textAt(result, keys, result.length)) : state.kept;
  const missing = kept.findIndex((text) => text === undefined || text === '');
  if (missing !== -1) {
    const path = page.keep[missing]?.from.keys.join('/');
    return { kind: 'broken', problem: `there may be more pages, but the result has no ${path}` };
  }
  if ([at, ...kept].some((text) => (text as string).length > MOST_CHARACTERS))
    return {
      kind: 'broken',
      problem: `a value for the next page has more than ${MOST_CHARACTERS} characters`,
    };
  return { kind: 'next', state: { page: state.page + 1, seen, at, kept: kept as readonly string[] } };
}

/** The result's own statement on whether there is more; undefined if it makes none. */
function signalOf(
  end: ParsedPage['end'],
  part: PagePart,
  result: Uint8Array,
  pages: number,
  seen: number,
): 'more' | 'last' | undefined {
  if (end === undefined || part.end === undefined) return undefined;
  const text = textAt(result, part.end, result.length);
  if (end.kind === 'more') return text === 'true' ? 'more' : 'last';
  if (end.kind === 'done') return text === 'true' ? 'last' : 'more';
  const number = integerOf(text);
  if (number === undefined) return undefined;
  if (end.kind === 'pages') return BigInt(pages) >= number ? 'last' : 'more';
  // Totals are often estimates, so that an empty page ends the list too.
  return BigInt(seen) >= number ? 'last' : undefined;
}

/** A value for the next request. */
interface Target {
  readonly text: string;
}

/** The index or the number of the next page; undefined for an index that does not grow. */
function countedAfter(
  { kind, from }: Exclude<PageMover, { kind: 'after' }>,
  { at }: PageState,
  count: number,
): Target | undefined {
  const here = BigInt(at ?? from);
  if (kind === 'number') return { text: String(here + 1n) };
  return count === 0 ? undefined : { text: String(here + BigInt(count)) };
}

/** The value that the result has for the next page. A number that does not grow leads back to pages that were read. */
function valueAfter(plan: PagePlan, state: PageState, result: Uint8Array): Target | 'odd' | undefined {
  const { next = [], counts } = partOf(plan, state);
  const text = textAt(result, next, result.length);
  if (text === undefined || text === '') return undefined;
  if (counts !== true) return { text };
  const number = integerOf(text);
  if (number === undefined) return 'odd';
  return number > (integerOf(state.at) ?? 0n) ? { text } : undefined;
}

/** A service may return anything, even where its schema has a number. */
function integerOf(text: string | undefined): bigint | undefined {
  return text !== undefined && /^[+-]?[0-9]{1,40}$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
}

function nameOf(mover: PageMover): string {
  return (mover.kind === 'after' ? mover.next : mover.to).keys.join('/');
}
