/** A message of a recording, without secrets. */
export interface RecordedMessage {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly soapAction?: string;
}

/** Members by their paths, as `soapstone record` takes them: those whose text is replaced, and those that do not count. */
export interface RecordingRules {
  readonly redact: readonly string[];
  readonly ignore: readonly string[];
}

/** Equal rules have equal texts. */
export function printRules({ redact, ignore }: RecordingRules): string {
  const sorted = (rules: readonly string[]) => [...new Set(rules)].sort();
  return JSON.stringify({ redact: sorted(redact), ignore: sorted(ignore) });
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
  /** Those of the folder that it was uploaded with; they are a part of its key. */
  readonly rules?: RecordingRules;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The recordings of an account: their number, and the bytes of their messages. */
export interface RecordingRoom {
  readonly most: number;
  readonly bytes: number;
}

/** The limits of an account: anyone with a key can add recordings while a service records. */
export const RECORDING_ROOM: RecordingRoom = { most: 1_000, bytes: 32 * 1024 * 1024 };

/** Bytes of one recorded message with its attachments. A longer one is passed on and not recorded. */
export const MAX_RECORDED_BYTES: number = 4 * 1024 * 1024;

/** The different rules of the recordings of one service: a replayed request is read once with each of them. */
export const MAX_RULES = 4;

/** The limits of an uploaded archive; see `ZipLimits`. */
export const UPLOAD_LIMITS = { bytes: 40 * 1024 * 1024, entries: 4_000, ratio: 100 } as const;
