import type { OutgoingPart } from '@soapstone/mime';
import {
  assertOptions,
  bytes,
  type Check,
  listOf,
  members,
  OptionError,
  text,
  wrong,
} from '@soapstone/options';

/** A Content-ID that is the same text in a header and in a `cid:` URI, but not one of a part of the result. */
const CONTENT_ID = /^[\w.~@+=-]{1,200}$/;
const contentId: Check = (value) =>
  typeof value === 'string' && CONTENT_ID.test(value) && !/@soapstone(?:\.invalid)?$/i.test(value)
    ? []
    : wrong('expected a Content-ID of your own, such as photo@example.com');

/** Visible ASCII: a header value must not be able to end its line. */
const contentType: Check = (value) =>
  typeof value === 'string' && /^[\t\x20-\x7e]+$/.test(value)
    ? []
    : wrong('expected a media type, such as image/png');

const parts: Check = listOf(
  members<OutgoingPart>(
    {
      contentId,
      contentType,
      data: (value) => (value instanceof Blob ? [] : bytes(value)),
      filename: text,
    },
    ['contentId', 'contentType', 'data'],
  ),
);

/** Throws `OptionError` for an unusable part of a response. `earlier` are the parts that were added before. */
export function assertParts(added: readonly OutgoingPart[], earlier: readonly OutgoingPart[]): void {
  assertOptions(parts, added, 'respondWithAttachments', 'parts');
  const taken = new Set(earlier.map((part) => part.contentId));
  for (const [index, part] of added.entries()) {
    if (taken.has(part.contentId)) {
      const path = `/parts/${index}/contentId`;
      throw new OptionError('respondWithAttachments', {
        path,
        expected: 'expected a Content-ID that no other part has',
      });
    }
    taken.add(part.contentId);
  }
}
