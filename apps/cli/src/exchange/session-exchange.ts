import { randomUUID } from 'node:crypto';
import type {
  CompiledOperation,
  FillSource,
  JsonObject,
  LoginAnswer,
  MapperOptions,
  SessionRules,
} from '@soapstone/json-xml-mapper';
import {
  callInSession,
  createSessionStore,
  type Session,
  SessionKeeper,
} from '@soapstone/soap-call/internal/session';
import { isTransportError, type Transport } from '@soapstone/soap-transport';
import type { Service } from '../description/service.js';
import { type ExchangeOptions, type ExchangeResult, exchange, type WireExchange } from './exchange.js';

/** The session of a service, for as long as the command runs. */
export interface ServiceSession {
  readonly keeper: SessionKeeper;
  /** The options of a call in a session. */
  inSession(session: Session): Pick<ExchangeOptions, 'session'>;
  /** Logs out, if the design says how and a session is open. */
  end(): Promise<void>;
}

const sessions = new WeakMap<Service['description'], ServiceSession>();

/** The longest time that a command waits for its logout. */
const LOGOUT_MS = 5_000;

/**
 * Returns the session of a service, which all calls of this process share; `undefined` if its design has none.
 *
 * @param options those of its login: address, credentials, deadline
 */
export function sessionOf(
  service: Service,
  transport: Transport,
  options: ExchangeOptions,
): ServiceSession | undefined {
  const known = sessions.get(service.description);
  const rules = service.mapper.session;
  if (known !== undefined || rules === undefined) return known;
  const { fills } = service.designed;
  const own = { ...options, onExchange: undefined, signal: undefined };
  const addresses = [
    options.endpoint,
    ...service.mapper.operations.map(({ address }) => address),
    rules.login?.info.address,
  ].filter((address) => address !== undefined);
  const made: ServiceSession = {
    keeper: new SessionKeeper({
      store: createSessionStore(),
      before: rules.before,
      now: Date.now,
      id: randomUUID,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      isUnreached: (error) => isTransportError(error) && !error.sent,
      async login() {
        if (rules.login === undefined) return { token: providedToken(rules, sourceOf(fills)) };
        return rules.read(await answerOf(transport, rules.login, own), Date.now(), addresses);
      },
    }),
    inSession: ({ token, endpoint }) => ({
      session: {
        fills: { ...sourceOf(fills), session: tokenSource(rules, token) },
        headers: rules.headersOf(token),
        endpoint,
      },
    }),
    async end() {
      if (made.keeper.known === undefined) return;
      const session = await made.keeper.end();
      const { logout } = rules;
      // Others may use a token that the user passed in, so it is not logged out.
      if (session === undefined || logout === undefined || rules.login === undefined) return;
      const ending = { ...own, ...made.inSession(session), deadlineMs: LOGOUT_MS };
      // A server that does not answer ends the session by itself.
      await exchange(transport, logout, {}, ending).catch(() => undefined);
    },
  };
  sessions.set(service.description, made);
  return made;
}

/** The token that the user of the command gives (DF-16). */
function providedToken({ provided = [], take }: SessionRules, fills: FillSource | undefined): string {
  const given = (part?: string): string => fills?.session?.(part) ?? '';
  return take(
    provided.length === 0 ? given() : Object.fromEntries(provided.map((part) => [part, given(part)])),
  );
}

function tokenSource(rules: SessionRules, token: string): NonNullable<FillSource['session']> {
  const values = rules.valuesOf(token);
  return (part) => (part === undefined ? token : values?.get(part));
}

/** The same as `exchange`, in the session of the service if its design has one. */
export async function exchangeInSession(
  service: Service,
  transport: Transport,
  operation: CompiledOperation,
  input: Uint8Array | JsonObject,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  const session = sessionOf(service, transport, options);
  const rules = service.mapper.session;
  if (session === undefined || rules === undefined)
    return await exchange(transport, operation, input, options);
  let status: number | undefined;
  return await callInSession(session.keeper, {
    isRepeatable: rules.repeatable || operation.info.readStyle,
    isRefused: (outcome) =>
      rules.isRefused({
        status: 'value' in outcome ? outcome.value.status : status,
        ...('value' in outcome &&
          outcome.value.reply.kind === 'fault' && { fault: outcome.value.reply.fault }),
      }),
    call: (open) =>
      exchange(transport, operation, input, {
        ...options,
        ...session.inSession(open),
        onExchange(wire, attachments) {
          status = wire.response?.status;
          options.onExchange?.(wire, attachments);
        },
      }),
  });
}

/** Logs in. A fault is an error. */
async function answerOf(
  transport: Transport,
  login: CompiledOperation,
  options: ExchangeOptions,
): Promise<LoginAnswer> {
  let seen: WireExchange | undefined;
  const { reply } = await exchange(
    transport,
    login,
    {},
    {
      ...options,
      onExchange(wire) {
        seen = wire;
      },
    },
  );
  if (reply.kind === 'fault')
    throw new Error(`${login.info.name} failed with a SOAP fault: ${reply.fault.reason}`);
  return { result: reply.result, soapHeaders: reply.headers, headers: seen?.response?.headers ?? {} };
}

function sourceOf(fills: MapperOptions['fills']): Exclude<MapperOptions['fills'], 'hidden'> {
  return fills === 'hidden' ? undefined : fills;
}
