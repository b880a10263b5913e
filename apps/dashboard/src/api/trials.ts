import { queryOptions } from '@tanstack/react-query';
import { keyOf } from './requests/query.js';
import { send } from './requests/send.js';
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

const VALIDATION = '/api/manage/services/{serviceId}/operations/{operation}/validation';

/** Every problem that would make the gateway reject a call with this input. */
export const problemsQuery = (serviceId: string, operation: string, input: string) =>
  queryOptions({
    queryKey: keyOf(VALIDATION, { serviceId, operation }, { input }),
    // The response for a text never changes while the page is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = { path: { serviceId, operation }, body: { input } };
      return (await send('post', VALIDATION, asked, { signal })).errors;
    },
  });
