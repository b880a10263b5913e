import { isIP } from 'node:net';

/** The headers in which proxies name the client. */
export interface ProxyHeaders {
  readonly 'x-forwarded-for'?: string | string[] | undefined;
  readonly forwarded?: string | undefined;
}

/**
 * Returns the client address that the outermost of `hops` trusted proxies saw: an IP address, without the port that some proxies add.
 * Without a proxy, that of the connection. Proxies append to what they receive, so only the last `hops` entries are trustworthy. An entry
 * that names no address, such as `unknown` or an obfuscated identifier, is replaced with the nearest later one that does.
 *
 * `Forwarded` (RFC 7239) is read if there is no `X-Forwarded-For`: a proxy that writes the latter passes on the former as the client sent it.
 */
export function clientAddress(headers: ProxyHeaders, remoteAddress: string, hops: number): string {
  if (hops === 0) return remoteAddress;
  const { 'x-forwarded-for': plain, forwarded } = headers;
  if (plain === undefined && forwarded === undefined) return remoteAddress;
  // The usual form, a single address, needs no list.
  if (typeof plain === 'string' && isIP(plain) !== 0) return plain;
  const entries =
    plain === undefined
      ? lastEntries(forwarded ?? '', hops).map((element) => parameterOf(element, 'for'))
      : lastEntries([plain].flat().join(','), hops);
  return entries.map(addressOf).find((address) => address !== undefined) ?? remoteAddress;
}

/** Returns the scheme that the nearest proxy received. Earlier values came from further away, perhaps from the client. */
export function clientScheme(
  headers: ProxyHeaders & { readonly 'x-forwarded-proto'?: string | string[] | undefined },
): string | undefined {
  const { 'x-forwarded-proto': plain, forwarded } = headers;
  // The usual form, a single value, needs no list.
  if (plain === 'https' || plain === 'http') return plain;
  const [last] =
    plain === undefined
      ? lastEntries(forwarded ?? '', 1).map((element) => parameterOf(element, 'proto'))
      : lastEntries([plain].flat().join(','), 1);
  return last?.toLowerCase();
}

/**
 * Returns the last `count` non-empty entries of a list, the earliest of them first. Commas within quoted strings do not separate. The list is
 * read from its end, where the trusted proxies wrote, so that an unbalanced quote of a client cannot swallow their entries.
 */
function lastEntries(list: string, count: number): string[] {
  const entries: string[] = [];
  let end = list.length;
  let quoted = false;
  for (let at = list.length - 1; at >= -1 && entries.length < count; at -= 1) {
    const character = at < 0 ? ',' : list[at];
    if (character === '"' && !isEscaped(list, at)) quoted = !quoted;
    if (character !== ',' || (quoted && at >= 0)) continue;
    const entry = list.slice(at + 1, end).trim();
    if (entry !== '') entries.unshift(entry);
    end = at;
  }
  return entries;
}

/** Whether an odd number of backslashes precedes the character at `at`. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** Returns the value of a parameter of an element of `Forwarded`; names are case-insensitive. */
function parameterOf(element: string, name: string): string {
  for (const pair of element.split(';')) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim().toLowerCase() === name) return unquote(pair.slice(equals + 1).trim());
  }
  return '';
}

function unquote(value: string): string {
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}

/** Returns the address of `a`, `a:port`, `[a]` or `[a]:port`, each possibly quoted; undefined if it is not one. */
function addressOf(entry: string): string | undefined {
  const text = unquote(entry);
  const bracket = text.startsWith('[') ? text.indexOf(']') : -1;
  const colon = text.indexOf(':');
  const host =
    bracket > 0
      ? text.slice(1, bracket)
      : colon >= 0 && colon === text.lastIndexOf(':')
        ? text.slice(0, colon)
        : text;
  return isIP(host) === 0 ? undefined : host;
}
