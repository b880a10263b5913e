import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { queryClient } from './requests/query-client.js';
import { useAction } from './requests/use-action.js';
import type { paths } from './schema.js';

const PATH = '/api/manage/services/{serviceId}/session';

/** The session with a SOAP service, without its token. */
export type UpstreamSession = paths[typeof PATH]['get']['responses'][200]['content']['application/json'];

const at = (serviceId: string) => ({ params: { path: { serviceId } } });

/** The session that the live design describes. It is renewed in the background, so it is read again while it is shown. */
export const upstreamSessionQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['services', serviceId, 'upstream-session'],
    refetchInterval: 30_000,
    queryFn: () => answer(client.GET(PATH, at(serviceId))),
  });

/** Logs in now, if no session is open. What went wrong is part of the answer. */
export function useLogInUpstream(serviceId: string) {
  return useAction({
    mutationFn: () => answer(client.POST(PATH, { ...at(serviceId), body: {} })),
    onSuccess: (session) => queryClient.setQueryData(upstreamSessionQuery(serviceId).queryKey, session),
  });
}

/** Ends the session. */
export function useEndUpstreamSession(serviceId: string) {
  return useAction({
    mutationFn: () => answer(client.DELETE(PATH, at(serviceId))),
    onSuccess: () => queryClient.invalidateQueries(upstreamSessionQuery(serviceId)),
  });
}
