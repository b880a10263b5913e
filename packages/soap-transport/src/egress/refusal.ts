import { TransportError } from '../transport-error.js';

/**
 * The error for an address that the policy rejects. The message names the host as the caller wrote it and the entry of the policy
 * to change. The address that a host name resolves to is in `cause` alone: message texts reach further than logs, and one could
 * map a private network with them.
 *
 * @param reason of the egress guard
 */
export function addressRefused(reason: string, phase: 'prepare' | 'connect'): TransportError {
  return new TransportError({
    code: 'UPSTREAM_ADDRESS_REFUSED',
    phase,
    message: `cannot connect to the upstream: ${reason.replace(RESOLVED, '')}`,
    cause: new Error(reason),
  });
}

/** The address that the guard writes after a host name. */
const RESOLVED = / \(.*\)(?= is )/;
