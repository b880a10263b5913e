import type { NewEvent } from '../domain/accounts/event.js';

/** What a check has stored already, so that a check without news writes nothing. */
export interface EventMemory {
  /** Returns the events that were not stored by this process. */
  unknownOf(events: readonly NewEvent[]): readonly NewEvent[];
  /** Remembers these events, and no others. */
  keep(events: readonly NewEvent[]): void;
}

export function createMemory(): EventMemory {
  let known: ReadonlySet<string> = new Set();
  return {
    unknownOf: (events) => events.filter((event) => !known.has(nameOf(event))),
    keep(events) {
      known = new Set(events.map(nameOf));
    },
  };
}

function nameOf({ accountId, kind, subject, threshold = '', period = '' }: NewEvent): string {
  return `${accountId} ${kind} ${subject} ${threshold} ${period}`;
}
