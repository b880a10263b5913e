import type { InfiniteData } from '@tanstack/react-query';
import { useRef } from 'react';

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
