import { useSyncExternalStore } from 'react';

/**
 * The token for changes, and whether the session has ended without an action of this page. Kept outside the query cache, because
 * the client needs the token before any page is rendered.
 */
let token: string | undefined;
let person: string | undefined;
let lost = false;
let onEnd: (() => void) | undefined;
const watchers = new Set<() => void>();

export function csrfToken(): string | undefined {
  return token;
}

/** Starts a session with its token. `email` is the address of its user, if known. */
export function beginSession(csrf: string, email?: string): void {
  token = csrf;
  person = email;
  setLost(false);
}

/** Adopts a session that started in another tab; returns false and does nothing if it belongs to somebody else. */
export function resumeSession({ csrfToken: csrf, email }: { csrfToken: string; email: string }): boolean {
  if (person !== undefined && person !== email) return false;
  beginSession(csrf, email);
  return true;
}

/** Forgets the session, because the owner logged out. */
export function endSession(): void {
  const ended = token !== undefined;
  token = undefined;
  person = undefined;
  setLost(false);
  if (ended) onEnd?.();
}

/** Marks the session as ended elsewhere: in another tab, by timeout, or by somebody else. The page keeps its edits. */
export function loseSession(): void {
  if (token !== undefined) setLost(true);
}

/** Calls `tell` when the owner logs out. */
export function onSessionEnd(tell: () => void): void {
  onEnd = tell;
}

/** Whether the session has ended elsewhere. */
export function useIsSessionLost(): boolean {
  return useSyncExternalStore(watch, () => lost);
}

function setLost(next: boolean): void {
  if (lost === next) return;
  lost = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
