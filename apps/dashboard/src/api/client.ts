import createClient, { type Middleware } from 'openapi-fetch';
import { offline, readError } from './errors.js';
import type { paths } from './schema.js';
import { csrfToken, endSession } from './session-state.js';

/** Changes carry the token of the session, and every refusal becomes an `ApiError`. */
const conversation: Middleware = {
  onRequest({ request }) {
    const token = csrfToken();
    if (request.method !== 'GET' && token !== undefined) request.headers.set('X-CSRF-Token', token);
    return request;
  },
  async onResponse({ response, request }) {
    if (response.ok) return undefined;
    const error = await readError(response);
    // Logging in with a wrong password is no end of a session.
    if (error.code === 'NOT_SIGNED_IN' && !request.url.endsWith('/session')) endSession();
    throw error;
  },
  onError: ({ error }) => (error instanceof TypeError ? offline() : undefined),
};

/** The management API of the gateway that serves this page. */
export const client = createClient<paths>({ baseUrl: '', credentials: 'same-origin' });
client.use(conversation);

/** The body of an answer. Rejects with `ApiError`. */
export async function answer<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  const { data } = await call;
  if (data === undefined || data === null) throw new Error('the gateway answered without a body');
  return data;
}
