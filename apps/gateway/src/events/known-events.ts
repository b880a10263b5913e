import type { GatewayEvent, NewEvent } from '../domain/accounts/event.js';
import type { RegisteredService } from '../domain/services/registered-service.js';
import type { Store } from '../store/store.js';

/** The events that a check has stored already, so that a check without news writes nothing. */
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

/**
 * Stores those events of services that this process has not stored, with the names of their services, and remembers all of them. `isStill` says
 * whether an event is still true of its service.
 */
export async function addUnknown(
  found: readonly NewEvent[],
  memory: EventMemory,
  { services, events }: Pick<Store, 'services' | 'events'>,
  isStill: (service: RegisteredService) => Promise<boolean> = async () => true,
): Promise<void> {
  const unknown: NewEvent[] = [];
  for (const event of memory.unknownOf(found)) {
    const service = await services.find(event.accountId, String(event.data['serviceId']));
    // Undefined if it was deleted in the meantime.
    if (service !== undefined && (await isStill(service)))
      unknown.push({ ...event, data: { ...event.data, serviceName: service.name } });
  }
  if (unknown.length > 0) await events.add(unknown);
  memory.keep(found);
}

function nameOf(event: GatewayEvent & Partial<Pick<NewEvent, 'accountId'>>): string {
  const { accountId = '', kind, subject, threshold = '', period = '' } = event;
  return `${accountId} ${kind} ${subject} ${threshold} ${period}`;
}
