import { queryOptions } from '@tanstack/react-query';
import { answer, client } from '../api/requests/client.js';

/** The sign-up policies. */
export const signUpRulesQuery = queryOptions({
  queryKey: ['sign-up'],
  // They change only when the gateway restarts.
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => answer(client.GET('/api/manage/sign-up')),
});

/** The token of an invitation in the fragment of the URL; undefined if there is none. */
export function readInvitation(hash: string): string | undefined {
  return /^#?(inv_[\w-]{1,90})$/.exec(hash)?.[1];
}
