import type { SessionOf } from '@soapstone/json-xml-mapper';
import type { ExposedOperation, ServiceModel } from '@soapstone/soap-model';
import type { ClientOptions } from '../api/options.js';
import { exchange } from '../call/call.js';
import type { CallTarget } from '../call/call-target.js';
import { prepare } from '../call/request.js';
import { type ClientSession, createClientSession } from '../session/client-session.js';

/** The longest time that closing a client waits for the logout. */
const LOGOUT_MS = 5_000;

/** A client whose design may describe a session. */
export interface SessionClient {
  readonly model: ServiceModel;
  readonly rules: SessionOf<{ readonly info: { readonly name: string } }> | undefined;
  readonly options: ClientOptions;
  /** What the calls of an operation need, with these options. */
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
  const { logout } = rules;
  const addresses = [
    options.endpoint,
    ...model.services.flatMap(({ ports }) => ports.map(({ address }) => address)),
  ];
  const session: ClientSession = createClientSession({
    rules,
    async login() {
      const target = targetNamed(rules.login.info.name);
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
