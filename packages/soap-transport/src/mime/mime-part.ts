import { bytes, type Check, members, text } from '@soapstone/soap-model/options';

/** A MIME part of a multipart message (§13). Same shape as `MimePart` of the JSON mapper. */
export interface MimePart {
  /** Without angle brackets; `''` if the part has none. */
  readonly contentId: string;
  readonly contentType: string;
  /** The content, with its transfer encoding removed. */
  readonly data: Uint8Array;
  readonly filename?: string | undefined;
}

/** The members of a part. */
export const mimePart: Check = members<MimePart>(
  { contentId: text, contentType: text, data: bytes, filename: text },
  ['contentId', 'contentType', 'data'],
);
