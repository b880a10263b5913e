import type { LoggedCall } from '../domain/logged-call.js';

/** A call as the component `Call` of the management API. */
export function showCall({ accountId: _, at, ...rest }: LoggedCall) {
  return { ...rest, at: new Date(at).toISOString() };
}
