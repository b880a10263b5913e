import type { EncodeOptions, SoapRequest } from '@soapstone/json-xml-mapper';
import { base64Of, type FilePlace, jsonOfFile } from '@soapstone/json-xml-mapper/internal/routes';
import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';
import type { TransportRequest } from '@soapstone/soap-transport/fetch';
import type { CredentialProfile } from '@soapstone/ws-security/web';

/** A file that is read while its request is sent. */
export interface ArrivingFile {
  /** In bytes; NaN if it is unknown. */
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Undefined if it is unknown. */
  readonly mediaType?: string | undefined;
}

/** The part of a request that is sent in place of the placeholder for a file. */
export interface SentParts {
  readonly pieces?: NonNullable<TransportRequest['pieces']>;
  readonly attachments?: NonNullable<TransportRequest['attachments']>;
  /** Why the file could not be read; undefined if it was, or was not needed. */
  readonly failure: () => unknown;
}

/** The credentials that neither secure a message nor ask for it a second time. */
const ONE_WAY: readonly string[] = ['basic', 'headers', 'clientCertificate', 'ca', 'oauth', 'usernameToken'];

/** Whether requests with these credentials are sent as they are made, once, so that a part can be read in the meantime. */
export function areSentOnce(credentials: CredentialProfile | undefined): boolean {
  return Object.keys(credentials ?? {}).every((kind) => ONE_WAY.includes(kind));
}

/** The size of what stands for a file: unguessable, and without padding in base64. */
export const MARKER_BYTES = 24;

/**
 * A file that is read while its request is sent, as a MIME part or as base64 in the envelope (PG-10). 24 random bytes stand for it until then: the
 * encoder writes them like any other value.
 */
export class FileUpload {
  /** The JSON text of the body that has the file. */
  readonly json: Uint8Array;
  readonly #marker = crypto.getRandomValues(new Uint8Array(MARKER_BYTES));
  readonly #file: ArrivingFile;
  #isTaken = false;
  #failure: unknown;

  constructor(place: FilePlace, file: ArrivingFile) {
    this.json = jsonOfFile(place, this.#marker, file.mediaType);
    this.#file = file;
  }

  /** The options of the envelope. With MTOM, what stands for the file becomes a part, too. */
  optionsOf(options: EncodeOptions): EncodeOptions {
    return options.xopThreshold === undefined
      ? options
      : { ...options, xopThreshold: Math.min(MARKER_BYTES, options.xopThreshold) };
  }

  /** Why the file could not be read; undefined if it was, or was not needed. */
  failure(): unknown {
    return this.#failure;
  }

  /** Puts the file in the place of what stands for it. */
  sentIn({ body, attachments }: Pick<SoapRequest, 'body'> & SentAttachments): SentParts {
    const failure = (): unknown => this.failure();
    const { size } = this.#file;
    const part = attachments.findIndex(({ data }) => data instanceof Uint8Array && this.#isMarker(data));
    if (part !== -1) {
      const data = new ArrivingBlob(size, () => this.#read());
      return {
        attachments: attachments.map((each, at) => (at === part ? { ...each, data } : each)),
        failure,
      };
    }
    // One character for each byte.
    const latin = new TextDecoder('latin1');
    const text = latin.decode(base64Of(this.#marker));
    const at = latin.decode(body).indexOf(text);
    if (at === -1) throw new Error('the envelope does not have the value that stands for the file');
    const base64 = new ArrivingBlob(Math.ceil(size / 3) * 4, () => inBase64(this.#read()));
    return { pieces: [body.subarray(0, at), base64, body.subarray(at + text.length)], failure };
  }

  #isMarker(data: Uint8Array): boolean {
    return data.length === MARKER_BYTES && this.#marker.every((byte, at) => byte === data[at]);
  }

  async *#read(): AsyncGenerator<Uint8Array, void> {
    // The transport sends a request again only if nothing of it has left; this makes sure of it.
    if (this.#isTaken) throw new TypeError('cannot send the file again: it was read while it was sent');
    this.#isTaken = true;
    try {
      yield* this.#file.chunks;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}

interface SentAttachments {
  readonly attachments: NonNullable<TransportRequest['attachments']>;
}

async function* inBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let rest = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : joinBytes([rest, chunk]);
    const end = bytes.length - (bytes.length % 3);
    // A copy, because some streams reuse the memory of a chunk.
    rest = bytes.slice(end) as typeof rest;
    if (end > 0) yield base64Of(bytes.subarray(0, end));
  }
  if (rest.length > 0) yield base64Of(rest);
}

/** A `Blob` whose bytes are read once, while they arrive. */
class ArrivingBlob extends Blob {
  override readonly size: number;
  readonly #chunks: () => AsyncIterable<Uint8Array>;

  /** @param size in bytes; NaN if it is unknown */
  constructor(size: number, chunks: () => AsyncIterable<Uint8Array>) {
    super([]);
    this.size = size;
    this.#chunks = chunks;
  }

  override stream(): ReturnType<Blob['stream']> {
    const chunks = this.#chunks()[Symbol.asyncIterator]();
    return new ReadableStream<Bytes>(
      {
        async pull(controller) {
          const step = await chunks.next();
          if (step.done === true) controller.close();
          else controller.enqueue(step.value as Bytes);
        },
        async cancel() {
          await chunks.return?.();
        },
      },
      { highWaterMark: 0 },
    ) as ReturnType<Blob['stream']>;
  }
}
