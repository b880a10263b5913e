import type { RepeatedFailure } from '@soapstone/soap-call/internal/session';

/** The session of a service with its SOAP server, as the owner sees it. Times are in milliseconds since the Unix epoch. */
export interface SessionOverview {
  /** Whether a session is open. Without one, the next call logs in. */
  readonly open: boolean;
  /** The operations that open and end it. No operation opens it if a program hands in its token. */
  readonly login: string | undefined;
  readonly logout: string | undefined;
  /** The names of the values of a token that a program hands in, none for one text; undefined if an operation logs in. */
  readonly provided: readonly string[] | undefined;
  readonly openedAt: number | undefined;
  /** When it expires; undefined if nothing says so. */
  readonly expiresAt: number | undefined;
  /** When calls begin to renew it. */
  readonly renewsAt: number | undefined;
  /** Where its calls go, if its login named an address. */
  readonly endpoint: string | undefined;
  /** The names of what the last login of this node returned. */
  readonly answered: readonly string[] | undefined;
  /** The last login, if it failed. None is tried before `retryAt`. The message has no secret. */
  readonly failure: { readonly at: number; readonly retryAt: number; readonly message: string } | undefined;
  /** The last different failures, the latest first, including those before a login that succeeded. */
  readonly failures: readonly RepeatedFailure[];
}

/** How a session was ended. */
export interface EndedSession {
  /** Whether one was open. */
  readonly ended: boolean;
  /** Why its logout failed, without secrets; undefined if it succeeded or if there is none. */
  readonly failure: string | undefined;
}
