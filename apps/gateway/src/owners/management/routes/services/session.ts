import { BOOLEAN, INSTANT, nullable, object, TEXT } from '../../../../domain/json-schema.js';
import { notFound } from '../../../../errors/management-errors.js';
import type { OwnedSession } from '../../../../services/live-services.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementCall, type ManagementDependencies, type Route, route } from '../../routing/route.js';

const PATH = `${SERVICES}/:serviceId/session`;

/** The form in which a session is shown: never with its token. */
const SHOWN = object({
  open: BOOLEAN,
  login: TEXT,
  logout: nullable(TEXT),
  openedAt: nullable(INSTANT),
  expiresAt: nullable(INSTANT),
  renewsAt: nullable(INSTANT),
  endpoint: nullable(TEXT),
  failure: nullable(object({ at: INSTANT, retryAt: INSTANT, message: TEXT })),
});

const show = route({
  method: 'get',
  path: PATH,
  access: 'owner',
  summary:
    'The session with the SOAP service that the design describes: whether it is open, until when, and why the last login failed; its token is never shown',
  answer: SHOWN,
  async handle(call, deps) {
    const { session } = await findSession(call, deps);
    return { body: await shown(session) };
  },
});

const logIn = route({
  method: 'post',
  path: PATH,
  access: 'owner',
  limit: 'tests',
  repeatable: false,
  summary:
    'Log in now, if no session is open. A login that failed is tried again after 30 seconds at the earliest; `failure` says why',
  body: object({}),
  answer: SHOWN,
  async handle(call, deps) {
    const { session, service, owner } = await findSession(call, deps);
    // What went wrong is part of the answer.
    await session.logIn();
    await audit(deps, owner, 'session.login', service.id);
    return { body: await shown(session) };
  },
});

const end = route({
  method: 'delete',
  path: PATH,
  access: 'owner',
  summary:
    'End the session, with the logout of the design if it has one; the next call logs in again. `failure` says why the logout failed',
  answer: object({ ended: BOOLEAN, failure: nullable(TEXT) }),
  async handle(call, deps) {
    const { session, service, owner } = await findSession(call, deps);
    const { ended, failure } = await session.end();
    await audit(deps, owner, 'session.end', service.id);
    return { body: { ended, failure: failure ?? null } };
  },
});

async function findSession(call: ManagementCall, deps: ManagementDependencies) {
  const { service, owner } = await findService(call, deps);
  const session = await deps.live.session(service);
  if (session === undefined) throw notFound('session: the design of this service describes none');
  return { session, service, owner };
}

async function shown(session: OwnedSession) {
  const { open, login, logout, endpoint, failure, ...times } = await session.show();
  return {
    open,
    login,
    logout: logout ?? null,
    openedAt: instant(times.openedAt),
    expiresAt: instant(times.expiresAt),
    renewsAt: instant(times.renewsAt),
    endpoint: endpoint ?? null,
    failure:
      failure === undefined
        ? null
        : { at: instant(failure.at), retryAt: instant(failure.retryAt), message: failure.message },
  };
}

function instant(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

export const upstreamSessionRoutes: readonly Route[] = [show, logIn, end];
