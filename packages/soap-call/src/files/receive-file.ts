import type {
  CompiledOperation,
  DecodeOptions,
  MimePart,
  SoapReplyText,
  Warning,
} from '@soapstone/json-xml-mapper';
import {
  contentIdOf,
  FileDecoder,
  type FileEnd,
  type FilePlace,
} from '@soapstone/json-xml-mapper/internal/routes';
import { defined } from '@soapstone/options/defined';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type { TransportResponse } from '@soapstone/soap-transport/fetch';
import { EMPTY_REPLY } from '../answer.js';
import type { FileStream } from './file-stream.js';

/** The next bytes of a file. */
export interface FilePiece {
  readonly bytes: Bytes;
  /** The media type that the result states. */
  readonly mediaType?: string;
}

/** Receives a result as a file (PG-10). */
export interface FileTaker {
  readonly place: FilePlace;
  /** Receives a file that has arrived, or one that is still arriving. */
  take(file: Uint8Array | FileStream, mediaType: string | undefined): void;
  /** Whether two media ranges have a type in common. */
  overlap(one: string, other: string): boolean;
}

type Parts = ReturnType<NonNullable<TransportResponse['parts']>>;
type PartHead = Pick<MimePart, 'contentId' | 'contentType' | 'filename'>;

/**
 * Decodes a response whose result is a file, here and now. Throws `DecodeError`, and what `fail` returns for a value that is not base64.
 *
 * @param operation one of an unchecked mapper
 * @param maxBytes the maximum size of the response
 * @param fail creates the error of a value that is not one
 */
export async function* decodeFile(
  operation: CompiledOperation,
  body: AsyncIterable<Uint8Array>,
  {
    place,
    maxBytes,
    fail,
  }: { readonly place: FilePlace; readonly maxBytes: number; readonly fail: () => Error },
  options: DecodeOptions,
): AsyncGenerator<FilePiece, FileEnd, void> {
  const decoder = new FileDecoder(operation, place, options, maxBytes);
  for await (const chunk of body) {
    const bytes = decoder.write(chunk);
    if (bytes === undefined) throw fail();
    const { mediaType } = decoder;
    if (bytes.length > 0) yield { bytes, ...defined({ mediaType }) };
  }
  const end = decoder.end();
  if (end === undefined) throw fail();
  return end;
}

/**
 * Reads a response whose result is a file (PG-10): base64 in the envelope, or the MIME part that an `xop:Include` names. Resolves when the file
 * has begun and hands it over; the rest arrives as fast as the client takes it. A fault is returned like any other.
 *
 * @param pieces the envelope, as it is decoded
 */
export async function receiveFile(
  pieces: AsyncGenerator<FilePiece, FileEnd, void>,
  response: Pick<TransportResponse, 'parts'>,
  { place, take, overlap }: FileTaker,
): Promise<SoapReplyText> {
  const first = await pieces.next();
  if (first.done !== true) {
    take(new FileBody(first.value.bytes, bytesOf(pieces), pieces), first.value.mediaType);
    return EMPTY_REPLY;
  }
  const { reply, file, include, mediaType } = first.value;
  const parts = response.parts?.();
  const isPart = partThat(place, include, overlap);
  if (reply.kind === 'fault' || isPart === undefined || parts === undefined) {
    // The connection is free for the next call once the message was received.
    for await (const _part of parts ?? []);
    if (reply.kind === 'result') take(file, mediaType);
    return include === undefined ? reply : dangling(reply, include);
  }
  for (;;) {
    const step = await parts.next();
    if (step.done === true) break;
    const { body, ...part } = step.value;
    if (!isPart(part)) continue;
    take(new FileBody(new Uint8Array(), partOf(body, parts), parts), mediaType ?? part.contentType);
    return reply;
  }
  take(file, mediaType);
  return include === undefined ? reply : dangling(reply, include);
}

/** Finds the MIME part that is the file: the one that a reference names, or the one of the binding. Undefined if none is. */
function partThat(
  place: FilePlace,
  include: string | undefined,
  overlap: FileTaker['overlap'],
): ((part: PartHead) => boolean) | undefined {
  if (include !== undefined) {
    const id = contentIdOf(include);
    return ({ contentId }) => id !== undefined && contentId === id;
  }
  return place.part === 'bound' ? (part) => isBound(place, part, overlap) : undefined;
}

/** Whether a part is the one of the binding (AT-3): by its Content-ID or file name, or by its media type if it has no other name. */
function isBound(place: FilePlace, part: PartHead, overlap: FileTaker['overlap']): boolean {
  const { key = '', mediaTypes } = place;
  const { contentId, contentType, filename } = part;
  if (contentId.startsWith(`${key}=`) || contentId === key || filename === key) return true;
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  const isAllowed = mediaTypes === undefined || mediaTypes.some((each) => overlap(type.trim(), each));
  return isAllowed && !/^[^@]*=/.test(contentId);
}

async function* bytesOf(pieces: AsyncIterable<FilePiece>): AsyncGenerator<Uint8Array, void> {
  for await (const { bytes } of pieces) yield bytes;
}

function dangling(reply: SoapReplyText, include: string): SoapReplyText {
  const warning: Warning = { code: 'DANGLING_REF', path: '', message: `no part ${include}` };
  return { ...reply, warnings: [...reply.warnings, warning] };
}

async function* partOf(body: AsyncIterable<Uint8Array>, parts: Parts): AsyncGenerator<Uint8Array, void> {
  yield* body;
  for await (const _part of parts);
}

/** The bytes of a file, of which the first are at hand. Reading can end before it begins, which a generator would not notice. */
class FileBody implements AsyncIterableIterator<Uint8Array> {
  #first: Uint8Array | undefined;
  readonly #rest: AsyncGenerator<Uint8Array, unknown>;
  readonly #message: { return(value: undefined): Promise<unknown> };

  /** @param message ends the exchange */
  constructor(
    first: Uint8Array,
    rest: AsyncGenerator<Uint8Array, unknown>,
    message: { return(value: never): Promise<unknown> },
  ) {
    this.#first = first;
    this.#rest = rest;
    this.#message = message as { return(value: undefined): Promise<unknown> };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined && first.length > 0) return { done: false, value: first };
    const step = await this.#rest.next();
    return step.done === true ? { done: true, value: undefined } : { done: false, value: step.value };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#first = undefined;
    await this.#message.return(undefined);
    return { done: true, value: undefined };
  }
}
