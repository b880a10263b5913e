import { answer, client } from './client.js';
import type { Plan } from './plans.js';
import { queryClient } from './query-client.js';
import { useAction } from './use-action.js';

/** Changes the plan of the account, if the gateway allows owners to. */
export function useChangePlan() {
  return useAction({
    mutationFn: (plan: Plan['name']) => answer(client.PUT('/api/manage/account/plan', { body: { plan } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
}

export function useRenameAccount() {
  return useAction({
    mutationFn: (name: string) => answer(client.PATCH('/api/manage/account', { body: { name } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
}
