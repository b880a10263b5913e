import { useState } from 'react';
import type { TrialRequest } from '../api/trials.js';

/**
 * What is typed into Try it, by service and operation. It lasts until the page is reloaded, also past the end of a session:
 * whoever logs in again finds it, and nobody else can open the service.
 */
const drafts = new Map<string, TrialRequest>();

/** Puts a request in place of what is typed for an operation. */
export function setDraft(serviceId: string, operation: string, request: TrialRequest): void {
  drafts.set(`${serviceId}/${operation}`, request);
}

/** The request that is being typed, which survives a change of tab or operation. `initial` is what it begins with. */
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
