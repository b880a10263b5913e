import type { Bytes } from '@soapstone/soap-model/bytes';
import type { MimePart } from '../api/messages.js';

/** A message, ready to be sent. */
export interface EncodedMessage {
  /** The envelope in UTF-8. */
  readonly body: Bytes;
  /** MIME parts that go with it (AT-2, AT-3). */
  readonly attachments: readonly MimePart[];
}
