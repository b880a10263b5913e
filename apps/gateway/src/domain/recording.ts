/** A message of a recording, without secrets. */
export interface RecordedMessage {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly soapAction?: string;
}

/** A recorded call of a service: the SOAP messages, and what identifies the request. */
export interface Recording {
  readonly id: string;
  readonly accountId: string;
  readonly serviceId: string;
  /** The local name of the WSDL service that has the operation. */
  readonly contract: string;
  /** The name that clients call. */
  readonly operation: string;
  /** Readable, and the same for the same request. */
  readonly name: string;
  /** Equal for requests that say the same. */
  readonly key: string;
  /** Equal for responses that say the same. */
  readonly reply: string;
  /** The members of the request that count, as JSON text. */
  readonly content: string;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage & { readonly status: number };
  /** The names of the members whose text was replaced. */
  readonly redacted: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The recordings of an account: their number, and the bytes of their messages. */
export interface RecordingRoom {
  readonly most: number;
  readonly bytes: number;
}

/** The limits of an account: whoever has a key can add recordings while a service records. */
export const RECORDING_ROOM: RecordingRoom = { most: 1_000, bytes: 32 * 1024 * 1024 };

/** Bytes of one recorded message with its attachments. A longer one is passed on and not recorded. */
export const MOST_RECORDED_BYTES: number = 4 * 1024 * 1024;
