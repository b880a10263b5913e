import { type AccountEvent, pageOfEvent, titleOf } from '../../../domain/accounts/event.js';

/** An event as its owner sees it. */
export function showEvent(event: AccountEvent) {
  const { id, kind, important, createdAt, readAt, data } = event;
  return {
    id,
    type: kind,
    title: titleOf(event),
    important,
    createdAt: new Date(createdAt).toISOString(),
    readAt: readAt === undefined ? null : new Date(readAt).toISOString(),
    page: pageOfEvent(event),
    data,
  };
}
