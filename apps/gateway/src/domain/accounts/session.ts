import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { EventKind } from './event.js';

/** A person who logs in to an account. Times are in milliseconds since the Unix epoch. */
export interface User {
  readonly id: string;
  readonly accountId: string;
  /** Lower case. */
  readonly email: string;
  readonly passwordHash: string;
  /** Whether the person administers the gateway. Absent: no. */
  readonly administrator?: boolean;
  readonly createdAt: number;
  /** When the person verified the email address. Absent: not yet. */
  readonly emailVerifiedAt?: number;
  /** The kinds of events that the person gets by email. Absent: important events. */
  readonly mailTypes?: readonly EventKind[];
}

/** A stored dashboard session: only the hash of its token, so that a stolen database opens nothing. */
export interface Session {
  readonly tokenHash: string;
  readonly userId: string;
  readonly accountId: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** The idle timeout and the maximum lifetime of a session, in milliseconds. */
export const SESSION_LIFE: Readonly<{ idle: number; absolute: number }> = {
  idle: 30 * 60_000,
  absolute: 12 * 3_600_000,
};

/** The minimum interval between updates of the last use, because a write per request would cost too much. */
export const SESSION_TOUCH = 60_000;

/** The name of the cookie. With `__Host-`, browsers reject it unless it is Secure, restricted to this host, and valid for every path. */
export const SESSION_COOKIE = '__Host-soapstone';

/** Creates a session token: 256 random bits. */
export function createSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether a session is still valid at `now`. */
export function isAlive(session: Session, now: number): boolean {
  return now - session.lastSeenAt < SESSION_LIFE.idle && now - session.createdAt < SESSION_LIFE.absolute;
}

/** Returns the token that a page must send with every change. It is bound to the session and useless without its cookie. */
export function csrfToken(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** Returns the `Set-Cookie` value that starts a session or, with an empty token, ends it. */
export function sessionCookie(token: string): string {
  const life = token === '' ? 0 : SESSION_LIFE.absolute / 1000;
  return `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${life}; Secure; HttpOnly; SameSite=Lax`;
}

/** Returns the session token in a `Cookie` header. */
export function readSessionCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === SESSION_COOKIE)
      return pair.slice(equals + 1).trim();
  }
  return undefined;
}
