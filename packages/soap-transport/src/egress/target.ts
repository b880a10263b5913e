import { TransportError } from '../transport-error.js';
import type { EgressGuard } from './guard.js';
import { addressRefused } from './refusal.js';

/** The target of a request. */
export interface Target {
  /** Scheme, host and port: the key of a pool and a breaker. */
  readonly origin: string;
  /** Path and query, without fragment. */
  readonly path: string;
  readonly url: URL;
}

/**
 * Parses an address with the WHATWG URL parser, the only parser of addresses here: its reading of `0x7f.1` is what is checked
 * and connected to. Throws `TransportError`: `INVALID_REQUEST` if it is not an address, `UPSTREAM_ADDRESS_REFUSED` if the guard
 * rejects it.
 */
export function readTarget(text: string, guard: EgressGuard, base?: URL): Target {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw unusable('it is not an absolute URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw unusable('its scheme is not http or https');
  if (url.username !== '' || url.password !== '')
    throw unusable('it holds credentials; put them into the credential profile');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const reason = guard.refuseTarget(url.hostname, port);
  if (reason !== undefined) throw addressRefused(reason, 'prepare');
  return { origin: url.origin, path: `${url.pathname}${url.search}`, url };
}

/** Parsed targets by their URL: services have few addresses and use them repeatedly. */
export function createTargetReader(guard: EgressGuard, maxEntries: number): (text: string) => Target {
  const targets = new Map<string, Target>();
  return (text) => {
    const known = targets.get(text);
    if (known !== undefined) return known;
    const target = readTarget(text, guard);
    if (targets.size >= maxEntries) targets.clear();
    targets.set(text, target);
    return target;
  };
}

function unusable(why: string): TransportError {
  return new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: `cannot use the address of the upstream: ${why}`,
  });
}
