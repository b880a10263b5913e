import { randomBytes } from 'node:crypto';
import { formProblem, hasForm, namedType, typeOfFile } from '@soapstone/http-contract/internal/routes';
import type { EncodeOptions, SoapRequest } from '@soapstone/json-xml-mapper';
import {
  type FilePlace,
  type FormPart,
  jsonOfFile,
  jsonOfForm,
  type ParsedRoute,
} from '@soapstone/json-xml-mapper/internal/routes';
import { defined } from '@soapstone/options/defined';
import { GatewayError } from '../../errors/errors.js';
import type { Target } from '../catalog/resolve.js';
import type { FileLimits } from '../files/file-limits.js';
import type { ProxyRequest, SentUpload } from '../proxy/http.js';
import type { CallEnvelope } from '../proxy/request-options.js';
import { readForm, readParts } from './read-form.js';

/** A body that is a file (PG-7, PG-10), or a form with some (PG-12). */
export interface Upload {
  /** The input: with its files, or with a value that stands for the one that is still arriving. */
  readonly json: Uint8Array;
  /** The options of the envelope that the file is sent in. */
  optionsOf(options: EncodeOptions): EncodeOptions;
  /** Puts the file, which is read while the request is sent, in the place of what stands for it; undefined if the input has it. */
  sentIn(request: SoapRequest): SentUpload | undefined;
}

/** What a form has around its file. */
const AROUND = 64 * 1024;
/** The size of what stands for a file: unguessable, and without padding in base64. */
const MARKER = 24;

/**
 * Opens a body that is a file, or a form with one or more; undefined for any other. A file that is not larger than a message is read as a whole,
 * and so is one whose request is shown, recorded, secured or perhaps sent twice, or whose type restricts it, and a form with other parts. Throws
 * `GatewayError`.
 */
export async function readUpload(
  request: ProxyRequest,
  route: ParsedRoute,
  { files }: Pick<Target['operation'], 'files'>,
  envelope: CallEnvelope,
  limits: FileLimits,
): Promise<Upload | undefined> {
  if (files?.form !== undefined) return readWholeForm(request, files.form, limits);
  const place = files?.body;
  if (place === undefined) return undefined;
  const { header, streamBody } = request;
  const isForm = hasForm(header);
  const type = isForm ? undefined : typeOfFile(header, place);
  if (!isForm && type === undefined) return undefined;
  const { requestBytes, fileBytes } = limits;
  const contentType = header('content-type') ?? '';
  const name = place.key ?? route.body ?? '';
  const isSmall = Number(header('content-length') ?? Number.NaN) <= requestBytes;
  const isWhole = isSmall || fileBytes === undefined || !mayStream(place, route, envelope);
  if (isWhole || streamBody === undefined) {
    const body = await request.readBody(requestBytes);
    if (!isForm) return whole(jsonOfFile(place, body, namedType(type)));
    const { mediaType, chunks } = await readForm(contentType, name, pieces(body));
    return whole(jsonOfFile(place, Buffer.concat(await all(chunks)), namedType(mediaType)));
  }
  const { size, chunks } = streamBody(isForm ? fileBytes + AROUND : fileBytes);
  if (!isForm) return new StreamedUpload(place, size, chunks(), namedType(type));
  const part = await readForm(contentType, name, chunks());
  return new StreamedUpload(place, Number.NaN, part.chunks, namedType(part.mediaType));
}

/** A form with the members of the body (PG-12). */
async function readWholeForm(
  request: ProxyRequest,
  parts: readonly FormPart[],
  { requestBytes }: FileLimits,
): Promise<Upload | undefined> {
  if (!hasForm(request.header)) return undefined;
  const body = await request.readBody(requestBytes);
  const given = await readParts(request.header('content-type') ?? '', body);
  const json = jsonOfForm(
    parts,
    given.map(({ mediaType, ...part }) => ({ ...part, mediaType: namedType(mediaType) })),
  );
  if (json instanceof Uint8Array) return whole(json);
  throw new GatewayError(formProblem(json.problem));
}

function whole(json: Uint8Array): Upload {
  return { json, optionsOf: (options) => options, sentIn: () => undefined };
}

function mayStream(
  { encoding, restricted }: FilePlace,
  { location, page }: ParsedRoute,
  { isSent }: CallEnvelope,
): boolean {
  const isRead = location.some((part) => 'source' in part && part.source === 'input');
  return isSent === true && encoding === 'base64' && restricted !== true && page === undefined && !isRead;
}

async function* pieces(body: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield body;
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const held: Uint8Array[] = [];
  for await (const chunk of chunks) held.push(chunk);
  return held;
}

/** A file that is read while its request is sent: as a MIME part, or as base64 in the envelope. */
class StreamedUpload implements Upload {
  readonly json: Uint8Array;
  readonly #marker: Buffer = randomBytes(MARKER);
  readonly #size: number;
  readonly #chunks: AsyncGenerator<Uint8Array, void>;
  #isTaken = false;
  #failure: unknown;

  constructor(
    place: FilePlace,
    size: number,
    chunks: AsyncGenerator<Uint8Array, void>,
    mediaType: string | undefined,
  ) {
    this.json = jsonOfFile(place, this.#marker, mediaType);
    this.#size = size;
    this.#chunks = chunks;
  }

  /** With MTOM, what stands for the file becomes a part, too. */
  optionsOf(options: EncodeOptions): EncodeOptions {
    return options.xopThreshold === undefined
      ? options
      : { ...options, xopThreshold: Math.min(MARKER, options.xopThreshold) };
  }

  sentIn({ body, attachments }: SoapRequest): SentUpload {
    const failure = () => this.#failure;
    const part = attachments.findIndex(({ data }) => this.#marker.equals(data));
    if (part !== -1) {
      const data = new StreamedBlob(this.#size, () => this.#read());
      return {
        attachments: attachments.map((each, at) => (at === part ? { ...each, data } : each)),
        failure,
      };
    }
    const text = this.#marker.toString('base64');
    const at = Buffer.from(body.buffer, body.byteOffset, body.byteLength).indexOf(text, 0, 'latin1');
    if (at === -1) throw new Error('the envelope does not have the value that stands for the file');
    const size = Math.ceil(this.#size / 3) * 4;
    const base64 = new StreamedBlob(size, () => inBase64(this.#read()));
    const around = [body.subarray(0, at), body.subarray(at + text.length)];
    return { ...defined({ pieces: [around[0]!, base64, around[1]!] }), failure };
  }

  async *#read(): AsyncGenerator<Uint8Array, void> {
    // The transport sends a request again only if nothing of it has left; this makes sure of it.
    if (this.#isTaken) throw new TypeError('cannot send the file again: it was read while it was sent');
    this.#isTaken = true;
    try {
      yield* this.#chunks;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}

async function* inBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(end);
    if (end > 0) yield Buffer.from(bytes.toString('base64', 0, end), 'latin1');
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}

/** A `Blob` whose bytes are read once, while they arrive. */
class StreamedBlob extends Blob {
  override readonly size: number;
  readonly #chunks: () => AsyncIterable<Uint8Array>;

  /** @param size in bytes; NaN if nobody knows it */
  constructor(size: number, chunks: () => AsyncIterable<Uint8Array>) {
    super([]);
    this.size = size;
    this.#chunks = chunks;
  }

  override stream(): ReturnType<Blob['stream']> {
    return ReadableStream.from(this.#chunks()) as ReturnType<Blob['stream']>;
  }
}
