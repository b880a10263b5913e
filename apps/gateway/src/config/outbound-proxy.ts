import { readFile } from 'node:fs/promises';
import type { ProxyOption, ProxySettings } from '@soapstone/soap-transport';
import type { Environment } from './schema/settings.js';
import { StartError } from './start-error.js';

/** The proxy for everything that the gateway sends to services, and for the documents that it fetches. */
export interface OutboundProxy {
  readonly url: string;
  readonly noProxy: string;
  /** The file of CA certificates (PEM) of a proxy with an `https:` address. */
  readonly caFile?: string | undefined;
}

/** The longest list of proxies for services. */
const MAX_PROXIES = 100;
/** The name of a proxy for services. */
const PROXY_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The proxies that services may choose, and the file of CA certificates for those with an `https:` address. */
export interface OutboundProxies {
  readonly urls: ReadonlyMap<string, string>;
  readonly caFile?: string | undefined;
}

/** The proxies for services that the settings name. */
export function readOutboundProxies({
  OUTBOUND_PROXIES: list = '',
  OUTBOUND_PROXY_CA_FILE: caFile,
}: Environment): OutboundProxies | undefined {
  return list === '' ? undefined : { urls: new Map(entriesOf(list)), caFile };
}

/** The names and the addresses of a list such as `branch=http://proxy:3128,partner=https://other:443`. */
function entriesOf(list: string): [name: string, url: string][] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const at = entry.indexOf('=');
      return at === -1 ? ['', entry] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    });
}

/** Returns a sentence for each problem of the list of proxies. None repeats an address. */
function findListOfProxiesProblems(list: string): string[] {
  const entries = entriesOf(list);
  const seen = new Set<string>();
  const problems = entries.flatMap(([name, url], index) => {
    const at = `entry ${index + 1} of OUTBOUND_PROXIES`;
    if (!PROXY_NAME.test(name))
      return [`${at} must be NAME=ADDRESS, with a name of at most 63 lower-case letters, digits and hyphens`];
    if (seen.has(name)) return [`OUTBOUND_PROXIES has two proxies with the name ${name}`];
    seen.add(name);
    if (/^https?:/i.test(url) && isUsable(url)) return [];
    return [
      `${name} in OUTBOUND_PROXIES must have an address such as http://proxy.example.com:3128 or http://USER:PASSWORD@proxy.example.com:3128, with special characters of the password percent-encoded`,
    ];
  });
  if (entries.length > MAX_PROXIES) problems.push(`OUTBOUND_PROXIES has more than ${MAX_PROXIES} entries`);
  return problems;
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
  OUTBOUND_PROXIES: list = '',
}: Environment): string[] {
  const ofList = findListOfProxiesProblems(list);
  const isListSecure = entriesOf(list).some(([, address]) => /^https:/i.test(address));
  if (url === undefined) {
    return [
      ...ofList,
      ...(noProxy === ''
        ? []
        : [
            'OUTBOUND_PROXY is required with OUTBOUND_NO_PROXY: without a proxy, every host is called directly',
          ]),
      ...(caFile === undefined || isListSecure
        ? []
        : ['OUTBOUND_PROXY is required with OUTBOUND_PROXY_CA_FILE: an address that begins with https://']),
    ];
  }
  if (!isUsable(url)) {
    return [
      ...ofList,
      'OUTBOUND_PROXY must be an address such as http://proxy.example.com:3128 or http://USER:PASSWORD@proxy.example.com:3128, with special characters of the password percent-encoded',
    ];
  }
  return caFile !== undefined && !/^https:/i.test(url) && !isListSecure
    ? [
        ...ofList,
        'OUTBOUND_PROXY_CA_FILE is for a proxy that is reached over TLS: set OUTBOUND_PROXY to an address with https',
      ]
    : ofList;
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
  return { url, noProxy, name, ...(await authoritiesOf(caFile)) };
}

/**
 * The proxies that services may choose. Errors name them by the setting of the service.
 *
 * @throws {StartError} if the file with the CA certificates cannot be read
 */
export async function outboundProxiesOf(
  proxies: OutboundProxies | undefined,
): Promise<ReadonlyMap<string, ProxySettings>> {
  if (proxies === undefined) return new Map();
  const { urls, caFile } = proxies;
  const authorities = await authoritiesOf(caFile);
  return new Map(
    [...urls].map(([name, url]) => [name, { url, name: `setting "proxy" (${name})`, ...authorities }]),
  );
}

async function authoritiesOf(caFile: string | undefined): Promise<{ readonly ca?: string }> {
  if (caFile === undefined) return {};
  try {
    return { ca: await readFile(caFile, 'utf8') };
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
