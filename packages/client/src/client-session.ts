import type { LoginAnswer, SessionRules } from '@soapstone/json-xml-mapper';
import {
  callInSession,
  createSessionStore,
  type Outcome,
  type Session,
  SessionKeeper,
  type SessionStore,
} from '@soapstone/soap-call/internal/session';
import { isTransportError } from '@soapstone/soap-transport/internal/transport-error';
import { ResponseError, SoapFaultError } from './api/errors.js';

/** The functions that a client gives its session. */
export interface ClientSessionParts {
  readonly rules: SessionRules;
  readonly login: () => Promise<LoginAnswer>;
  /** Ends a session, if the design says how. */
  readonly logout: ((session: Session) => Promise<unknown>) | undefined;
  /** The addresses of the service. */
  readonly known: readonly string[];
  readonly now: () => number;
  /** Where the session is kept. Default: in memory, until the client is closed. */
  readonly store: SessionStore | undefined;
}

/** The session of a client and of those that its `$with` makes. */
export interface ClientSession {
  readonly rules: SessionRules;
  /** Makes a call in the session. @param onlyReads whether its operation only reads, so that it may be sent again */
  run<Value>(onlyReads: () => boolean, call: (session: Session) => Promise<Value>): Promise<Value>;
  /** The same for a response that is read piece by piece. */
  stream<Piece>(
    onlyReads: () => boolean,
    open: (session: Session) => AsyncGenerator<Piece, void, undefined>,
  ): AsyncGenerator<Piece, void, undefined>;
  /** Logs out, if the session is that of this client alone. */
  close(): Promise<void>;
}

/** Opens the session of a client: it logs in with the first call. */
export function createClientSession(parts: ClientSessionParts): ClientSession {
  const { rules, login, logout, known, now, store } = parts;
  const keeper = new SessionKeeper({
    store: store ?? createSessionStore(),
    login: async () => rules.read(await login(), now(), known),
    before: rules.before,
    now,
    id: () => crypto.randomUUID(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isUnreached: (error) => isTransportError(error) && !error.sent,
    ...(store !== undefined && { refreshMs: REFRESH_MS }),
  });
  const isRefused = (outcome: Outcome<unknown>): boolean =>
    'error' in outcome && rules.isRefused(answerOf(outcome.error));
  return {
    rules,
    run: (onlyReads, call) =>
      callInSession(keeper, { call, isRefused, isRepeatable: rules.repeatable || onlyReads() }),
    async *stream<Piece>(
      onlyReads: () => boolean,
      open: (session: Session) => AsyncGenerator<Piece, void, undefined>,
    ) {
      // The server refuses a session before it sends anything of a result.
      const { pieces, first } = await callInSession(keeper, {
        isRefused,
        isRepeatable: rules.repeatable || onlyReads(),
        async call(session) {
          const pieces = open(session);
          return { pieces, first: await pieces.next() };
        },
      });
      if (first.done === true) return;
      try {
        yield first.value;
        yield* pieces;
      } finally {
        await pieces.return();
      }
    },
    async close() {
      const session = keeper.known;
      if (store !== undefined || session === undefined) return;
      const open = await keeper.end();
      // A server that does not answer ends the session by itself.
      if (open !== undefined) await logout?.(open).catch(() => undefined);
    },
  };
}

/** The maximum age of a client's copy of a shared store, in milliseconds. */
const REFRESH_MS = 5_000;

/** The description of the answer that an error is about. */
function answerOf(error: unknown): Parameters<SessionRules['isRefused']>[0] {
  if (error instanceof SoapFaultError) return { status: error.status, fault: error.fault };
  if (error instanceof ResponseError) return { status: error.status };
  return isTransportError(error) ? { status: error.upstreamStatus } : {};
}
