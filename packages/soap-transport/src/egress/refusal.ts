import { TransportError } from '../transport-error.js';

/** The error for an address that the policy refuses. `reason` names it, for the operator's log only. */
export function addressRefused(reason: string, phase: 'prepare' | 'connect'): TransportError {
  return new TransportError({
    code: 'UPSTREAM_ADDRESS_REFUSED',
    phase,
    // The address is for the log only; clients could use it to map the private network.
    message: 'cannot connect to the upstream: its address is refused by the egress policy',
    cause: new Error(reason),
  });
}
