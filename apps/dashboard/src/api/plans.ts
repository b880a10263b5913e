import { useQuery } from '@tanstack/react-query';
import { query } from './requests/query.js';
import type { components } from './schema.js';
import { useSession } from './session.js';

export type Plan = components['schemas']['Plan'];

/** Plans change only when the gateway restarts. */
export const plansQuery = { ...query('/api/manage/plans'), staleTime: Number.POSITIVE_INFINITY };

/** The features and limits of the account's plan; undefined while it loads. */
export function usePlan(): Plan | undefined {
  const { plan } = useSession().account;
  return useQuery(plansQuery).data?.plans.find(({ name }) => name === plan.name);
}
