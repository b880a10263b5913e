import { useState } from 'react';
import type { TrialRequest } from '../api/trials.js';

/**
 * The unsent requests of Try it, by service and operation. They last until the page is reloaded, even past the end of a session:
 * after logging in again the owner finds them, and nobody else can open the service.
 */
const drafts = new Map<string, TrialRequest>();

/** Replaces the unsent request of an operation. */
export function setDraft(serviceId: string, operation: string, request: TrialRequest): void {
  drafts.set(`${serviceId}/${operation}`, request);
}

/** The unsent request, which survives a change of tab or operation. `initial` is its first value. */
export function useDraft(
  serviceId: string,
  operation: string,
  initial: () => TrialRequest,
): readonly [TrialRequest, (change: Partial<TrialRequest>) => void] {
  const key = `${serviceId}/${operation}`;
  const [draft, setTyped] = useState(() => drafts.get(key) ?? initial());
  return [
    draft,
    (change) =>
      setTyped((present) => {
        const next = { ...present, ...change };
        drafts.set(key, next);
        return next;
      }),
  ];
}
