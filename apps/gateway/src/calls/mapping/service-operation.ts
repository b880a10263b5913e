import { noFileProblem } from '@soapstone/http-contract/internal/routes';
import {
  type CompiledOperation,
  type DecodeOptions,
  type EncodeOptions,
  type OperationInfo,
  type SoapReplyText,
  type SoapRequest,
  stringify,
  WorkMeter,
} from '@soapstone/json-xml-mapper';
import {
  encodeRoute,
  FileDecoder,
  type FileEnd,
  type PagePart,
  type ParsedRoute,
  type RouteFiles,
  type RouteInput,
} from '@soapstone/json-xml-mapper/internal/routes';
import { defined } from '@soapstone/options/defined';
import type { FilePiece } from '@soapstone/soap-call/internal/files';
import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';
import { ownBytes } from '../../children/own-bytes.js';
import { GatewayError } from '../../errors/errors.js';
import { markActivity } from '../../log/activity.js';
import type {
  Description,
  FilePlan,
  Job,
  JobTarget,
  MapperSource,
  PackedDecodeOptions,
  PackedReply,
} from './messages.js';
import { type LoopLimits, Pace } from './pace.js';
import { canonicalText, packEncodeOptions, unpackReply } from './pack.js';
import { type Customer, JobFailure, type JobResult, type MappingThread } from './thread-jobs.js';

/** The request for a query string, and the canonical form of its input as JSON text, which is equal for equal inputs. */
export interface QueryRequest {
  readonly request: SoapRequest;
  readonly canonical: string;
}

/** An operation of a service for calls. Each method throws what the corresponding one of `CompiledOperation` throws. */
export interface ServiceOperation {
  readonly info: OperationInfo;
  /** The data that pages need, if the design divides a result into pages (PG-1). */
  readonly pages: readonly PagePart[] | undefined;
  /** The part of its route that can be a file (PG-7). */
  readonly files: RouteFiles | undefined;
  encodeJson(json: Uint8Array, options: EncodeOptions): SoapRequest | Promise<SoapRequest>;
  encodeQuery(query: string, options: EncodeOptions): QueryRequest | Promise<QueryRequest>;
  /** Encodes a call by a route of the design that has a body. */
  encodeRoute(
    route: ParsedRoute,
    input: RouteInput,
    options: EncodeOptions,
  ): SoapRequest | Promise<SoapRequest>;
  /** Returns the canonical form of a valid input as JSON text, which is equal for equal inputs. */
  canonicalJson(json: Uint8Array): string | Promise<string>;
  /** Decodes a complete response. */
  decodeXml(xml: Uint8Array, options: DecodeOptions): SoapReplyText | Promise<SoapReplyText>;
  /** Decodes a response that arrives in pieces. Resolves to `undefined` if it is empty and `mayBeEmpty`. */
  decodeStream(
    pieces: AsyncIterable<Uint8Array>,
    options: DecodeOptions,
    mayBeEmpty: boolean,
  ): Promise<SoapReplyText | undefined>;
  /**
   * Reads a response whose result is a file, while it arrives, and yields the bytes of the file; the first ones once it is certain that there is
   * a result. Returns the rest. Throws `UPSTREAM_BAD_RESPONSE` for a value that is not one, even in the middle.
   */
  decodeFile(
    pieces: AsyncIterable<Uint8Array>,
    file: FilePlan,
    options: DecodeOptions,
  ): AsyncGenerator<FilePiece, FileEnd, void>;
  /** Returns an example of a valid result as JSON text, the same on every call. */
  example(): Promise<Bytes>;
}

const LOOP_LIMITS: LoopLimits = { bytes: 64 * 1024, units: 100_000, compileMs: 10, ms: 5 };
/** By how much an rpc/encoded message (EN-4) may expand when each reference is replaced with the value that it points to. */
const REFERENCES_FACTOR = 8;
/** How many bytes of a response are sent to the thread at once: enough that sending costs little compared to decoding. */
const PIECE_BYTES = 128 * 1024;

/** The input for an operation. */
export interface OperationParts {
  readonly thread: MappingThread;
  readonly customer: Customer;
  readonly target: JobTarget;
  readonly source: () => Promise<MapperSource>;
  /** Returns the source once, if it is at hand, so that the thread need not ask for it. */
  readonly takeSource?: () => MapperSource | undefined;
  /** Returns the operation on the event loop, which is compiled on the first call. */
  readonly compile: () => CompiledOperation;
  readonly limits?: LoopLimits;
}

/** Resolves to the operation once the thread has described it. Rejects with what `Mapper.compile` throws. */
export async function openOperation(parts: OperationParts): Promise<ServiceOperation> {
  const { thread, customer, source } = parts;
  const target = { ...parts.target, ...defined({ source: parts.takeSource?.() }) };
  const described = await thread.run(customer, () => ({ job: { kind: 'describe', target } }), source);
  if (described instanceof JobFailure) throw described.error;
  return new MappedOperation(parts, described.value);
}

class MappedOperation implements ServiceOperation {
  readonly info: OperationInfo;
  readonly pages: readonly PagePart[] | undefined;
  readonly files: RouteFiles | undefined;
  readonly #parts: OperationParts;
  readonly #limits: LoopLimits;
  readonly #encoding: Pace;
  readonly #decoding: Pace;
  readonly #querying: Pace;
  readonly #responseBytes: number;
  #compiled: CompiledOperation | undefined;

  constructor(parts: OperationParts, { info, pages, files, compileCpu }: Description) {
    const { limits = LOOP_LIMITS } = parts;
    this.info = info;
    this.pages = pages;
    this.files = files;
    this.#parts = parts;
    this.#limits = limits;
    this.#encoding = new Pace(limits, compileCpu);
    this.#decoding = new Pace(limits, compileCpu);
    this.#querying = new Pace(limits, compileCpu);
    this.#responseBytes = info.use === 'encoded' ? limits.bytes / REFERENCES_FACTOR : limits.bytes;
  }

  encodeJson(json: Uint8Array, options: EncodeOptions): SoapRequest | Promise<SoapRequest> {
    if (json.length <= this.#limits.bytes && this.#encoding.isQuick) {
      const made = this.#onLoop(this.#encoding, (operation, work) =>
        operation.encodeJson(json, writtenBy(work, options)),
      );
      if (made !== undefined) return made;
    }
    return this.#inThread<'encode'>(this.#encoding, () => {
      const own = ownBytes(json);
      return {
        job: { kind: 'encode', target: this.#parts.target, json: own, options: packEncodeOptions(options) },
        buffers: [own.buffer],
      };
    });
  }

  encodeQuery(query: string, options: EncodeOptions): QueryRequest | Promise<QueryRequest> {
    if (this.#querying.isQuick) {
      const made = this.#onLoop(this.#querying, (operation, work) => {
        const input = operation.fromQuery(query, { work });
        const request = operation.toXml(input, { ...options, work });
        return { request, canonical: stringify(operation.normalise(input, { work })) };
      });
      if (made !== undefined) return made;
    }
    return this.#inThread<'query'>(this.#querying, () => ({
      job: { kind: 'query', target: this.#parts.target, query, options: packEncodeOptions(options) },
    })).then(({ canonical = '', ...request }) => ({ request, canonical }));
  }

  encodeRoute(
    route: ParsedRoute,
    input: RouteInput,
    options: EncodeOptions,
  ): SoapRequest | Promise<SoapRequest> {
    const { body } = input;
    if (body.length <= this.#limits.bytes && this.#encoding.isQuick) {
      const made = this.#onLoop(this.#encoding, (operation, work) =>
        encodeRoute(operation, route, input, writtenBy(work, options)),
      );
      if (made !== undefined) return made;
    }
    return this.#inThread<'route'>(this.#encoding, () => {
      const own = ownBytes(body);
      const { target } = this.#parts;
      const job = { kind: 'route', target, route, input: { ...input, body: own } } as const;
      return { job: { ...job, options: packEncodeOptions(options) }, buffers: [own.buffer] };
    });
  }

  canonicalJson(json: Uint8Array): string | Promise<string> {
    if (json.length <= this.#limits.bytes && this.#encoding.isQuick) {
      const text = this.#onLoop(this.#encoding, (operation, work) => canonicalText(operation, json, work));
      if (text !== undefined) return text;
    }
    return this.#inThread<'canonical'>(this.#encoding, () => {
      const own = ownBytes(json);
      return { job: { kind: 'canonical', target: this.#parts.target, json: own }, buffers: [own.buffer] };
    });
  }

  decodeXml(xml: Uint8Array, options: DecodeOptions): SoapReplyText | Promise<SoapReplyText> {
    if (xml.length <= this.#responseBytes && this.#decoding.isQuick) {
      const made = this.#onLoop(this.#decoding, (operation, work) =>
        operation.decodeXml(xml, meteredBy(work, options)),
      );
      if (made !== undefined) return made;
    }
    return this.#inThread<'decode'>(this.#decoding, () => {
      const own = ownBytes(xml);
      return {
        job: { kind: 'decode', target: this.#parts.target, xml: own, options: packDecode(options) },
        buffers: [own.buffer],
      };
    }).then(unpackReply);
  }

  async decodeStream(
    pieces: AsyncIterable<Uint8Array>,
    options: DecodeOptions,
    mayBeEmpty: boolean,
  ): Promise<SoapReplyText | undefined> {
    const { thread, target, customer } = this.#parts;
    const stream = thread.nextStream();
    let isOpen = false;
    let isOver = false;
    try {
      let held: Uint8Array[] = [];
      let bytes = 0;
      const send = async (): Promise<void> => {
        const chunk = joinBytes(held);
        held = [];
        bytes = 0;
        if (!isOpen) {
          isOpen = true;
          await this.#inThread<'open'>(undefined, () => ({
            job: { kind: 'open', target, stream, options: packDecode(options) },
          }));
        }
        await this.#inThread<'write'>(undefined, () => ({
          job: { kind: 'write', stream, chunk },
          buffers: [chunk.buffer],
        }));
      };
      for await (const piece of pieces) {
        markActivity(customer.activity);
        held.push(piece);
        bytes += piece.length;
        if (bytes >= PIECE_BYTES) await send();
      }
      markActivity(customer.activity);
      if (!isOpen) {
        if (bytes === 0 && mayBeEmpty) return undefined;
        // Attachments are decoded where they are included.
        const attached = (options.attachments ?? []).reduce((sum, { data }) => sum + data.length, 0);
        if (bytes + attached <= this.#responseBytes) return await this.decodeXml(joinBytes(held), options);
      }
      if (bytes > 0 || !isOpen) await send();
      const reply = await this.#inThread<'end'>(undefined, () => ({ job: { kind: 'end', stream } }));
      isOver = true;
      return unpackReply(reply!);
    } finally {
      if (isOpen && !isOver) thread.drop(stream);
    }
  }

  async *decodeFile(
    pieces: AsyncIterable<Uint8Array>,
    file: FilePlan,
    options: DecodeOptions,
  ): AsyncGenerator<FilePiece, FileEnd, void> {
    const { thread, target, customer } = this.#parts;
    const stream = thread.nextStream();
    let isOpen = false;
    let isOver = false;
    let held: Uint8Array[] = [];
    let bytes = 0;
    const send = async (): Promise<FilePiece> => {
      const chunk = joinBytes(held);
      held = [];
      bytes = 0;
      if (!isOpen) {
        isOpen = true;
        await this.#inThread<'open'>(undefined, () => ({
          job: { kind: 'open', target, stream, options: packDecode(options), file },
        }));
      }
      const made = await this.#inThread<'write'>(undefined, () => ({
        job: { kind: 'write', stream, chunk },
        buffers: [chunk.buffer],
      }));
      return made ?? failFile(file);
    };
    try {
      for await (const piece of pieces) {
        markActivity(customer.activity);
        held.push(piece);
        bytes += piece.length;
        if (bytes < PIECE_BYTES) continue;
        const made = await send();
        if (made.bytes.length > 0) yield made;
      }
      markActivity(customer.activity);
      if (!isOpen && bytes <= this.#responseBytes && this.#decoding.isQuick) {
        const whole = joinBytes(held);
        const read = this.#onLoop(this.#decoding, (operation, work) =>
          readWhole(operation, file, whole, meteredBy(work, options)),
        );
        if (read !== undefined) return read.end ?? failFile(file);
      }
      // A response that has arrived has an end, too.
      let all: Bytes = NOTHING;
      if (!isOpen) all = (await send()).bytes;
      else if (bytes > 0) {
        const made = await send();
        if (made.bytes.length > 0) yield made;
      }
      const end = await this.#inThread<'end'>(undefined, () => ({ job: { kind: 'end', stream } }));
      isOver = true;
      if (end === undefined) return failFile(file);
      const { file: last = NOTHING, include, mediaType, ...reply } = end;
      const whole = { reply: unpackReply(reply as PackedReply), file: joinBytes([all, last]) };
      return { ...whole, ...defined({ include, mediaType }) };
    } finally {
      if (isOpen && !isOver) thread.drop(stream);
    }
  }

  example(): Promise<Bytes> {
    return this.#inThread<'example'>(undefined, () => ({
      job: { kind: 'example', target: this.#parts.target },
    }));
  }

  /** Runs work on the event loop. Returns `undefined` if it needs more units than the event loop may spend. */
  #onLoop<T>(pace: Pace, work: (operation: CompiledOperation, meter: WorkMeter) => T): T | undefined {
    this.#compiled ??= this.#parts.compile();
    const meter = WorkMeter.attempt(this.#limits.units);
    const clock = pace.clock();
    const begun = clock();
    try {
      return work(this.#compiled, meter);
    } catch (error) {
      if (!meter.exhausted) throw error;
      pace.isQuick = false;
      return undefined;
    } finally {
      pace.ranOnLoop(clock() - begun);
    }
  }

  async #inThread<Kind extends Job['kind']>(
    pace: Pace | undefined,
    make: () => { readonly job: Extract<Job, { kind: Kind }>; readonly buffers?: ArrayBuffer[] },
  ): Promise<JobResult<Kind>['value']> {
    const { thread, customer, source } = this.#parts;
    const result = await thread.run<Kind>(customer, make, source);
    markActivity(customer.activity);
    pace?.ranInThread(result.cost);
    if (result instanceof JobFailure) throw result.error;
    return result.value;
  }
}

const NOTHING: Bytes = new Uint8Array();

/** Reads a file from a response that has arrived. */
function readWhole(
  operation: CompiledOperation,
  { place, maxBytes }: FilePlan,
  response: Uint8Array,
  options: DecodeOptions,
): { readonly end: FileEnd | undefined } {
  const decoder = new FileDecoder(operation, place, options, maxBytes);
  const first = decoder.write(response);
  const end = first && decoder.end();
  return { end: end && { ...end, file: joinBytes([first, end.file]) } };
}

function failFile({ place }: FilePlan): never {
  throw new GatewayError(noFileProblem(place.encoding));
}

/** Members are listed one by one, because this runs for every call and cloning an object costs several times as much. */
function meteredBy(
  work: WorkMeter,
  { contentType, digits, attachments, addressing }: DecodeOptions,
): DecodeOptions {
  return { contentType, digits, attachments, addressing, work };
}

/** As `meteredBy`, for writing. */
function writtenBy(
  work: WorkMeter,
  {
    digits,
    headers,
    storedHeaders,
    lockedHeaders,
    extraHeaders,
    soapAction,
    xopThreshold,
    fills,
  }: EncodeOptions,
): EncodeOptions {
  return {
    digits,
    headers,
    storedHeaders,
    lockedHeaders,
    extraHeaders,
    soapAction,
    xopThreshold,
    fills,
    work,
  };
}

function packDecode({ contentType, attachments, addressing, digits }: DecodeOptions): PackedDecodeOptions {
  return {
    ...(digits !== undefined && { digits }),
    ...(contentType !== undefined && { contentType }),
    ...(attachments !== undefined && {
      attachments: attachments.map((part) => ({ ...part, data: ownBytes(part.data) })),
    }),
    ...(addressing !== undefined && { addressing }),
  };
}
