/**
 * The token that changes must hold, and who wants to know when the session is over. Kept beside the query cache, because the
 * client needs the token before any page is drawn.
 */
let token: string | undefined;
let listener: (() => void) | undefined;

export function csrfToken(): string | undefined {
  return token;
}

export function beginSession(csrf: string): void {
  token = csrf;
}

/** The gateway knows no session any more: forget it, and tell the one who asked. */
export function endSession(): void {
  const ended = token !== undefined;
  token = undefined;
  if (ended) listener?.();
}

/** `tell` is called when a session ends that there was. */
export function onSessionEnd(tell: () => void): void {
  listener = tell;
}
