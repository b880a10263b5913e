/**
 * The origins that browser clients of a service may have. An entry is exact (`https://app.example.com`) or allows every subdomain
 * (`https://*.example.com`). `*` alone is not offered, because an API key that any page may use is not a secret.
 */

/** The maximum number of entries of one service. */
export const MAX_ORIGINS = 50;

/** One or more labels of a host name: what a wildcard matches. */
const SUBDOMAINS = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Reads an entry as its owner wrote it. Returns the origin as browsers send it (in lower case, without a default port or a trailing slash),
 * or what is wrong with the entry.
 *
 * @example readOrigin('HTTPS://App.Example.com:443/') // { origin: 'https://app.example.com' }
 */
export function readOrigin(entry: string): { readonly origin: string } | { readonly problem: string } {
  const text = entry.trim();
  const [, scheme = '', wildcard, rest = ''] = /^([a-z]+:\/\/)?(\*\.)?(.*)$/is.exec(text) ?? [];
  if (scheme === '')
    return { problem: 'must begin with https:// or http://, such as https://app.example.com' };
  if (rest.includes('*')) {
    return { problem: 'may have one wildcard, in place of the subdomain: https://*.example.com' };
  }
  if (!URL.canParse(scheme + rest)) return { problem: 'must be an origin, such as https://app.example.com' };
  const url = new URL(scheme + rest);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { problem: 'must begin with https:// or http://' };
  if (
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  ) {
    return { problem: `must be an origin without a path: ${url.origin}` };
  }
  if (wildcard === undefined) return { origin: url.origin };
  // Rejects a wildcard for a whole top-level domain or for part of an IP address.
  if (!/^[^.]+(?:\.[^.]+)+$/.test(url.hostname) || /^[\d.]+$|\[/.test(url.hostname)) {
    return { problem: 'needs a domain after the wildcard, such as https://*.example.com' };
  }
  return { origin: `${url.protocol}//*.${url.host}` };
}

/** Whether `origin`, the header of a request, is one of `entries`, which `readOrigin` returned. */
export function allowsOrigin(entries: readonly string[], origin: string): boolean {
  return entries.some((entry) => {
    const wildcard = entry.indexOf('*.');
    if (wildcard === -1) return entry === origin;
    const [start, end] = [entry.slice(0, wildcard), entry.slice(wildcard + 1)];
    return (
      origin.startsWith(start) &&
      origin.endsWith(end) &&
      SUBDOMAINS.test(origin.slice(start.length, -end.length))
    );
  });
}
