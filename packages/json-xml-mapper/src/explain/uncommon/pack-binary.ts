import { XOP } from '@soapstone/soap-model/namespaces';
import type { Keyword } from '../../api/problems.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import { attributeMarkup, Tags } from '../../request/tags.js';
import type { BlobValue } from '../../scalar/object-text.js';
import { decodeBase64 } from '../../scalar/spaces/binary.js';
import type { Facets } from '../../shape/simple-shape.js';
import { DEFAULT_CONTENT_TYPE, MEDIA_TYPE } from './attachment.js';

/**
 * Makes a binary value a MIME part if it has at least `run.xopThreshold` bytes, and writes the `xop:Include` that stands for it
 * (AT-1); otherwise writes the text.
 *
 * @param text canonical base64, as XOP §3.1 asks for
 * @param contentType of `xmime:contentType`, if the value has that attribute
 */
export function packBinary(text: string, run: EncodingRun, contentType: string = DEFAULT_CONTENT_TYPE): void {
  const data = run.errors.length > 0 ? undefined : decodeBase64(text);
  if (data === undefined || data.length < (run.xopThreshold ?? Number.POSITIVE_INFINITY))
    run.xml.markup(text);
  else addPart(data, run, contentType);
}

/**
 * Makes a `Blob` a MIME part without reading it, and writes its `xop:Include` (AT-6). Its length is checked.
 *
 * @returns false if its bytes are needed: it is smaller than `run.xopThreshold`, or a facet says more than a length
 */
export function packBlob(
  blob: BlobValue,
  { length, minLength, maxLength, patterns, enumeration }: Facets,
  run: EncodingRun,
  contentType: string = DEFAULT_CONTENT_TYPE,
): boolean {
  const { size } = blob;
  const needsBytes = patterns.length > 0 || enumeration !== undefined;
  if (needsBytes || size < (run.xopThreshold ?? Number.POSITIVE_INFINITY)) return false;
  const refuse = (keyword: Keyword, phrase: string, bound: number): boolean => {
    run.report(keyword, `must have ${phrase} ${bound} octets, has ${size}`, bound);
    return true;
  };
  if (length !== undefined && size !== length) return refuse('length', 'exactly', length);
  if (minLength !== undefined && size < minLength) return refuse('minLength', 'at least', minLength);
  if (maxLength !== undefined && size > maxLength) return refuse('maxLength', 'at most', maxLength);
  // The sender that set `run.blobs` knows that the data of a part may be a `Blob`.
  if (run.errors.length === 0) addPart(blob as unknown as Uint8Array, run, contentType);
  return true;
}

const INCLUDE = new Tags('xop:Include', attributeMarkup('xmlns:xop', XOP));

function addPart(data: Uint8Array, run: EncodingRun, contentType: string): void {
  // Deterministic (XO-1), of characters that are the same in a URI and in a Content-ID.
  const contentId = `xop-${run.attachments.length + 1}@soapstone.invalid`;
  run.attachments.push({
    contentId,
    contentType: MEDIA_TYPE.test(contentType) ? contentType : DEFAULT_CONTENT_TYPE,
    data,
  });
  run.xml.markup(INCLUDE.with(attributeMarkup('href', `cid:${contentId}`)).short);
}
