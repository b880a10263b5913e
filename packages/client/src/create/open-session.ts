import type { SessionOf } from '@soapstone/json-xml-mapper';
import { type Session, SessionError } from '@soapstone/soap-call/internal/session';
import type { ExposedOperation, ServiceModel } from '@soapstone/soap-model';
import type { ClientOptions } from '../api/options.js';
import { exchange } from '../call/call.js';
import type { CallTarget } from '../call/call-target.js';
import { prepare } from '../call/request.js';
import { type ClientSession, createClientSession } from '../client-session.js';

/** The longest time that closing a client waits for the logout. */
const LOGOUT_MS = 5_000;

/** A client whose design may describe a session. */
export interface SessionClient {
  readonly model: ServiceModel;
  readonly rules: SessionOf<{ readonly info: { readonly name: string } }> | undefined;
  readonly options: ClientOptions;
  /** The needs of an operation's calls with these options. */
  readonly targetOf: (exposed: ExposedOperation, options: ClientOptions) => CallTarget;
}

/**
 * Opens the session that the design of a client describes; it logs in with the first call. No hook sees the login, whose request has the
 * password and whose answer has the token. Passed on by generated modules.
 *
 * @example
 * ```ts
 * const designed = designOf(design, { openSession });
 * ```
 */
export function openSession(client: SessionClient): ClientSession | undefined {
  const { model, rules } = client;
  if (rules === undefined) return undefined;
  const { hooks: _hooks, ...options } = client.options;
  const targetNamed = (name: string): CallTarget =>
    client.targetOf(model.exposed.find((each) => each.name === name) as ExposedOperation, options);
  const { login, logout } = rules;
  if (login === undefined) return providedSession(rules, options.fills);
  const addresses = [
    options.endpoint,
    ...model.services.flatMap(({ ports }) => ports.map(({ address }) => address)),
  ];
  const session: ClientSession = createClientSession({
    rules,
    async login() {
      const target = targetNamed(login.info.name);
      return await exchange(target, await prepare(target, {}, {}));
    },
    logout:
      logout &&
      (async (opened) => {
        const target = { ...targetNamed(logout.info.name), session };
        const prepared = await prepare(target, {}, { timeout: LOGOUT_MS }, { session: opened });
        return await exchange(target, prepared);
      }),
    known: addresses.filter((address) => address !== undefined),
    now: options.fills?.now ?? Date.now,
    store: options.sessionStore,
  });
  return session;
}

/**
 * The session of a token that the program has itself (DF-16): the function `session` of its `fills` gives it to each call. In a message it is a
 * fill like any other; here it becomes an HTTP header or a cookie.
 */
function providedSession(
  rules: NonNullable<SessionClient['rules']>,
  fills: ClientOptions['fills'],
): ClientSession | undefined {
  if (Object.keys(rules.headersOf('-')).length === 0) return undefined;
  const current = (): Session => {
    const token = fills?.session?.();
    if (token === undefined)
      throw new SessionError({
        code: 'UPSTREAM_LOGIN_FAILED',
        message: 'the function session of the option fills has no token',
        retryAfterMs: 0,
      });
    return { id: 'provided', token: rules.take(token), openedAt: 0 };
  };
  return {
    rules,
    run: async (_onlyReads, call) => await call(current()),
    async *stream(_onlyReads, open) {
      yield* open(current());
    },
    close: () => Promise.resolve(),
  };
}
