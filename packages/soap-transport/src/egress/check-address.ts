import { isIP } from 'node:net';
import { text as string } from '@soapstone/options';
import type { ProxyOption } from '../proxy-option.js';
import { invalidRequest, TransportError } from '../transport-error.js';
import type { EgressGuard } from './guard.js';
import { addressRefused } from './refusal.js';
import type { AddressBook } from './resolver.js';
import { readTarget } from './target.js';

/** The dependencies of an address check. */
export interface AddressCheck {
  readonly guard: EgressGuard;
  readonly addressBook: AddressBook;
  /** Whether an origin is called through a proxy: that of the request, or else that of the transport. */
  readonly hasProxy: (origin: string, proxy: ProxyOption | undefined) => boolean;
}

/**
 * Checks an address as a call would, without connecting: the guard is asked about the URL, then about every address that its
 * host name resolves to. The answer holds for this moment; a call asks again.
 *
 * Throws `TransportError`: `INVALID_REQUEST` for text that is not a usable URL, `UPSTREAM_ADDRESS_REFUSED` if the policy
 * rejects it, `UPSTREAM_DNS` if the name has no address.
 */
export async function checkAddress(
  { guard, addressBook, hasProxy }: AddressCheck,
  text: string,
  account: string,
  proxy?: ProxyOption,
): Promise<void> {
  const [problem] = string(account);
  if (problem !== undefined)
    throw invalidRequest(`cannot check the address of an account: ${problem.expected}`);
  const { url, origin } = readTarget(text, guard);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  // The proxy resolves it.
  if (hasProxy(origin, proxy) && guard.trustsName(host, port)) return;
  const addresses = await addressBook.find(host, account).catch((cause: unknown) => {
    throw unresolved(cause);
  });
  if (addresses.length === 0) throw unresolved(undefined);
  for (const { address } of addresses) {
    const reason = guard.refuseAddress(address, host, port);
    if (reason !== undefined) throw addressRefused(reason, 'prepare');
  }
}

function unresolved(cause: unknown): TransportError {
  return new TransportError({
    code: 'UPSTREAM_DNS',
    phase: 'prepare',
    message: 'cannot resolve the host of the upstream',
    cause,
  });
}
