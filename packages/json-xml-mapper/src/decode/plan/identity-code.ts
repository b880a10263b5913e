import type { SimpleLimits } from '../../scalar/codec.js';
import type { LookupPrefix } from '../../scalar/spaces/qname.js';
import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type { XmlReader } from '../../xml/xml-reader.js';

/**
 * Prepares the check of a message's identity constraints (MO-6). A decoder gets this as a setting, because most clients need not load the
 * code for it.
 *
 * @returns what creates the check of one document; `undefined` if the message can have no such constraint
 */
export type IdentityCode = (
  message: MessageShape | undefined,
  operation: OperationShape,
  limits: SimpleLimits,
) => IdentityChecks | undefined;

/** Creates the check of one document. */
export type IdentityChecks = (document: CheckedDocument) => DocumentCheck;

/** The check of one document, told of each token after the decoder has read it. */
export interface DocumentCheck {
  /** Takes the start tag that was read last, after the frame of its value was pushed. */
  start(): void;
  /** Takes the text that was read last. */
  text(): void;
  /** Takes the end tag that was read last. */
  end(): void;
}

/** The state of decoding a document, as far as its check needs it. */
export interface CheckedDocument {
  readonly reader: XmlReader;
  readonly warnings: {
    wants(code: string): boolean;
    add(code: string, path: string, message: string): void;
  };
  /** The JSON location of the innermost value. */
  pointer(): string;
  readonly lookupPrefix: LookupPrefix;
}
