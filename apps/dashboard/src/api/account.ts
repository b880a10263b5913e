import type { Plan } from './plans.js';
import { answer, client } from './requests/client.js';
import { queryClient } from './requests/query-client.js';
import { ifMatch } from './requests/tagged.js';
import { type Read, useEdit } from './requests/use-edit.js';
import type { Session } from './session.js';

/** The ETag of a session is that of its account, which it shows. */
const readAccount = ({ etag, account: { name, plan } }: Session): Read => ({
  etag,
  members: { name, plan: plan.name },
});

/** Changes the plan of the account, if the gateway allows owners to. `read` is the session that the owner sees. */
export function useChangePlan(read: Session) {
  return useEdit({
    read: () => readAccount(read),
    send: (body: { readonly plan: Plan['name'] }, etag) =>
      answer(client.PUT('/api/manage/account/plan', { params: ifMatch(etag), body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
}

/** @param read the session whose account the form shows */
export function useRenameAccount(read: Session) {
  return useEdit({
    read: () => readAccount(read),
    send: (body: { readonly name: string }, etag) =>
      answer(client.PATCH('/api/manage/account', { params: ifMatch(etag), body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
}
