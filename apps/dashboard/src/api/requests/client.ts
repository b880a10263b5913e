import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../schema.js';
import { offline, readError } from './errors.js';
import { markAway } from './reachability.js';
import { sendRepeatable } from './repeat-safely.js';
import { csrfToken, loseSession, resumeSession } from './session-state.js';

const TOKEN_HEADER = 'X-CSRF-Token';

/** Adds the session's token to changes, and turns every error response into an `ApiError`. */
const conversation: Middleware = {
  onRequest({ request }) {
    const token = csrfToken();
    if (request.method !== 'GET' && token !== undefined) request.headers.set(TOKEN_HEADER, token);
    return request;
  },
  async onResponse({ response, request }) {
    if (response.ok) return undefined;
    const error = await readError(response);
    // A wrong password at login does not end a session.
    if (error.code === 'NOT_SIGNED_IN' && !request.url.endsWith('/session')) loseSession();
    throw error;
  },
  onError({ error }) {
    if (!(error instanceof TypeError)) return undefined;
    markAway();
    return offline();
  },
};

/**
 * Sends a request, and repeats it once if its token is that of an older session: the same person has logged in again in
 * another tab. Never sends changes under somebody else's session.
 */
async function send(request: Request): Promise<Response> {
  const again = request.headers.has(TOKEN_HEADER) ? request.clone() : undefined;
  const response = await fetch(request);
  if (again === undefined || response.status !== 403) return response;
  const { code } = await readError(response.clone());
  if (code !== 'CROSS_SITE' || !(await renewSession())) return response;
  again.headers.set(TOKEN_HEADER, csrfToken() ?? '');
  return fetch(again);
}

/** Adopts the token of the browser's current session, unless it is somebody else's. */
async function renewSession(): Promise<boolean> {
  const response = await fetch('/api/manage/session', { cache: 'no-store' });
  if (!response.ok) return false;
  const session = (await response.json()) as components['schemas']['Session'];
  return resumeSession(session);
}

/** The management API of the gateway that serves this page. */
export const client = createClient<paths>({
  baseUrl: '',
  credentials: 'same-origin',
  fetch: (request) => sendRepeatable(request, send),
});
client.use(conversation);
