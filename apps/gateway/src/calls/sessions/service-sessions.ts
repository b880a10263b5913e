import { randomUUID } from 'node:crypto';
import type { LoginAnswer } from '@soapstone/json-xml-mapper';
import type { ProvidedToken } from '@soapstone/json-xml-mapper/design';
import { defined } from '@soapstone/options/defined';
import { callInSession, type Outcome, SessionKeeper } from '@soapstone/soap-call/internal/session';
import { asTransportError, isTransportError } from '@soapstone/soap-transport';
import { GatewayError } from '../../errors/errors.js';
import { createLoginNotice } from '../../events/notice-sessions.js';
import type { Log } from '../../log/log.js';
import type { EndedSession, SessionOverview } from '../../services/upstream-session.js';
import type { Store } from '../../store/store.js';
import type { CachedAnswer } from '../cache/response-cache.js';
import type { CompiledService } from '../catalog/catalog.js';
import { sessionTarget, type Target } from '../catalog/resolve.js';
import type { SessionParts } from '../catalog/session-parts.js';
import type { AnsweredReply } from '../proxy/exchange.js';
import type { CallSession, SessionOf } from '../proxy/in-session.js';
import { reachIn } from './reach-in.js';
import { callOfSession, type SessionExchangeDependencies, SessionExchangeError } from './session-exchange.js';
import { createSealedSessionStore, type SessionStoreDependencies } from './session-store.js';

/** The dependencies of the sessions of services. */
export interface SessionDependencies extends SessionStoreDependencies, SessionExchangeDependencies {
  readonly store: Pick<Store, 'secrets' | 'loginLeases' | 'services' | 'events'>;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** The session of a service, for its calls and for its owner. */
export interface ServiceSession extends CallSession {
  /** Returns what is known of the session, without its token. */
  show(): Promise<SessionOverview>;
  /**
   * Takes a token that a program hands in, and its end in milliseconds since the Unix epoch. Throws `LoginAnswerError` for one that the design
   * does not describe.
   */
  provide(token: ProvidedToken, expiresAt: number): Promise<void>;
  /** Ends the session: at the SOAP service if the design has a logout, here at once, and on other nodes a few seconds later. */
  end(): Promise<EndedSession>;
}

/** The sessions of services. */
export interface ServiceSessions {
  /** The session of a service; undefined if its design has none. */
  of(service: CompiledService): ServiceSession | undefined;
  /** The session that a call is made in. */
  readonly forCall: SessionOf;
}

/** The maximum age of a node's copy of a session, in milliseconds. */
const REFRESH_MS = 5_000;

/** Creates what finds the session of a service: one for each state of its settings. */
export function createServiceSessions(deps: SessionDependencies): ServiceSessions {
  const noticeLogin = createLoginNotice(deps.store, deps.now);
  const known = new WeakMap<CompiledService, ServiceSession>();
  const of = (service: CompiledService): ServiceSession | undefined => {
    const { session } = service;
    if (session === undefined) return undefined;
    let opened = known.get(service);
    if (opened === undefined) {
      opened = openSession(service, session, deps, noticeLogin);
      known.set(service, opened);
    }
    return opened;
  };
  return { of, forCall: ({ service, isLogin }) => (isLogin ? undefined : of(service)) };
}

function openSession(
  service: CompiledService,
  parts: SessionParts,
  deps: SessionDependencies,
  noticeLogin: ReturnType<typeof createLoginNotice>,
): ServiceSession {
  const { accountId, id: serviceId } = service.service;
  const { rules, operations } = parts;
  const { now, log } = deps;
  const store = createSealedSessionStore(deps, {
    accountId,
    serviceId,
    scope: parts.scope,
    due: rules.provided === undefined ? undefined : rules.before,
  });
  const place = { accountId, serviceId, ...defined({ operation: operations.login }) };
  const isUnreached = (error: unknown): boolean => error instanceof SessionExchangeError && error.unreached;
  /** The result of the last login of this node. */
  let answered: readonly string[] | undefined;
  const keeper = new SessionKeeper({
    store,
    before: rules.before,
    now,
    id: randomUUID,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    refreshMs: REFRESH_MS,
    isUnreached,
    ...(rules.provided === undefined && {
      async login() {
        const target = (await sessionTarget(service, 'login')) as Target;
        const answer = await callOfSession(target, deps);
        answered = namesIn(answer);
        return rules.read(answer, now(), parts.addresses);
      },
    }),
    onLogin(error) {
      if (error === undefined) log.info('logged in to a SOAP service', place);
      else if (rules.provided !== undefined) log.warn('a SOAP service does not accept its token', place);
      else log.warn('a login to a SOAP service failed', { ...place, reason: reasonOf(error) });
      // A service that cannot be reached fails in its calls, too, which is an event of its own.
      if (error === undefined || isUnreached(error)) return;
      noticeLogin({ accountId, serviceId, provided: rules.provided !== undefined }).catch(
        (failure: unknown) => log.error('a failed login could not be stored as an event', failure),
      );
    },
  });
  const reach = reachIn(rules);
  const isRefused = (reply: AnsweredReply): boolean =>
    reply.kind === 'fault' && rules.isRefused({ fault: reply.fault, status: reply.status });
  const isRefusedOutcome = (outcome: Outcome<CachedAnswer>): boolean =>
    'error' in outcome ? rules.isRefused({ status: statusOf(outcome) }) : isRefused(outcome.value.reply);
  return {
    repeatable: rules.repeatable,
    get ready() {
      return keeper.ready;
    },
    current: () => keeper.current(),
    reach,
    isRefused,
    run: ({ call, isRepeatable }) =>
      callInSession(keeper, { call, isRefused: isRefusedOutcome, isRepeatable }),
    async show() {
      const { session, failure, failures = [] } = await store.read();
      const { openedAt, expiresAt, endpoint } = session ?? {};
      const isOpen = session !== undefined && (expiresAt === undefined || now() < expiresAt);
      const life = isOpen && expiresAt !== undefined ? expiresAt - session.openedAt : undefined;
      return {
        open: isOpen,
        login: operations.login,
        logout: operations.logout,
        provided: rules.provided,
        openedAt: isOpen ? openedAt : undefined,
        expiresAt: isOpen ? expiresAt : undefined,
        renewsAt: life === undefined ? undefined : (expiresAt as number) - Math.min(rules.before, life / 2),
        endpoint: isOpen ? endpoint : undefined,
        answered,
        failure,
        failures,
      };
    },
    provide: (token, expiresAt) => keeper.provide({ token: rules.take(token), expiresAt }),
    async end() {
      const session = await keeper.end();
      if (session === undefined) return { ended: false, failure: undefined };
      try {
        const target = await sessionTarget(service, 'logout');
        if (target !== undefined) await callOfSession(reach(target, session), deps);
        return { ended: true, failure: undefined };
      } catch (error) {
        return { ended: true, failure: reasonOf(error) };
      }
    },
  };
}

/** The members that are named of an answer, and how deep they may be. */
const MOST_NAMED = 50;
const MOST_KEYS = 8;

/** Names what an answer of a login has: the paths of its members, and its cookies. Values may be secrets. */
function namesIn({ result, headers }: LoginAnswer): readonly string[] {
  const names: string[] = [];
  const pending: [readonly string[], unknown][] = [[[], result]];
  for (let next = pending.pop(); next !== undefined && names.length < MOST_NAMED; next = pending.pop()) {
    const [keys, value] = next;
    if (isObject(value) && keys.length < MOST_KEYS)
      for (const key of Object.keys(value).slice(0, MOST_NAMED).reverse())
        pending.push([[...keys, key], value[key]]);
    else if (keys.length > 0) names.push(keys.join('/').slice(0, 200));
  }
  const cookies = [headers['set-cookie'] ?? []].flat();
  for (const cookie of cookies.slice(0, MOST_NAMED - names.length))
    names.push(`cookie ${cookie.split('=', 1)[0]?.trim().slice(0, 200)}`);
  return names;
}

/** Whether it has members. Exact numbers are objects of a class, and have none. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** The HTTP status of an answer that is not a SOAP message. */
function statusOf(outcome: Extract<Outcome<unknown>, { readonly error: unknown }>): number | undefined {
  const { error } = outcome;
  if (error instanceof GatewayError) return error.init.upstreamStatus;
  const failure = asTransportError(error);
  return isTransportError(failure) ? failure.upstreamStatus : undefined;
}

/** Neither the errors of an exchange nor those of the rules have a secret. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it failed';
}
