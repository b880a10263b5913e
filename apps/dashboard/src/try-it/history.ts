import { useSyncExternalStore } from 'react';
import type { Trial, TrialRequest } from '../api/trials.js';

/** A call sent from the page, with its response. */
export interface TriedCall {
  readonly id: number;
  /** RFC 3339. */
  readonly at: string;
  readonly operation: string;
  readonly request: TrialRequest;
  readonly trial: Trial;
}

/** The calls of each service, newest first. They last until the page is reloaded, and are not stored anywhere. */
const calls = new Map<string, readonly TriedCall[]>();
/** The selected calls, by service and operation. */
const chosen = new Map<string, TriedCall>();
const NONE: readonly TriedCall[] = [];
const MOST = 20;
/** The maximum characters of all remembered messages of a service; the newest call is always remembered. */
const MAX_CHARACTERS = 4_000_000;

const watchers = new Set<() => void>();
let last = 0;

/** Remembers a call of a service, and returns it. */
export function remember(serviceId: string, call: Omit<TriedCall, 'id'>): TriedCall {
  last += 1;
  const added = { ...call, id: last };
  let characters = 0;
  const kept = [added, ...(calls.get(serviceId) ?? NONE)].slice(0, MOST).filter((each, index) => {
    characters += sizeOf(each);
    return index === 0 || characters <= MAX_CHARACTERS;
  });
  calls.set(serviceId, kept);
  chosen.delete(`${serviceId}/${call.operation}`);
  for (const tell of watchers) tell();
  return added;
}

/** Selects a call to be shown with its operation, until the next one is sent. */
export function choose(serviceId: string, call: TriedCall): void {
  chosen.set(`${serviceId}/${call.operation}`, call);
}

/** Forgets the calls of a service. */
export function forgetHistory(serviceId: string): void {
  for (const { operation } of calls.get(serviceId) ?? NONE) chosen.delete(`${serviceId}/${operation}`);
  calls.delete(serviceId);
  for (const tell of watchers) tell();
}

/** The call that is shown with an operation: the selected one, or the newest. */
export function lastCall(serviceId: string, operation: string): TriedCall | undefined {
  return (
    chosen.get(`${serviceId}/${operation}`) ??
    calls.get(serviceId)?.find((call) => call.operation === operation)
  );
}

/** The remembered calls of a service, newest first. */
export function useHistory(serviceId: string): readonly TriedCall[] {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
    () => calls.get(serviceId) ?? NONE,
  );
}

function sizeOf({ request, trial }: TriedCall): number {
  const { body, soap } = trial;
  return (
    request.input.length + body.length + (soap.request?.xml.length ?? 0) + (soap.response?.xml.length ?? 0)
  );
}
