import { useState } from 'react';
import { useSession } from '../api/session.js';
import type { TrialRequest } from '../api/trials.js';

/** The key in the session storage that keeps the requests of a tab while it reloads. */
const STORED = 'soapstone-trials';

/**
 * The unsent requests of Try it, by person, service and operation. They last as long as the tab and survive a reload and the end of
 * a session, but not a log-out.
 */
const drafts = new Map<string, TrialRequest>(readStored());

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.removeItem(STORED);
    if (drafts.size > 0) sessionStorage.setItem(STORED, JSON.stringify([...drafts]));
  } catch {
    // The browser does not allow storage, or not this much.
  }
});

/** Takes the requests that this tab had before it was reloaded. They are only stored while the page is unloaded. */
function readStored(): [string, TrialRequest][] {
  try {
    const text = sessionStorage.getItem(STORED) ?? '[]';
    sessionStorage.removeItem(STORED);
    return JSON.parse(text);
  } catch {
    return [];
  }
}

/** Forgets every request, because the person logs out. */
export function forgetDrafts(): void {
  drafts.clear();
}

/** The unsent request of an operation, which survives a change of tab or operation. `initial` is its first value. */
export function useDraft(
  serviceId: string,
  operation: string,
  initial: () => TrialRequest,
): readonly [TrialRequest, (change: Partial<TrialRequest>) => void] {
  const set = useSetDraft(serviceId);
  const key = useDraftKey(serviceId)(operation);
  const [draft, setTyped] = useState(() => drafts.get(key) ?? initial());
  return [
    draft,
    (change) =>
      setTyped((present) => {
        const next = { ...present, ...change };
        set(operation, next);
        return next;
      }),
  ];
}

/** Returns the function that replaces the unsent request of an operation. */
export function useSetDraft(serviceId: string): (operation: string, request: TrialRequest) => void {
  const keyOf = useDraftKey(serviceId);
  return (operation, request) => drafts.set(keyOf(operation), request);
}

/** Returns the key of an operation's request. It contains the person, so that nobody sees what a colleague typed in the same browser. */
function useDraftKey(serviceId: string): (operation: string) => string {
  const { email } = useSession();
  return (operation) => `${email} ${serviceId}/${operation}`;
}
