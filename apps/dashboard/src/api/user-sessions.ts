import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { forget } from './requests/query-client.js';
import { useAction } from './requests/use-action.js';
import type { components } from './schema.js';

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
