import type { MimePart } from '../api/messages.js';
import type { EncodeOptions } from '../api/operation.js';
import type { ValidationProblem } from '../api/problems.js';
import type { JsonObject } from '../api/values.js';

/** A message, ready to be sent. */
export interface EncodedMessage {
  /** The envelope in UTF-8. */
  readonly body: Uint8Array;
  /** MIME parts that go with it (AT-2, AT-3). */
  readonly attachments: readonly MimePart[];
}

/** Writes one message of an operation. Immutable and safe to share between calls. */
export interface MessageEncoder {
  /** Every problem of `input`, at most as many as the limit (VE-1); none means that `toXml` accepts it. */
  validate(input: unknown, options?: EncodeOptions): ValidationProblem[];
  /** The whole envelope. Throws `MappingError` with every problem. */
  toXml(input: unknown, options?: EncodeOptions): EncodedMessage;
  /** The same from JSON text in UTF-8. No bytes at all are `{}` (VE-7). Throws `MappingError`. */
  encodeJson(json: Uint8Array, options?: EncodeOptions): EncodedMessage;
  /** The canonical form of a valid input (§22, N). Throws `MappingError` where it is not valid. */
  normalise(input: unknown): JsonObject;
}
