import type { GatewayEvent, NewEvent } from '../domain/accounts/event.js';

/** What a check has stored already, so that a check without news writes nothing. */
export interface EventMemory<Event extends GatewayEvent = NewEvent> {
  /** Returns the events that were not stored by this process. */
  unknownOf(events: readonly Event[]): readonly Event[];
  /** Remembers these events, and no others. */
  keep(events: readonly Event[]): void;
}

export function createMemory<Event extends GatewayEvent = NewEvent>(): EventMemory<Event> {
  let known: ReadonlySet<string> = new Set();
  return {
    unknownOf: (events) => events.filter((event) => !known.has(nameOf(event))),
    keep(events) {
      known = new Set(events.map(nameOf));
    },
  };
}

function nameOf(event: GatewayEvent & Partial<Pick<NewEvent, 'accountId'>>): string {
  const { accountId = '', kind, subject, threshold = '', period = '' } = event;
  return `${accountId} ${kind} ${subject} ${threshold} ${period}`;
}
