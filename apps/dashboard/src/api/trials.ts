import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './requests/client.js';
import { forget } from './requests/query-client.js';
import { useAction } from './requests/use-action.js';
import type { components } from './schema.js';

export type Trial = components['schemas']['Trial'];
export type InputProblem = components['schemas']['ValidationError'];

/** A request to try out. */
export interface TrialRequest {
  readonly method: 'POST' | 'GET';
  readonly mode: 'call' | 'dryRun' | 'mock';
  /** JSON text, for POST. */
  readonly input: string;
  /** The query string for GET, without the question mark. */
  readonly query: string;
  /** JSON text; empty if none are sent. */
  readonly soapHeaders: string;
}

export function useTryOperation(serviceId: string, operation: string) {
  return useAction({
    mutationFn: (body: TrialRequest) =>
      answer(
        client.POST('/api/manage/services/{serviceId}/operations/{operation}/try', {
          params: { path: { serviceId, operation } },
          body,
        }),
      ),
    // The call was charged and logged.
    onSuccess: () => Promise.all([['usage'], ['calls'], ['session']].map((key) => forget(key))),
  });
}

/** Every problem that would make the gateway reject a call with this input. */
export const problemsQuery = (serviceId: string, operation: string, input: string) =>
  queryOptions({
    queryKey: ['problems', serviceId, operation, input],
    // The response for a text never changes while the page is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const found = client.POST('/api/manage/services/{serviceId}/operations/{operation}/validation', {
        params: { path: { serviceId, operation } },
        body: { input },
        signal,
      });
      return (await answer(found)).errors;
    },
  });
