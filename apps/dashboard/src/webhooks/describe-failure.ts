import type { Delivery } from '../api/events.js';

/** Why an attempt got no response, by the code of the gateway. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['UPSTREAM_DNS', 'Host not found'],
  ['UPSTREAM_CONNECT', 'No connection'],
  ['UPSTREAM_TLS', 'TLS failed'],
  ['UPSTREAM_RESET', 'Connection closed'],
  ['UPSTREAM_TIMEOUT', 'Timeout'],
  ['UPSTREAM_ADDRESS_REFUSED', 'Address not allowed'],
  ['UPSTREAM_BAD_RESPONSE', 'Unreadable response'],
  ['SECRET_UNREADABLE', 'Secret unreadable'],
]);

/** Returns why an attempt failed, if its status does not say so. */
export function describeFailure({ status, error }: Delivery['attempts'][number]): string | null {
  if (status !== null && status >= 300 && status < 400) return 'Redirect not followed';
  return error === null ? null : (FAILURES.get(error) ?? error);
}
