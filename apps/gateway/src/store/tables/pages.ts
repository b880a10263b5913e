import {
  type Expression,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { printInstant, type Tables } from './schema.js';

/** A place in a list that is sorted by a time and, among equal times, by an id. */
export interface Place {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly id: string;
}

/** A request for one page of a list. */
export interface PageRequest<Where = Place> {
  /** The maximum number of items. */
  readonly limit: number;
  /** The last item of the previous page. Absent for the first page. */
  readonly after?: Where;
}

/** One page of a list (decision 0076). */
export interface Page<Item, Where = Place> {
  readonly items: readonly Item[];
  /** The number of items on all pages. */
  readonly total: number;
  /** The place of the last item; absent on the last page. */
  readonly next?: Where;
}

/** Creates a page from the items that were found, of which one more than `limit` was requested. @internal */
export function pageOf<Item, Where>(
  found: readonly Item[],
  { limit, total }: { readonly limit: number; readonly total: number },
  placeOf: (item: Item) => Where,
): Page<Item, Where> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    total,
    ...(found.length > limit && last !== undefined && { next: placeOf(last) }),
  };
}

/** Returns the number of rows that a query finds. @internal */
export async function countRows<From extends keyof Tables>(
  found: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const { total } = await found.select(sql<number | string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  // PostgreSQL returns counts as text.
  return Number(total);
}

/** The columns by which most lists are sorted. */
const CREATION = { at: 'created_at', id: 'id' };

/**
 * Reads one page of the rows that a query finds, in the order of their creation; equal times are sorted by ascending ids. @internal
 *
 * @param read turns a row into an item
 */
export async function readByCreation<
  From extends keyof Tables,
  Item extends { readonly createdAt: number; readonly id: string },
>(
  found: SelectQueryBuilder<Tables, From, object>,
  direction: 'asc' | 'desc',
  { limit, after }: PageRequest,
  read: (row: Selectable<Tables[From]>) => Item,
): Promise<Page<Item>> {
  const rest = after === undefined ? found : found.where(isAfter(CREATION, direction, after));
  const [total, rows] = await Promise.all([
    countRows(found),
    rest
      .selectAll()
      .orderBy(sql.ref(CREATION.at), direction)
      .orderBy(sql.ref(CREATION.id))
      .limit(limit + 1)
      .execute(),
  ]);
  // Cast, because Kysely does not resolve the columns of a table that is a type parameter.
  const items = (rows as unknown[] as Selectable<Tables[From]>[]).map(read);
  return pageOf(items, { limit, total }, ({ createdAt, id }) => ({ at: createdAt, id }));
}

/**
 * Returns the condition for the rows after a place. The range of times comes first, so that both databases can use an index. @internal
 *
 * @param columns the columns of the time and the id; equal times are sorted by ascending ids in either direction
 */
export function isAfter(
  columns: { readonly at: string; readonly id: string },
  direction: 'asc' | 'desc',
  after: Place,
): Expression<SqlBool> {
  const [at, id, instant] = [sql.ref(columns.at), sql.ref(columns.id), printInstant(after.at)];
  return direction === 'asc'
    ? sql<boolean>`${at} >= ${instant} and (${at} > ${instant} or ${id} > ${after.id})`
    : sql<boolean>`${at} <= ${instant} and (${at} < ${instant} or ${id} > ${after.id})`;
}

/**
 * Returns the condition for text that contains `search`, ignoring case. SQLite, and PostgreSQL in some locales, know the case of only ASCII
 * letters; other letters are found in the usual spellings (`é`, `É`, first letters of the text or of words). @internal
 */
export function contains(column: string, search: string): Expression<SqlBool> {
  const matches = spellings(search).map(
    (spelling) => sql`lower(${sql.ref(column)}) like ${`%${escapePattern(spelling)}%`} escape '\\'`,
  );
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

function spellings(search: string): string[] {
  const lower = search.toLowerCase();
  const first = lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  const words = lower.replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase());
  const all = [search, lower, search.toUpperCase(), first, words];
  return [...new Set(all.map((text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())))];
}

/** Escapes the wildcards of a LIKE pattern. @internal */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The number of items that `readAll` requests at once. */
const AT_ONCE = 500;

/** Reads every item of a list, page by page. Items that are added in the meantime may be missing. */
export async function readAll<Item, Where = Place>(
  read: (request: PageRequest<Where>) => Promise<Page<Item, Where>>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let after: Where | undefined; ; ) {
    const page = await read({ limit: AT_ONCE, ...(after !== undefined && { after }) });
    all.push(...page.items);
    if (page.next === undefined) return all;
    after = page.next;
  }
}

/** The migration that creates the indexes by which lists are sorted. */
export async function indexLists(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, columns] of [
    ['accounts_by_creation', 'accounts', ['created_at', 'id']],
    ['services_by_creation', 'services', ['account_id', 'created_at', 'id']],
    ['api_keys_by_creation', 'api_keys', ['account_id', 'created_at', 'id']],
    ['invitations_by_creation', 'invitations', ['created_at', 'id']],
    ['users_by_account', 'users', ['account_id', 'created_at']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .ifNotExists()
      .on(table)
      .columns([...columns])
      .execute();
  }
}
