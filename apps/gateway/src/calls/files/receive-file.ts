import type { DecodeOptions, SoapReplyText, Warning } from '@soapstone/json-xml-mapper';
import { contentIdOf } from '@soapstone/json-xml-mapper/internal/routes';
import type { TransportResponse } from '@soapstone/soap-transport';
import type { Target } from '../catalog/resolve.js';
import type { FilePlan } from '../mapping/messages.js';
import type { WantedFile } from './file-limits.js';

type Parts = ReturnType<NonNullable<TransportResponse['parts']>>;

/** What the JSON of a result says whose value is handed over as a file. */
const EMPTY_RESULT = Uint8Array.of(0x7b, 0x7d);

/**
 * Reads a response whose result is a file (PG-10): base64 in the envelope, or the MIME part that an `xop:Include` names. Resolves when the file
 * has begun and hands it over; the rest arrives as fast as the client takes it. A fault is returned like any other.
 */
export async function receiveFile(
  { operation }: Target,
  response: Pick<TransportResponse, 'body' | 'parts'>,
  options: DecodeOptions,
  { place, maxBytes, take }: WantedFile & Pick<FilePlan, 'maxBytes'>,
): Promise<SoapReplyText> {
  const pieces = operation.decodeFile(response.body, { place, maxBytes }, options);
  const first = await pieces.next();
  if (first.done !== true) {
    take(new FileBody(first.value, pieces, pieces));
    return { kind: 'result', result: EMPTY_RESULT, warnings: [] };
  }
  const { reply, file, include } = first.value;
  const parts = response.parts?.();
  if (reply.kind === 'fault' || include === undefined || parts === undefined) {
    // The connection is free for the next call once the message was received.
    for await (const _part of parts ?? []);
    if (reply.kind === 'result') take(file);
    return include === undefined ? reply : dangling(reply, include);
  }
  const id = contentIdOf(include);
  for (;;) {
    const step = await parts.next();
    if (step.done === true) break;
    if (id === undefined || step.value.contentId !== id) continue;
    take(new FileBody(new Uint8Array(), partOf(step.value.body, parts), parts));
    return reply;
  }
  take(file);
  return dangling(reply, include);
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
