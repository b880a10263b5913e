import { FILTERS, type OperationFilter } from './filter-operations.js';

/** The columns that the table of operations can be sorted by. */
const SORTABLE = ['name', 'methods', 'cache', 'compatibility'] as const;
export type SortColumn = (typeof SORTABLE)[number];

/** The search parameters of the operations page. */
export interface OperationsSearch {
  /** The operation whose settings are open. */
  readonly operation?: string | undefined;
  /** The words to search for. */
  readonly q?: string | undefined;
  readonly show?: OperationFilter | undefined;
  /** The column to sort by; a minus sign means descending order. */
  readonly sort?: SortColumn | `-${SortColumn}` | undefined;
}

/** Reads the query string of the operations page; ignores invalid values. */
export function readOperationsSearch({
  operation,
  q,
  show,
  sort,
}: Record<string, unknown>): OperationsSearch {
  const filter = FILTERS.find(({ value }) => value === show)?.value;
  const column = SORTABLE.flatMap((name) => [name, `-${name}`] as const).find((name) => name === sort);
  return {
    ...(operation !== undefined && { operation: String(operation) }),
    ...(q === undefined || q === '' ? {} : { q: String(q) }),
    ...(filter === undefined || filter === 'all' ? {} : { show: filter }),
    ...(column !== undefined && { sort: column }),
  };
}
