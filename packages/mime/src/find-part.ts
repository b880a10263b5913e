import { assertOptions, type Check, kindOf, listOf, text, wrong } from '@soapstone/options';
import type { MimePart } from './mime-part.js';

const partList: Check = listOf((part) =>
  typeof part === 'object' && part !== null && 'contentId' in part && typeof part.contentId === 'string'
    ? []
    : wrong(`expected a part with a contentId, not ${kindOf(part)}`),
);

/**
 * Returns the part that a `cid:` URI (RFC 2392) of the same message refers to: an `xop:Include/@href` or a swaRef. Returns
 * `undefined` for anything else; `file:`, `http:` and other schemes in a response are never dereferenced (A11). Throws
 * `OptionError` for arguments of the wrong type.
 *
 * @example
 * ```ts
 * const photo = findPart(attachments, 'cid:photo@example.com');
 * ```
 */
export function findPart(parts: readonly MimePart[], href: string): MimePart | undefined {
  assertOptions(partList, parts, 'findPart', 'parts');
  assertOptions(text, href, 'findPart', 'href');
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
