import { WSU } from '../namespaces.js';
import { childrenNamed, textOnly, type XmlElement } from '../xml/element.js';
import { invalid, Refusal } from './refusal.js';

/** The maximum age of a response. */
export interface Freshness {
  /** Milliseconds by which the clock of the server may differ. */
  readonly skewMs: number;
  /** Milliseconds since Created, regardless of what Expires says. */
  readonly maxAgeMs: number;
}

/** The `wsu:Timestamp` of a Security block, if there is one. Throws `Refusal` for several. */
export function findTimestamp(security: XmlElement): XmlElement | undefined {
  const [timestamp, ...more] = childrenNamed(security, WSU, 'Timestamp');
  if (more.length > 0) throw invalid('the response has more than one Timestamp');
  return timestamp;
}

/**
 * Checks that a response was made recently and is still valid. Throws `Refusal`.
 *
 * @param now milliseconds since the Unix epoch
 */
export function assertFresh(timestamp: XmlElement, { skewMs, maxAgeMs }: Freshness, now: number): void {
  const created = instantOf(timestamp, 'Created');
  const expires = instantOf(timestamp, 'Expires');
  if (created === undefined) throw invalid('the Timestamp of the response has no Created');
  if (created > now + skewMs) {
    throw expired('the response was created in the future; if clocks differ, raise clockSkewSeconds');
  }
  if (expires !== undefined && expires <= now - skewMs) throw expired('the response has expired');
  if (created + maxAgeMs <= now - skewMs) throw expired('the response is older than maxAgeSeconds');
}

/**
 * A time of a Timestamp or a token, in milliseconds since the Unix epoch. Throws `Refusal` if it appears twice or is unusable.
 */
export function instantOf(timestamp: XmlElement, name: 'Created' | 'Expires'): number | undefined {
  const [element, ...more] = childrenNamed(timestamp, WSU, name);
  if (more.length > 0) throw invalid(`the Timestamp of the response has ${name} twice`);
  if (element === undefined) return undefined;
  const text = (textOnly(element) ?? '').trim();
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,12})?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  // JavaScript reads three digits of a fraction.
  const instant = isInstant ? Date.parse(text.replace(/(\.\d{3})\d+/, '$1')) : Number.NaN;
  if (Number.isNaN(instant)) throw invalid(`the Timestamp of the response has an unusable ${name}`);
  return instant;
}

function expired(message: string): Refusal {
  return new Refusal('RESPONSE_EXPIRED', message);
}
