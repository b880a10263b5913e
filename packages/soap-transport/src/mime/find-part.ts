import { kindOf } from '@soapstone/soap-model/options';
import { invalidRequest } from '../transport-error.js';
import type { MimePart } from './mime-part.js';

/**
 * The part that a `cid:` URI (RFC 2392) of the same message refers to: an `xop:Include/@href` or a swaRef. `undefined` for
 * anything else: `file:`, `http:` and whatever other scheme is in an answer is never looked up anywhere (A11).
 */
export function findPart(parts: readonly MimePart[], href: string): MimePart | undefined {
  if (typeof href !== 'string' || !Array.isArray(parts)) {
    throw invalidRequest(
      `cannot find a part: expected an array of parts and a string, not ${kindOf(parts)} and ${kindOf(href)}`,
    );
  }
  if (href.slice(0, 4).toLowerCase() !== 'cid:') return undefined;
  const raw = href.slice(4);
  if (raw === '') return undefined;
  const decoded = decodePercent(raw);
  // Some servers forget to escape the identifier, some escape it twice: what is written in the part counts first.
  return parts.find((part) => part.contentId === decoded) ?? parts.find((part) => part.contentId === raw);
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
