import { type InfiniteData, keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';

/** The number of items that lists show at first, and with each press of “Show more”. */
const ITEMS = 50;

/** Query parameters: the page after `after`, the `next` of the page before. */
export function pageAfter(after: string | undefined): { limit: number; after?: string } {
  return { limit: ITEMS, ...(after === undefined ? {} : { after }) };
}

/** Shared options of list queries: they load page after page, and keep the old items while a new search loads. */
export const PAGED = {
  placeholderData: keepPreviousData,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { readonly next: string | null }) => next ?? undefined,
} as const;

/** The loaded items of a list, and the number of all of them; both undefined until the first page is there. */
export function itemsOf<Page extends { readonly total: number }, Item>(
  data: InfiniteData<Page> | undefined,
  items: (page: Page) => readonly Item[],
): { readonly items: readonly Item[] | undefined; readonly total: number | undefined } {
  return { items: data?.pages.flatMap((page) => items(page)), total: data?.pages.at(-1)?.total };
}

/**
 * The latest value that is not of a moment in which parts of it are being loaded, and whether there is one. A list that says “none” while
 * another one that belongs to it is not loaded yet, or about the search before, would say something that never was true.
 *
 * @param value what is shown, of lists that belong together, with the search that they are of
 */
export function useSettled<Value>(
  value: Value,
  isLoading: boolean,
): { readonly shown: Value; readonly isSettled: boolean } {
  const settled = useRef<{ readonly value: Value }>(undefined);
  if (!isLoading) settled.current = { value };
  return { shown: (settled.current ?? { value }).value, isSettled: settled.current !== undefined };
}
