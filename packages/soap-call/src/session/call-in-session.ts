import { SessionError } from './session-error.js';
import type { SessionKeeper } from './session-keeper.js';
import type { Session } from './session-store.js';

/** What a call did: it returned a value, or threw. */
export type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/** A call in a session. */
export interface SessionCall<Value> {
  readonly call: (session: Session) => Promise<Value>;
  /** Whether the server says that the session is not valid. */
  readonly isRefused: (outcome: Outcome<Value>) => boolean;
  /** Whether the call may be sent again: it only reads, or a refused call was not executed. */
  readonly isRepeatable: boolean;
}

/**
 * Makes a call in a session (DF-7). If the server refuses the session, it is renewed once. A call that may be repeated is sent again
 * exactly once; any other throws `SessionError` `SESSION_RENEWED`.
 */
export async function callInSession<Value>(
  keeper: SessionKeeper,
  { call, isRefused, isRepeatable }: SessionCall<Value>,
): Promise<Value> {
  const session = keeper.ready ?? (await keeper.current());
  let first: Outcome<Value>;
  try {
    first = { value: await call(session) };
  } catch (error) {
    first = { error };
  }
  if (!isRefused(first)) return settle(first);
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
