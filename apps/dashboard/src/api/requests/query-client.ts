import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './errors.js';

/** The cache of server state. A request that the gateway answered is not retried, because the answer would be the same. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that considers itself offline can still reach a gateway on its own machine or network.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status > 0),
    },
  },
});

/**
 * Reloads the displayed queries below a key, and drops the others: a cached list that is displayed again before it has reloaded
 * would be out of date.
 *
 * @param exact only the query with exactly this key
 */
export function forget(queryKey: QueryKey, exact = false): Promise<void> {
  queryClient.removeQueries({ queryKey, exact, type: 'inactive' });
  return queryClient.invalidateQueries({ queryKey, exact });
}
