import type { Operation } from '../api/services.js';

/** The filter of the operations table. */
export type OperationFilter = 'all' | 'get' | 'limited' | 'deprecated';

export const FILTERS: { value: OperationFilter; label: string }[] = [
  { value: 'all', label: 'All operations' },
  { value: 'get', label: 'GET allowed' },
  { value: 'limited', label: 'Partial' },
  { value: 'deprecated', label: 'Deprecated' },
];

/**
 * The operations whose name or documentation contains every word of `search`, in their order. `deprecated` are the names of
 * deprecated ones.
 */
export function filterOperations(
  operations: readonly Operation[],
  search: string,
  filter: OperationFilter,
  deprecated: ReadonlySet<string> = new Set(),
): readonly Operation[] {
  return searchOperations(operations, search).filter((operation) => {
    if (filter === 'get' && !operation.methods.includes('GET')) return false;
    if (filter === 'limited' && operation.compatibility === 'exact' && operation.heldSince === null)
      return false;
    if (filter === 'deprecated' && !deprecated.has(operation.name)) return false;
    return true;
  });
}

/** The operations whose name, path or documentation contains every word of `search`, in their order. */
export function searchOperations<
  Named extends Pick<Operation, 'name' | 'documentation'> & { readonly label?: string },
>(operations: readonly Named[], search: string): readonly Named[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ name, label = '', documentation }) => {
    const text = `${name} ${label} ${documentation ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
