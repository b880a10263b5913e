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
 * Reloads what is shown of the queries below a key, and drops the others: a list that is shown again before it is loaded again would
 * say what is no longer true.
 *
 * @param exact only the query of this very key
 */
export function forget(queryKey: QueryKey, exact = false): Promise<void> {
  queryClient.removeQueries({ queryKey, exact, type: 'inactive' });
  return queryClient.invalidateQueries({ queryKey, exact });
}
