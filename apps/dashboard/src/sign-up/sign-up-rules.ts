import { query } from '../api/requests/query.js';

/** The sign-up policies. They change only when the gateway restarts. */
export const signUpRulesQuery = { ...query('/api/manage/sign-up'), staleTime: Number.POSITIVE_INFINITY };

/** The token of an invitation in the fragment of the URL; undefined if there is none. */
export function readInvitation(hash: string): string | undefined {
  return /^#?(inv_[\w-]{1,90})$/.exec(hash)?.[1];
}
