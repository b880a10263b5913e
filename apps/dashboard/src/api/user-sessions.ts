import { queryOptions, useMutation } from '@tanstack/react-query';
import { answer, client } from './client.js';
import { forget } from './query-client.js';
import type { components } from './schema.js';

export type UserSession = components['schemas']['UserSession'];

export const userSessionsQuery = queryOptions({
  queryKey: ['user-sessions'],
  queryFn: async () => (await answer(client.GET('/api/manage/sessions'))).sessions,
});

const forgetSessions = () => forget(['user-sessions']);

export function useEndSession() {
  return useMutation({
    mutationFn: (sessionId: string) =>
      answer(client.DELETE('/api/manage/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess: forgetSessions,
  });
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => answer(client.DELETE('/api/manage/sessions')),
    onSuccess: forgetSessions,
  });
}
