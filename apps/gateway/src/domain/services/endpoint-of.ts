/** The end of an endpoint that replaces only what is before the path of an address. */
const KEEPS_PATH = '/*';

/**
 * Returns where the calls of an operation go. An endpoint that ends in `/*` replaces the scheme and the host of the address, and keeps its
 * path and query, so that ports with different paths stay apart.
 *
 * @param endpoint the setting of the service
 * @param address the address of the port in the WSDL; `''` for none
 * @example
 * ```ts
 * endpointOf('https://soap.internal/*', 'http://example.com/orders.asmx'); // https://soap.internal/orders.asmx
 * ```
 */
export function endpointOf(endpoint: string | undefined, address: string): string {
  if (endpoint?.endsWith(KEEPS_PATH) !== true) return endpoint ?? address;
  const base = endpoint.slice(0, -KEEPS_PATH.length);
  if (!URL.canParse(address)) return `${base}/`;
  const { pathname, search } = new URL(address);
  return base + pathname + search;
}
