import { XOP } from '@soapstone/soap-model/namespaces';
import type { EncodingRun } from '../request/encoding-run.js';
import { decodeBase64 } from '../scalar/binary.js';
import { DEFAULT_CONTENT_TYPE, MEDIA_TYPE } from './attachment.js';

/**
 * Makes a binary value a MIME part if it has at least `run.xopThreshold` bytes, and returns the `xop:Include` that stands for it
 * (AT-1); otherwise returns the text.
 *
 * @param text canonical base64, as XOP §3.1 asks for
 * @param contentType of `xmime:contentType`, if the value has that attribute
 */
export function packBinary(
  text: string,
  run: EncodingRun,
  contentType: string = DEFAULT_CONTENT_TYPE,
): string {
  if (run.errors.length > 0) return text;
  const data = decodeBase64(text);
  if (data.length < (run.xopThreshold ?? Number.POSITIVE_INFINITY)) return text;
  // Deterministic (XO-1), of characters that are the same in a URI and in a Content-ID.
  const contentId = `xop-${run.attachments.length + 1}@soapstone.invalid`;
  run.attachments.push({
    contentId,
    contentType: MEDIA_TYPE.test(contentType) ? contentType : DEFAULT_CONTENT_TYPE,
    data,
  });
  return `<xop:Include xmlns:xop="${XOP}" href="cid:${contentId}"/>`;
}
