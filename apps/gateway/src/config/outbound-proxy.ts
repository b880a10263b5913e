import { readFile } from 'node:fs/promises';
import type { ProxyOption } from '@soapstone/soap-transport';
import type { Environment } from './schema/settings.js';
import { StartError } from './start-error.js';

/** The proxy for everything that the gateway sends to services, and for the documents that it fetches. */
export interface OutboundProxy {
  readonly url: string;
  readonly noProxy: string;
  /** The file of CA certificates (PEM) of a proxy with an `https:` address. */
  readonly caFile?: string | undefined;
}

/** The proxy that the settings name. */
export function readOutboundProxy({
  OUTBOUND_PROXY: url,
  OUTBOUND_NO_PROXY: noProxy,
  OUTBOUND_PROXY_CA_FILE: caFile,
}: Environment): OutboundProxy | undefined {
  return url === undefined ? undefined : { url, noProxy, caFile };
}

/** Returns a sentence for each problem of the settings of the proxy. None repeats the address, because it may hold a password. */
export function findProxyProblems({
  OUTBOUND_PROXY: url,
  OUTBOUND_NO_PROXY: noProxy,
  OUTBOUND_PROXY_CA_FILE: caFile,
}: Environment): string[] {
  if (url === undefined) {
    return [
      ...(noProxy === ''
        ? []
        : [
            'OUTBOUND_PROXY is required with OUTBOUND_NO_PROXY: without a proxy, every host is called directly',
          ]),
      ...(caFile === undefined
        ? []
        : ['OUTBOUND_PROXY is required with OUTBOUND_PROXY_CA_FILE: an address that begins with https://']),
    ];
  }
  if (!isUsable(url)) {
    return [
      'OUTBOUND_PROXY must be an address such as http://proxy.example.com:3128 or http://USER:PASSWORD@proxy.example.com:3128, with special characters of the password percent-encoded',
    ];
  }
  return caFile !== undefined && !/^https:/i.test(url)
    ? [
        'OUTBOUND_PROXY_CA_FILE is for a proxy that is reached over TLS: set OUTBOUND_PROXY to an address with https',
      ]
    : [];
}

/**
 * The option `proxy` of a transport: the proxy of the settings, or `none`. The variables `HTTP_PROXY` and `HTTPS_PROXY` do not count for the
 * gateway.
 *
 * @throws {StartError} if the file with the CA certificates cannot be read
 */
export async function outboundProxyOf(outboundProxy: OutboundProxy | undefined): Promise<ProxyOption> {
  if (outboundProxy === undefined) return 'none';
  const { url, noProxy, caFile } = outboundProxy;
  const name = 'OUTBOUND_PROXY';
  if (caFile === undefined) return { url, noProxy, name };
  try {
    return { url, noProxy, name, ca: await readFile(caFile, 'utf8') };
  } catch (error) {
    throw new StartError(`OUTBOUND_PROXY_CA_FILE cannot be read (${(error as Error).message})`, error);
  }
}

function isUsable(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    // HTTP Basic cannot carry control characters (RFC 7617 §2).
    const isText = !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(username + password));
    return isText && !decodeURIComponent(username).includes(':');
  } catch {
    return false;
  }
}
