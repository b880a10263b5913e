import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AccountEvent } from './events.js';
import type { Plan } from './plans.js';
import { answer, client } from './requests/client.js';
import { PAGED, pageAfter } from './requests/pages.js';
import { forget, queryClient } from './requests/query-client.js';
import { ifMatch, tagged } from './requests/tagged.js';
import { useAction } from './requests/use-action.js';
import { type Read, useEdit } from './requests/use-edit.js';
import type { components, paths } from './schema.js';
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

/** Closes the account. The page for closed accounts takes the place of all others. */
export function useCloseAccount() {
  return useAction({
    mutationFn: (password: string) =>
      answer(client.POST('/api/manage/account/closing', { body: { password } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
}

/** Keeps an account that was closed. */
export function useKeepAccount() {
  return useAction({
    mutationFn: () => answer(client.DELETE('/api/manage/account/closing')),
    // What other pages asked for while it was closed has failed.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Which entries of an audit log are wanted. */
export type AuditFilter = Pick<
  NonNullable<paths['/api/manage/audit']['get']['parameters']['query']>,
  'search' | 'by' | 'from' | 'to'
>;

/** The audit log of the account, newest first, page by page. */
export const ownAuditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) =>
      answer(client.GET('/api/manage/audit', { params: { query: { ...pageAfter(pageParam), ...filter } } })),
  });

export type UserSession = components['schemas']['UserSession'];

export const userSessionsQuery = queryOptions({
  queryKey: ['user-sessions'],
  queryFn: async () => (await answer(client.GET('/api/manage/sessions'))).sessions,
});

const forgetSessions = () => forget(['user-sessions']);

export function useEndSession() {
  return useAction({
    mutationFn: (sessionId: string) =>
      answer(client.DELETE('/api/manage/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess: forgetSessions,
  });
}

export function useEndOtherSessions() {
  return useAction({
    mutationFn: () => answer(client.DELETE('/api/manage/sessions')),
    onSuccess: forgetSessions,
  });
}

/** The email address of the person, and which events are mailed to it. */
export const mailQuery = queryOptions({
  queryKey: ['mail'],
  queryFn: () => tagged(client.GET('/api/manage/mail')),
});

/** @param read the settings that the person sees */
export function useChangeMail(read: Read) {
  return useEdit({
    read: () => read,
    // Null for important events, an empty list for none.
    send: (body: { readonly types: AccountEvent['type'][] | null }, etag) =>
      answer(client.PUT('/api/manage/mail', { params: ifMatch(etag), body })),
    onSuccess: () => forget(['mail']),
  });
}

export function useSendVerification() {
  return useAction({
    mutationFn: () => answer(client.POST('/api/manage/mail/verify', { body: {} })),
  });
}

export function useChangeAddress() {
  return useAction({
    mutationFn: (body: { readonly address: string; readonly password: string }) =>
      answer(client.POST('/api/manage/mail/address', { body })),
  });
}

/** Uses the link of an email. The person may be logged in or not. */
export function useVerifyAddress() {
  return useAction({
    mutationFn: (token: string) => answer(client.POST('/api/manage/verify-address', { body: { token } })),
    onSuccess: () => Promise.all([forget(['mail']), forget(['session'])]),
  });
}
