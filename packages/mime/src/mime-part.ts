import { bytes, type Check, members, text } from '@soapstone/options';
import type { MimePart } from '@soapstone/soap-model';

export type { MimePart };

/** A MIME part to send. A `Blob` is read while it is sent, so that a file of any size takes little memory. */
export interface OutgoingPart extends Omit<MimePart, 'data'> {
  /** The content. A `Blob` of a file, such as that of `openAsBlob` of `node:fs`, must not change until the request is sent. */
  readonly data: Uint8Array | Blob;
}

/** The members of a part. */
export const mimePart: Check = members<MimePart>(
  { contentId: text, contentType: text, data: bytes, filename: text },
  ['contentId', 'contentType', 'data'],
);

/** The members of a part to send. */
export const outgoingPart: Check = members<OutgoingPart>(
  {
    contentId: text,
    contentType: text,
    data: (value) => (value instanceof Blob ? [] : bytes(value)),
    filename: text,
  },
  ['contentId', 'contentType', 'data'],
);
