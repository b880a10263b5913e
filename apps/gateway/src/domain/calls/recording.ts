/** A message of a recording, without secrets. */
export interface RecordedMessage {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly soapAction?: string;
}

/**
 * Paths of members, in the format of `soapstone record`: those whose text is redacted, and those that are ignored when requests are
 * compared.
 */
export interface RecordingRules {
  readonly redact: readonly string[];
  readonly ignore: readonly string[];
}

/** Returns the rules as text: equal for equal rules. */
export function printRules({ redact, ignore }: RecordingRules): string {
  const sorted = (rules: readonly string[]) => [...new Set(rules)].sort();
  return JSON.stringify({ redact: sorted(redact), ignore: sorted(ignore) });
}

/** A recorded call of a service: the SOAP messages, and what identifies the request. */
export interface Recording {
  readonly id: string;
  readonly accountId: string;
  readonly serviceId: string;
  /** The local name of the WSDL service to which the operation belongs. */
  readonly contract: string;
  /** The name under which clients call it. */
  readonly operation: string;
  /** A readable name, the same for the same request. */
  readonly name: string;
  /** Equal for equivalent requests. */
  readonly key: string;
  /** Equal for equivalent responses. */
  readonly reply: string;
  /** The members of the request that are compared, as JSON text. */
  readonly content: string;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage & { readonly status: number };
  /** The names of the members whose text was redacted. */
  readonly redacted: readonly string[];
  /** The rules of the folder with which it was uploaded. They are part of its key. */
  readonly rules?: RecordingRules;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Room for the recordings of an account: their number, and the bytes of their messages. */
export interface RecordingRoom {
  readonly most: number;
  readonly bytes: number;
}

/** The limits of an account: anyone with a key can add recordings while a service records. */
export const RECORDING_ROOM: RecordingRoom = { most: 1_000, bytes: 32 * 1024 * 1024 };

/** The maximum bytes of a recorded message with its attachments. A larger one is passed on but not recorded. */
export const MAX_RECORDED_BYTES: number = 4 * 1024 * 1024;

/** The maximum number of different rules among the recordings of one service, because a replayed request is read once with each of them. */
export const MAX_RULES = 4;

/** The limits of an uploaded archive; see `ZipLimits`. */
export const UPLOAD_LIMITS = { bytes: 40 * 1024 * 1024, entries: 4_000, ratio: 100 } as const;

/** A folder in the format of `soapstone record`, as files or as a zip archive. */
export type RecordingUpload =
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly kind: 'archive'; readonly bytes: Uint8Array };
