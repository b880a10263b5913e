import {
  type CompiledOperation,
  isDecodeError,
  type JsonObject,
  type JsonValue,
} from '@soapstone/json-xml-mapper';
import { Refusal, type RequestProblem } from '../fault/refusal.js';
import type { EnvelopeHead } from '../request/envelope-head.js';
import type { HttpRequest } from '../request/http-message.js';
import { HttpRefusal } from '../request/read-request.js';
import type { ServedOperation } from '../service/operations.js';
import {
  type ItemsReader,
  nested,
  pointerOf,
  type RequestItems,
  type StreamedHandler,
} from '../service/streamed-items.js';
import { type Answer, answerWith, type CallSettings } from './answer-call.js';
import { deviationsOf } from './envelope-deviations.js';
import { assertUnderstood, envelopeNotValid, invalid, withDeviations } from './handle-call.js';

/** A request whose items are read while it arrives. */
export interface StreamedCall {
  readonly served: ServedOperation;
  readonly head: EnvelopeHead;
  readonly request: HttpRequest;
  readonly contentType: string;
  readonly handler: StreamedHandler;
  /** The whole body, from its start. */
  readonly chunks: AsyncIterator<Uint8Array>;
}

/** The limits of a streamed request, in bytes. */
export interface StreamLimits {
  /** The whole request. */
  readonly streamedBytes: number;
  /** The maximum number of bytes that may arrive without completing an item. It limits an item, and the content around the list. */
  readonly itemBytes: number;
}

/** Reads the items, calls the handler and writes its result. Throws `Refusal` and `HttpRefusal`. */
export async function handleStreamedCall(
  { served, head, request, contentType, handler, chunks }: StreamedCall,
  limits: StreamLimits,
  settings: CallSettings,
): Promise<Answer> {
  assertUnderstood(head, served, settings.understands);
  const deviations = settings.strict ? deviationsOf(head, served) : [];
  if (deviations.length > 0) throw envelopeNotValid(deviations, settings.problems);
  const operation = served.streaming();
  const reader = operation.createRequestItemReader(handler.path, {
    contentType,
    ...(head.addressing !== undefined && { addressing: { messageId: '' } }),
  });
  const streamed = new StreamedItems(
    { served, operation, reader, path: handler.path, chunks },
    limits,
    settings,
  );
  try {
    await streamed.begin();
    const call = { head, request, attachments: [], caller: {} };
    return await answerWith(call, { served, headers: reader.headers() ?? {} }, settings, async (context) => {
      try {
        return await handler.handle(streamed as unknown as RequestItems<never>, context);
      } finally {
        await streamed.finish(context.signal);
      }
    });
  } finally {
    // Not awaited: after a timeout, a read of the next chunk may still be pending.
    chunks.return?.().catch(() => {});
  }
}

/** Creates the rejection of a request that is longer than `limits.streamedBytes`. */
export function tooLong(streamedBytes: number): HttpRefusal {
  return new HttpRefusal(
    413,
    `the request is longer than ${streamedBytes} bytes (raised by the option limits.streamedBytes)`,
  );
}

/** The state for reading the items of one request. */
interface ItemSource {
  readonly served: ServedOperation;
  readonly operation: CompiledOperation;
  readonly reader: ItemsReader;
  readonly path: readonly string[];
  readonly chunks: AsyncIterator<Uint8Array>;
}

class StreamedItems implements RequestItems<JsonValue> {
  readonly #source: ItemSource;
  readonly #limits: StreamLimits;
  readonly #settings: CallSettings;
  readonly #prefix: string;
  readonly #items: AsyncGenerator<JsonValue, void, undefined>;
  /** The items in the first chunk. */
  #early: readonly JsonValue[] = [];
  #first: JsonValue | undefined;
  #count = 0;
  #bytes = 0;
  #sinceItem = 0;
  #rest: JsonObject | undefined;
  #failure: unknown;
  #isTaken = false;

  constructor(source: ItemSource, limits: StreamLimits, settings: CallSettings) {
    this.#source = source;
    this.#limits = limits;
    this.#settings = settings;
    this.#prefix = pointerOf(source.path);
    this.#items = this.#read();
  }

  /** Reads up to the payload, so that the header blocks are known. */
  async begin(): Promise<void> {
    const { value, done } = await this.#source.chunks.next();
    if (done !== true) this.#early = this.#take(value);
  }

  [Symbol.asyncIterator](): AsyncIterator<JsonValue> {
    if (this.#isTaken) throw new Error('the items of a request can only be read once');
    this.#isTaken = true;
    // No `return` method: leaving the loop early must not stop reading, because the rest of the request is checked too.
    return { next: () => this.#items.next() };
  }

  rest(): JsonObject {
    if (this.#rest === undefined)
      throw new Error('the rest of a request is only known after all its items have been read');
    return this.#rest;
  }

  /** Reads what the handler has not read, and throws any error of the request. */
  async finish(signal: AbortSignal): Promise<void> {
    while (this.#failure === undefined && this.#rest === undefined && !signal.aborted) {
      if ((await this.#items.next()).done === true) break;
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async *#read(): AsyncGenerator<JsonValue, void, undefined> {
    try {
      yield* this.#early;
      this.#early = [];
      for (let step = await this.#next(); step.done !== true; step = await this.#next())
        yield* this.#take(step.value);
      yield* this.#end();
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }

  /** Reads the next chunk. A broken connection is not a fault of the server. */
  async #next(): Promise<IteratorResult<Uint8Array, unknown>> {
    try {
      return await this.#source.chunks.next();
    } catch {
      throw new Refusal('Sender', 'the request is not complete');
    }
  }

  #take(chunk: Uint8Array): readonly JsonValue[] {
    const { streamedBytes, itemBytes } = this.#limits;
    this.#bytes += chunk.length;
    if (this.#bytes > streamedBytes) throw tooLong(streamedBytes);
    const found = this.#decoding(() => this.#source.reader.write(chunk));
    this.#sinceItem = found.length > 0 ? 0 : this.#sinceItem + chunk.length;
    if (this.#sinceItem > itemBytes)
      throw new HttpRefusal(
        413,
        `an item of the request, or the content around the list, is longer than ${itemBytes} bytes (raised by the option limits.requestBytes)`,
      );
    return this.#checked(found);
  }

  /** Checks items. Problems are reported with their index in the whole list. */
  #checked(found: readonly JsonValue[]): readonly JsonValue[] {
    const { path, served, operation } = this.#source;
    const offset = this.#count;
    this.#count += found.length;
    this.#first ??= found[0];
    if (!this.#settings.strict || found.length === 0) return found;
    const problems: RequestProblem[] = [];
    for (const { path: place, keyword, message } of operation.validate(nested(path, found))) {
      // Only the reader sees all items: see `#end`.
      if (keyword === 'identity') continue;
      const [, index, more = ''] = /^\/(\d+)(.*)$/s.exec(place.slice(this.#prefix.length)) ?? [];
      if (!place.startsWith(this.#prefix) || index === undefined) continue;
      problems.push({ path: `${this.#prefix}/${Number(index) + offset}${more}`, code: keyword, message });
    }
    if (problems.length > 0) throw invalid(served, problems, this.#settings.problems);
    return found;
  }

  /** Returns the last items. Throws for a problem outside the items, and for deviations that only the whole message shows. */
  #end(): readonly JsonValue[] {
    const { path, served, operation, reader } = this.#source;
    const { items: last, rest, warnings } = this.#decoding(() => reader.end());
    const found = this.#checked(last);
    if (this.#settings.strict) {
      const input = nested(path, this.#first === undefined ? [] : [this.#first], rest);
      const problems: RequestProblem[] = operation
        .validate(input)
        .filter(({ keyword }) => keyword !== 'identity')
        .filter(({ path: place }) => this.#count === 0 || !`${place}/`.startsWith(`${this.#prefix}/`))
        .map(({ path: place, keyword, message }) => ({ path: place, code: keyword, message }));
      const deviations = warnings.map((each) =>
        each.code === 'IDENTITY' ? { ...each, code: 'identity' } : each,
      );
      const all = withDeviations([...problems, ...this.#countProblems()], deviations);
      if (all.length > 0) throw invalid(served, all, this.#settings.problems);
    }
    this.#rest = rest;
    return found;
  }

  #countProblems(): readonly RequestProblem[] {
    const { min, max } = this.#source.reader.bounds;
    const has = `items, has ${this.#count}`;
    // Zero items are checked with the rest: whether there may be none depends on the content around the list.
    if (this.#count > 0 && this.#count < min)
      return [{ path: this.#prefix, code: 'minItems', message: `must have at least ${min} ${has}` }];
    if (this.#count > max)
      return [{ path: this.#prefix, code: 'maxItems', message: `must have at most ${max} ${has}` }];
    return [];
  }

  #decoding<Value>(decode: () => Value): Value {
    try {
      return decode();
    } catch (error) {
      if (!isDecodeError(error)) throw error;
      const problem = { path: error.path ?? '', code: error.code, message: error.message };
      throw invalid(this.#source.served, [problem], this.#settings.problems);
    }
  }
}
