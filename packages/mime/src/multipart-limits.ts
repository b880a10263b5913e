/** The limits of a multipart message. */
export interface MultipartLimits {
  readonly maxParts: number;
  /** The maximum size of the header section of one part, in bytes. */
  readonly maxPartHeaderBytes: number;
}
