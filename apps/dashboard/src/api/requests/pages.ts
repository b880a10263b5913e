import { type InfiniteData, keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';

/** The number of items that lists show at first, and with each press of “Show more”. */
const ITEMS = 50;

/** Returns the query parameters of a page; `after` is the `next` of the previous page. */
export function pageAfter(after: string | undefined): { limit: number; after?: string } {
  return { limit: ITEMS, ...(after === undefined ? {} : { after }) };
}

/** Shared options of list queries, which load page by page and keep the old items while a new search loads. */
export const PAGED = {
  placeholderData: keepPreviousData,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next ?? undefined,
} as const;

/** Returns the loaded items of a list, and their total number; both undefined until the first page has loaded. */
export function itemsOf<Page extends { readonly total: number }, Item>(
  data: InfiniteData<Page> | undefined,
  items: (page: Page) => readonly Item[],
): { readonly items: readonly Item[] | undefined; readonly total: number | undefined } {
  return { items: data?.pages.flatMap((page) => items(page)), total: data?.pages.at(-1)?.total };
}

/**
 * Returns the latest value of which no part was still loading, and whether there is one. Otherwise a list could say “none” while a
 * related list is still loading, or about the previous search, which was never true.
 *
 * @param value the contents of lists that belong together, and the search that they are for
 */
export function useSettled<Value>(
  value: Value,
  isLoading: boolean,
): { readonly shown: Value; readonly isSettled: boolean } {
  const settled = useRef<{ readonly value: Value }>(undefined);
  if (!isLoading) settled.current = { value };
  return { shown: (settled.current ?? { value }).value, isSettled: settled.current !== undefined };
}
