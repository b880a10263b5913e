/** Why a document was rejected. `DOCTYPE` and `ENCODING` are separate from `SYNTAX` because they have their own remedies. */
export type XmlErrorCode = 'SYNTAX' | 'DOCTYPE' | 'ENCODING' | 'LIMIT';

/** A document that is not well-formed XML, or that exceeds a limit. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly code: XmlErrorCode;
  /** Bytes of UTF-8 from the start of the document (after transcoding, if the document has another encoding). */
  readonly offset: number;

  constructor(options: { code: XmlErrorCode; message: string; offset: number }) {
    super(`${options.message} at byte ${options.offset}`);
    this.code = options.code;
    this.offset = options.offset;
  }
}
