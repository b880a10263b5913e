import { SessionError } from './session-error.js';
import type { SessionKeeper } from './session-keeper.js';
import type { Session } from './session-store.js';

/** The outcome of a call: it returned a value, or threw. */
export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/** A call in a session. */
export interface SessionCall<Value> {
  readonly call: (session: Session) => Value | Promise<Value>;
  /** Whether the server says that the session is not valid. */
  readonly isRefused: (outcome: Outcome<Value>) => boolean;
  /** Whether the call may be sent again: it only reads, or a refused call was not executed. */
  readonly isRepeatable: boolean;
}

/**
 * Makes a call in a session (DF-7). If the server refuses the session, it is renewed once. A call that may be repeated is sent again
 * exactly once; any other throws `SessionError` `SESSION_RENEWED`.
 */
export function callInSession<Value>(keeper: SessionKeeper, call: SessionCall<Value>): Promise<Value> {
  const { ready } = keeper;
  return ready === undefined
    ? keeper.current().then((session) => callOnce(keeper, session, call))
    : callOnce(keeper, ready, call);
}

/** Not async: most calls have nothing left to do afterwards, and would wait for its promise in vain. */
function callOnce<Value>(
  keeper: SessionKeeper,
  session: Session,
  sessionCall: SessionCall<Value>,
): Promise<Value> {
  const after = (first: Outcome<Value>): Value | Promise<Value> =>
    sessionCall.isRefused(first) ? renewAndCall(keeper, session, sessionCall, first) : settle(first);
  let answer: Value | Promise<Value>;
  try {
    answer = sessionCall.call(session);
  } catch (error) {
    answer = Promise.reject(error);
  }
  return Promise.resolve(answer).then(
    (value) => after({ value }),
    (error: unknown) => after({ error }),
  );
}

async function renewAndCall<Value>(
  keeper: SessionKeeper,
  session: Session,
  { call, isRepeatable }: SessionCall<Value>,
  first: Outcome<Value>,
): Promise<Value> {
  const renewed = await keeper.renew(session);
  if (renewed === undefined) return settle(first);
  if (isRepeatable) return await call(renewed);
  throw new SessionError({
    code: 'SESSION_RENEWED',
    message:
      'the SOAP service did not accept the session, and there is a new one now; send the call again if it may be executed twice',
    retryAfterMs: 0,
    cause: 'error' in first ? first.error : undefined,
  });
}

function settle<Value>(outcome: Outcome<Value>): Value {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
