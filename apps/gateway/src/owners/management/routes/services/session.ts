import { LoginAnswerError } from '@soapstone/json-xml-mapper/design';
import { Type } from 'typebox';
import {
  arrayOf,
  BOOLEAN,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../../domain/json-schema.js';
import { conflict, notFound } from '../../../../errors/management-errors.js';
import type { OwnedSession } from '../../../../services/live-services.js';
import { SENT_INSTANT } from '../../inputs/service-schema.js';
import { violation } from '../../routing/check-body.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementCall, type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { showInstant } from '../../views/show-instant.js';

const PATH = `${SERVICES}/:serviceId/session`;

/** The form in which a session is shown: never with its token. */
const SHOWN = object({
  open: BOOLEAN,
  // Null if a program hands the token in.
  login: nullable(TEXT),
  logout: nullable(TEXT),
  // The names of the values of a token that a program hands in: none for one text.
  provided: nullable(arrayOf(TEXT)),
  openedAt: nullable(INSTANT),
  expiresAt: nullable(INSTANT),
  renewsAt: nullable(INSTANT),
  endpoint: nullable(TEXT),
  // The names of what the last login returned, if this node made it: never values.
  answered: nullable(arrayOf(TEXT)),
  failure: nullable(object({ at: INSTANT, retryAt: INSTANT, message: TEXT })),
  // The last different failures, at most 10, the latest first, including those before a login that succeeded.
  failures: arrayOf(object({ firstAt: INSTANT, lastAt: INSTANT, times: INTEGER, message: TEXT })),
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
    if ((await session.show()).provided !== undefined)
      throw conflict('SESSION_KIND', 'A program hands in the token of this session: no operation logs in');
    // The failure is part of the answer.
    await session.logIn();
    await audit(deps, owner, 'session.login', service.id);
    return { body: await shown(session) };
  },
});

/** The longest life of a token, in milliseconds: that of sessions. */
const MOST_MS = 366 * 86_400_000;
const VALUE = Type.String({ minLength: 1, maxLength: 65_536 });

const provide = route({
  method: 'put',
  path: `${PATH}/token`,
  access: 'owner',
  summary:
    'Hand in the token of a session that a program makes (`token: { provided: … }` in the design), and the time of its end; it replaces the one before it, is sealed and never shown',
  bodyBytes: 256 * 1024,
  body: object({
    token: Type.Unsafe<string | Readonly<Record<string, string>>>({
      anyOf: [VALUE, { type: 'object', minProperties: 1, maxProperties: 50, additionalProperties: VALUE }],
    }),
    expiresAt: SENT_INSTANT,
  }),
  answer: SHOWN,
  async handle(call, deps) {
    const { session, service, owner } = await findSession(call, deps);
    if ((await session.show()).provided === undefined)
      throw conflict('SESSION_KIND', 'The design of this service logs in by itself: it takes no token');
    const { token, expiresAt } = call.body;
    const end = Date.parse(expiresAt);
    const now = deps.now();
    if (end <= now || end > now + MOST_MS)
      throw refused('/expiresAt', `must be in the future, at most 366 days; it is ${showInstant(now)} here`);
    try {
      await session.provide(token, end);
    } catch (error) {
      if (!(error instanceof LoginAnswerError)) throw error;
      throw refused('/token', error.message);
    }
    await audit(deps, owner, 'session.token', service.id);
    return { body: await shown(session) };
  },
});

function refused(path: string, message: string) {
  return violation('body', [{ path, keyword: 'format', message }]);
}

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
  const { open, login, logout, provided, endpoint, answered, failure, failures, ...times } =
    await session.show();
  return {
    open,
    login: login ?? null,
    logout: logout ?? null,
    provided: provided ?? null,
    openedAt: showInstant(times.openedAt),
    expiresAt: showInstant(times.expiresAt),
    renewsAt: showInstant(times.renewsAt),
    endpoint: endpoint ?? null,
    answered: answered ?? null,
    failure:
      failure === undefined
        ? null
        : { at: showInstant(failure.at), retryAt: showInstant(failure.retryAt), message: failure.message },
    failures: failures.map(({ firstAt, lastAt, ...failed }) => ({
      ...failed,
      firstAt: showInstant(firstAt),
      lastAt: showInstant(lastAt),
    })),
  };
}

export const upstreamSessionRoutes: readonly Route[] = [show, logIn, provide, end];
