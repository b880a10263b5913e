import { kindOf } from '@soapstone/soap-model/options';
import { invalidRequest } from '../transport-error.js';
import type { MimePart } from './mime-part.js';

/**
 * Returns the part that a `cid:` URI (RFC 2392) of the same message refers to: an `xop:Include/@href` or a swaRef. Returns
 * `undefined` for anything else; `file:`, `http:` and other schemes in a response are never dereferenced (A11).
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
  // Some servers do not escape the identifier, some escape it twice. The literal identifier of a part wins.
  return parts.find((part) => part.contentId === decoded) ?? parts.find((part) => part.contentId === raw);
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
