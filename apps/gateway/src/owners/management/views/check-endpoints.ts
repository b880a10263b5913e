import { isTransportError, type ProxyOption, type Transport } from '@soapstone/soap-transport';
import { refusedAddress } from '../../../errors/refused-address.js';

/** How long a page waits for name servers, in milliseconds. */
const PATIENCE = 1_000;
/** The maximum number of addresses of one WSDL that are checked. */
const MOST = 32;

/**
 * Checks the addresses that calls would go to, without sending anything. Returns, by address, a sentence that says why the gateway cannot
 * call it. `proxyOf` returns the proxy of the service, or throws what is wrong with it. Addresses without a problem are left out, as are those whose name server does not respond within a second.
 */
export async function checkEndpoints(
  addresses: readonly string[],
  accountId: string,
  transport: Pick<Transport, 'checkAddress'>,
  proxyOf: () => ProxyOption | undefined = () => undefined,
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>();
  const checks = [...new Set(addresses)].slice(0, MOST).map(async (address) => {
    try {
      await transport.checkAddress(address, accountId, proxyOf());
    } catch (error) {
      problems.set(address, describeProblem(address, error));
    }
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([Promise.all(checks), tooLong]);
  clearTimeout(timer);
  return new Map(problems);
}

function describeProblem(address: string, error: unknown): string {
  if (!isTransportError(error)) throw error;
  if (error.code === 'UPSTREAM_ADDRESS_REFUSED') return refusedAddress(address, error.cause);
  if (error.code === 'UPSTREAM_DNS') {
    return `The host name ${new URL(address).hostname} cannot be resolved. Check the endpoint`;
  }
  return `The endpoint ${address} cannot be called: ${error.message}`;
}
