import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from './requests/errors.js';
import { forget, queryClient } from './requests/query-client.js';
import { type AnswerOf, send } from './requests/send.js';
import { beginSession, csrfToken, endSession, loseSession, resumeSession } from './requests/session-state.js';
import { useAction } from './requests/use-action.js';
import type { components } from './schema.js';

/** A session, with the ETag of its account. */
export type Session = AnswerOf<'get', '/api/manage/session'>;
export type Account = components['schemas']['Account'];

/** The signed-in person; null if nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 30_000,
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await send('get', '/api/manage/session', {});
      // Somebody else has logged in in another tab, so the data on the page is not theirs.
      if (!resumeSession(session)) window.location.reload();
      return session;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      // The session has ended elsewhere: the page stays and asks for the password.
      const known =
        csrfToken() === undefined ? undefined : queryClient.getQueryData<Session | null>(['session']);
      if (known === undefined || known === null) return null;
      loseSession();
      return known;
    }
  },
});

/** The signed-in owner. For use below the route that requires one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('nobody is signed in');
  return data;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function useLogIn() {
  return useAction({
    mutationFn: (body: Credentials) => send('post', '/api/manage/log-in', { body }),
    onSuccess: ({ csrfToken }) => startOver(csrfToken),
  });
}

/** Logs in again on a page whose session has ended, and keeps everything on it. */
export function useLogBackIn() {
  return useAction({
    mutationFn: (body: Credentials) => send('post', '/api/manage/log-in', { body }),
    onSuccess: ({ csrfToken: csrf }) => beginSession(csrf),
  });
}

export function useSignUp() {
  return useAction({
    // The gateway does not reveal whether the address already had an account: only its owner finds out, by logging in.
    mutationFn: async (
      body: Credentials & { readonly accountName: string; readonly invitation?: string },
    ) => {
      await send('post', '/api/manage/sign-up', { body });
      const { email, password } = body;
      try {
        return await send('post', '/api/manage/log-in', { body: { email, password } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'WRONG_PASSWORD') throw error;
        const { status, message, requestId } = error;
        throw new ApiError({ status, code: 'SIGN_UP_REFUSED', message, requestId });
      }
    },
    onSuccess: ({ csrfToken }) => startOver(csrfToken),
  });
}

export function useLogOut() {
  return useAction({
    mutationFn: () => send('post', '/api/manage/log-out', {}),
    onSettled: () => {
      // Notify the frame first, so that no page asks who is signed in; then clear the cache.
      endSession();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    },
  });
}

export function useChangePassword() {
  return useAction({
    mutationFn: (body: { readonly current: string; readonly next: string }) =>
      send('put', '/api/manage/password', { body }),
    // The gateway starts a new session; its token replaces the old one.
    onSuccess: ({ csrfToken }) => {
      beginSession(csrfToken);
      // The other sessions have ended.
      return Promise.all([queryClient.invalidateQueries({ queryKey: ['session'] }), forget(['sessions'])]);
    },
  });
}

/** Clears the cache, which belongs to the previous account. */
function startOver(csrf: string): void {
  queryClient.clear();
  beginSession(csrf);
}
