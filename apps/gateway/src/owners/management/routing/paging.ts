import { type TInteger, type TString, type TUnion, Type } from 'typebox';
import { INTEGER, nullable, TEXT } from '../../../domain/json-schema.js';
import type { Page, PageRequest, Place } from '../../../store/tables/pages.js';

/** The maximum number of items on a page, and the default for lists that originally had no pages (decision 0076). */
const MAX_ITEMS = 200;

const LIMIT: TInteger = Type.Integer({
  minimum: 1,
  maximum: MAX_ITEMS,
  default: MAX_ITEMS,
  description: 'The maximum number of items',
});
const AFTER = 'The `next` of the previous page; without it, the first page';

/** The query parameters of a list that is ordered by time. */
export const PLACE_QUERY = {
  after: Type.String({ pattern: '^\\d{1,15}_[\\w-]{1,64}$', description: AFTER }),
  limit: LIMIT,
};

/** The query parameters of a list that is ordered by number. */
export const NUMBER_QUERY = {
  after: Type.String({ pattern: '^\\d{1,15}$', description: AFTER }),
  limit: LIMIT,
};

/** The query parameter of a list that can be searched. An empty value finds everything. */
export const SEARCH: TString = Type.String({ maxLength: 100 });

/** `after` of the next page; null on the last one. */
export const NEXT: TUnion<[TString, ReturnType<typeof Type.Null>]> = nullable(TEXT);

/** The members of a paged response in addition to its items. */
export const PAGE_MEMBERS = { next: NEXT, total: INTEGER };

interface PageQuery {
  readonly after?: string;
  readonly limit?: number;
}

/** Returns the page that a query asks for, in a list that is ordered by time. */
export function readPage({ after, limit = MAX_ITEMS }: PageQuery): PageRequest {
  return { limit, ...(after !== undefined && { after: readPlace(after) }) };
}

/** Returns the page that a query asks for, in a list that is ordered by number. */
export function readNumberedPage({ after, limit = MAX_ITEMS }: PageQuery): PageRequest<number> {
  return { limit, ...(after !== undefined && { after: Number(after) }) };
}

/** The members of a paged response in addition to its items. */
export function showPage({ next, total }: Page<unknown, Place | number>) {
  return { next: next === undefined ? null : printPlace(next), total };
}

/** Reads a cursor. */
export function readPlace(text: string): Place {
  const [at = '', ...id] = text.split('_');
  return { at: Number(at), id: id.join('_') };
}

/** Prints a cursor. */
export function printPlace(place: Place | number): string {
  return typeof place === 'number' ? String(place) : `${place.at}_${place.id}`;
}
