import { assertOptions, bytes, type Check, listOf, members, oneOf, text } from '@soapstone/options';
import { quoteParameter, readHeaderValue } from './content-type.js';
import { type OutgoingPart, outgoingPart } from './mime-part.js';

/** A multipart message that is ready to send. */
export interface MultipartMessage {
  readonly contentType: string;
  /** The size of the whole body in bytes; NaN if the `size` of a `Blob` is, which says that it is not known. */
  readonly length: number;
  /**
   * The body, without a copy of the parts. Can be called again for another attempt. Throws `TypeError` if a `Blob` cannot be read to
   * its end, as one of a file that has changed.
   */
  chunks(): AsyncIterable<Uint8Array>;
  /** The bytes and `Blob`s that the body consists of. */
  readonly pieces: readonly (Uint8Array | Blob)[];
}

/** The contents of a multipart message. */
export interface MultipartContent {
  readonly envelope: Uint8Array;
  /** Content-Type of the envelope when it is sent alone (XO-6). */
  readonly contentType: string;
  /** `mtom`: XOP packaging (AT-1). `swa`: SOAP with Attachments (AT-2, AT-3). */
  readonly packaging: 'mtom' | 'swa';
  /** A `Blob` is read by `chunks`, each time that it is called. */
  readonly attachments: readonly OutgoingPart[];
  /** Unguessable, so that no part can contain it. */
  readonly boundary: string;
}

const multipartContent: Check = members<MultipartContent>(
  {
    envelope: bytes,
    contentType: text,
    packaging: oneOf('mtom', 'swa'),
    attachments: listOf(outgoingPart),
    boundary: text,
  },
  ['envelope', 'contentType', 'packaging', 'attachments', 'boundary'],
);

const ROOT_ID = 'envelope@soapstone';

/**
 * Puts an envelope and its attachments into one multipart/related message (RFC 2387). Throws `TypeError` if the Content-Type, the
 * identifier or the file name of a part is not a valid header value, `OptionError` for an unknown or unusable member.
 *
 * @see https://www.w3.org/TR/xop10/#identifying_xop_documents
 *
 * @example
 * ```ts
 * const { contentType, chunks } = createMultipartMessage({
 *   envelope,
 *   contentType: 'text/xml; charset=utf-8',
 *   packaging: 'mtom',
 *   attachments,
 *   boundary: crypto.randomUUID(),
 * });
 * ```
 */
export function createMultipartMessage(content: MultipartContent): MultipartMessage {
  assertOptions(multipartContent, content, 'createMultipartMessage');
  const { envelope, attachments, boundary, packaging } = content;
  const { value: envelopeType, parameters } = readHeaderValue(content.contentType);
  const action = parameters.get('action');
  // A separate parameter next to the type, which JAX-WS and WCF servers look for.
  const actionParameter = action === undefined ? '' : `; action=${quoteParameter(action)}`;
  const common = `; boundary="${boundary}"; start="<${ROOT_ID}>"`;
  const mtom = packaging === 'mtom';
  const rootType = mtom
    ? `application/xop+xml; charset=utf-8; type="${envelopeType}"${actionParameter}`
    : content.contentType;
  const contentType = mtom
    ? `multipart/related; type="application/xop+xml"${common}; start-info="${envelopeType}"${actionParameter}`
    : `multipart/related; type="${envelopeType}"${common}${actionParameter}`;

  const blocks: (Uint8Array | Blob)[] = [];
  const add = (headers: readonly string[], data: Uint8Array | Blob): void => {
    const opening = `${blocks.length === 0 ? '' : '\r\n'}--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`;
    blocks.push(Buffer.from(opening, 'utf8'), data);
  };
  add(
    [
      `Content-Type: ${assertFieldValue(rootType)}`,
      'Content-Transfer-Encoding: binary',
      `Content-ID: <${ROOT_ID}>`,
    ],
    envelope,
  );
  for (const part of attachments) add(partHeaders(part), part.data);
  blocks.push(Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1'));

  return {
    contentType,
    length: blocks.reduce((sum, block) => sum + sizeOf(block), 0),
    async *chunks() {
      for (const block of blocks) {
        if (block instanceof Uint8Array) {
          if (block.length > 0) yield block;
        } else yield* bytesOf(block);
      }
    },
    pieces: blocks,
  };
}

function sizeOf(block: Uint8Array | Blob): number {
  return block instanceof Uint8Array ? block.length : block.size;
}

/** The bytes of a `Blob`, as they are read. */
async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array, void> {
  const reader = blob.stream().getReader();
  let left = blob.size;
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) break;
      left -= step.value.length;
      if (left < 0) break;
      yield step.value;
    }
  } catch (cause) {
    throw new TypeError(UNREADABLE, { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (left !== 0 && !Number.isNaN(left)) throw new TypeError(UNREADABLE);
}

const UNREADABLE =
  'cannot read an attachment: its Blob has other bytes than it says; do not change its file until the request is sent';

function partHeaders(part: OutgoingPart): string[] {
  const headers = [
    `Content-Type: ${assertFieldValue(part.contentType)}`,
    'Content-Transfer-Encoding: binary',
  ];
  if (part.contentId !== '') {
    if (!/^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(part.contentId))
      throw new TypeError('cannot send an attachment: its identifier is not a content-id');
    headers.push(`Content-ID: <${part.contentId}>`);
  }
  if (part.filename !== undefined)
    headers.push(`Content-Disposition: attachment; filename=${quoteParameter(part.filename)}`);
  return headers;
}

function assertFieldValue(value: string): string {
  if (/^[\t\x20-\x7e]+$/.test(value)) return value;
  throw new TypeError('cannot send an attachment: its Content-Type is not visible ASCII');
}
