import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, type Asked, type Optional, type PathOf, type QueryOf, send } from './send.js';

/** The number of items that lists show at first, and with each press of “Show more”. */
const ITEMS = 50;

/**
 * Returns the key of a query in the cache: the steps of its path and, at the end, its query. The key of a resource without the end is the
 * start of the keys of everything below it.
 *
 * @example
 * ```ts
 * keyOf('/api/manage/services/{serviceId}/watch', { serviceId: 'svc_1' }); // ['services', 'svc_1', 'watch', {}]
 * ```
 */
export function keyOf(
  path: string,
  names: Readonly<Record<string, string>> = {},
  query: object = {},
): QueryKey {
  const steps = path.replace(/^\/api\/(?:manage\/)?/, '').split('/');
  return [...steps.map((step) => (step.startsWith('{') ? names[step.slice(1, -1)] : step)), query];
}

/** The options of a query of the management API. */
export function query<Path extends PathOf<'get'>>(path: Path, ...[asked]: Optional<Asked<'get', Path>>) {
  const given = (asked ?? {}) as Asked<'get', Path>;
  return queryOptions({
    queryKey: keyOf(path, given.path, given.query),
    queryFn: () => send('get', path, given),
  });
}

type Listed<Path extends PathOf<'get'>> = Asked<'get', Path> & {
  /** Returns members of the query when a page is asked for. They are not part of the key. */
  readonly later?: () => QueryOf<'get', Path>;
};

/** The options of a query of a list, which loads page by page and keeps the old items while a new search loads. */
export function pages<Path extends PathOf<'get'>>(path: Path, ...[listed]: Optional<Listed<Path>>) {
  const { later, ...asked } = (listed ?? {}) as Listed<Path>;
  return infiniteQueryOptions({
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<'get', Path>) => (page as { readonly next?: string | null }).next,
    // Apart from the key of the same query without pages, whose data has another form.
    queryKey: [...keyOf(path, asked.path, asked.query), 'pages'] as QueryKey,
    queryFn: ({ pageParam: after }): Promise<AnswerOf<'get', Path>> => {
      const page = { ...asked.query, ...later?.(), limit: ITEMS, after };
      return send('get', path, { ...asked, query: page } as unknown as Asked<'get', Path>);
    },
  });
}
