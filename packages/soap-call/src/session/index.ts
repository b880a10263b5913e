/** `@soapstone/soap-call/internal/session`: one session with a SOAP server for all calls. It may change in any release. */
export { callInSession, type Outcome, type SessionCall } from './call-in-session.js';
export { isSessionError, SessionError, type SessionErrorCode } from './session-error.js';
export { type OpenedSession, SessionKeeper, type SessionKeeperSettings } from './session-keeper.js';
export {
  createSessionStore,
  failuresIn,
  type LoginFailure,
  type LoginLease,
  type RepeatedFailure,
  type Session,
  type SessionState,
  type SessionStore,
} from './session-store.js';
