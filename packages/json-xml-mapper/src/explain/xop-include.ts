import { XOP } from '@soapstone/soap-model/namespaces';
import { escapeText } from '@soapstone/soap-model/xml';
import type { EncodingRun } from '../request/encoding-run.js';
import { decodeBase64 } from '../scalar/binary.js';
import type { SimpleShape } from '../shape/simple-shape.js';

/** The media type of the part of a value that does not state one (XOP §4.1 leaves it open; WCF and JAX-WS write this one). */
const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** The necessary part of RFC 9110 §8.3.1: a header value must not be able to end its line. */
const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\x20-\x7e\t]*)?$/;

/** Writes the text of an element with simple content. */
export type TextWriter = (text: string, run: EncodingRun, contentType?: string) => string;

const writeText: TextWriter = (text) => escapeText(text);

/**
 * Returns the writer of the content of an element. If the type is xs:base64Binary and the message is packed (AT-1), a value of at least
 * the threshold becomes a MIME part, and `xop:Include` stands for it. The text is the canonical form, which XOP §3.1 asks for.
 */
export function textWriterOf(shape: SimpleShape): TextWriter {
  if (shape.kind !== 'scalar' || shape.builtin !== 'base64Binary') return writeText;
  return (text, run, contentType = DEFAULT_CONTENT_TYPE) => {
    const { xopThreshold } = run;
    if (xopThreshold === undefined || run.errors.length > 0) return text;
    const data = (text.length / 4) * 3 < xopThreshold ? undefined : decodeBase64(text);
    if (data === undefined || data.length < xopThreshold) return text;
    // Deterministic (XO-1), of characters that are the same in a URI and in a Content-ID.
    const contentId = `xop-${run.attachments.length + 1}@soapstone.invalid`;
    run.attachments.push({
      contentId,
      contentType: MEDIA_TYPE.test(contentType) ? contentType : DEFAULT_CONTENT_TYPE,
      data,
    });
    return `<xop:Include xmlns:xop="${XOP}" href="cid:${contentId}"/>`;
  };
}
