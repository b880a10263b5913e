/** A MIME part of a multipart message (§13): an attachment. */
export interface MimePart {
  /** Without angle brackets; `''` if the part has none. */
  readonly contentId: string;
  readonly contentType: string;
  /** The content, with its transfer encoding removed. */
  readonly data: Uint8Array;
  readonly filename?: string | undefined;
}
