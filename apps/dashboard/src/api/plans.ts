import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import type { components } from './schema.js';
import { useSession } from './session.js';

export type Plan = components['schemas']['Plan'];

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  // Plans change only when the gateway restarts.
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => answer(client.GET('/api/manage/plans')),
});

/** The features and limits of the account's plan; undefined while it loads. */
export function usePlan(): Plan | undefined {
  const { plan } = useSession().account;
  return useQuery(plansQuery).data?.plans.find(({ name }) => name === plan.name);
}
