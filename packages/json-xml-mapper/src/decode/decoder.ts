import type { Bytes } from '@soapstone/soap-model/bytes';
import type { MimePart, SoapReplyText } from '../api/messages.js';
import type { ResponseDecoder, ResponseStream } from '../api/operation.js';
import { DecodeError } from '../errors.js';
import type { FaultShape, MessageShape, OperationShape } from '../shape/operation-shape.js';
import { WorkExceeded, WorkMeter } from '../work.js';
import { XmlError } from '../xml/xml-error.js';
import { compileMessage } from './compile/compile-message.js';
import { createPlanSources } from './compile/compile-plan.js';
import { giveBackDecoding, takeDecoding } from './document/decoding-pool.js';
import { copyMembers, finishReply } from './document/finish-reply.js';
import { flush } from './document/flush.js';
import type { ReadOptions } from './document/reading.js';
import { ResponseKind } from './document/response-kind.js';
import { run } from './document/run.js';
import { strictError } from './document/strict.js';
import { OutputExceeded } from './output/json-output.js';
import type { DecoderSettings } from './plan/settings.js';
import type { Decoding } from './state/decoding.js';
import { References } from './state/references.js';
import { NO_PAYLOAD } from './state/reply.js';

export { parseOutput } from '../json/parse-output.js';
export { decodeBase64 } from '../scalar/spaces/binary.js';
export { uncommonTypes } from '../scalar/uncommon-types.js';
export type { DecoderSettings } from './plan/settings.js';

/** Decodes the messages of one kind: compiled once, shared by all calls. */
export interface MessageDecoder {
  decode(xml: Uint8Array, options?: ReadOptions): SoapReplyText;
  createDecoder(options?: ReadOptions): ResponseDecoder;
  createStream(options?: ReadOptions): RequestStream;
}

/** A stream that returns the header blocks before the end of the document. */
export interface RequestStream extends ResponseStream {
  /** The declared header blocks as JSON text, once the payload has begun; `undefined` before, after the end, and without any. */
  headers(): Bytes | undefined;
}

const NO_OPTIONS: ReadOptions = {};
const NO_PARTS: readonly MimePart[] = [];
const EMPTY_OBJECT: Bytes = Uint8Array.of(0x7b, 0x7d);

/**
 * Compiles the decoding of a message (§4.3): envelopes in either SOAP version, headers, faults, the result as JSON text.
 *
 * @param message the output; `undefined` if the operation has none
 * @param faults the declared faults (FL-2)
 */
export function createMessageDecoder(
  message: MessageShape | undefined,
  faults: readonly FaultShape[],
  operation: OperationShape,
  settings: DecoderSettings,
): MessageDecoder {
  const plans = createPlanSources(operation, settings);
  const identities = settings.identities?.(message, operation, settings.limits);
  const compiled = compileMessage(message, faults, operation, plans);
  const kind = new ResponseKind(settings, compiled, plans, identities);
  return {
    decode(xml, options = NO_OPTIONS) {
      const document = new DocumentDecoder(kind, options);
      document.write(xml);
      return document.end();
    },
    createDecoder: (options = NO_OPTIONS) => new DocumentDecoder(kind, options),
    createStream: (options = NO_OPTIONS) => new DocumentStream(kind, options),
  };
}

/** A response that is being decoded. */
class DocumentDecoder implements ResponseDecoder {
  readonly #kind: ResponseKind;
  readonly #options: ReadOptions;
  /** Acquired when the first bytes arrive, because a response that is merely awaited needs no memory; released at the end. */
  #taken: Decoding | undefined = undefined;
  #failure: DecodeError | undefined = undefined;
  #over = false;
  readonly #meter: WorkMeter;

  constructor(kind: ResponseKind, options: ReadOptions) {
    this.#kind = kind;
    this.#options = options;
    this.#meter = options.work ?? new WorkMeter(kind.settings.limits.work);
  }

  write(chunk: Uint8Array): void {
    if (this.#isLost()) return;
    try {
      const decoding = this.#decoding();
      const { reader } = decoding;
      reader.append(chunk);
      decoding.allowOutput();
      // References may lead to elements that have not arrived yet.
      if (!this.#kind.hasReferences && this.#options.reading === undefined && reader.ready)
        this.#meter.run(() => run(decoding));
    } catch (error) {
      this.#fail(error);
    }
  }

  end(): SoapReplyText {
    if (!this.#isLost()) {
      try {
        const decoding = this.#decoding();
        decoding.reader.finish();
        this.#meter.run(() => {
          if (this.#kind.hasReferences) findReferences(decoding).find();
          run(decoding, this.#options.reading);
        });
      } catch (error) {
        this.#fail(error);
      }
    }
    return this.#finish();
  }

  #finish(): SoapReplyText {
    try {
      const decoding = this.#decoding();
      if (this.#failure === undefined || decoding.reply.fault !== undefined) {
        return this.#meter.run(() => finishReply(decoding));
      }
      return { kind: 'result', result: EMPTY_OBJECT, warnings: [] };
    } catch (error) {
      throw responseError(error, this.#decoding());
    } finally {
      this.#close();
    }
  }

  /** The final part of the result so far. Throws `DecodeError` at a deviation that strict mode rejects. */
  flush(): Bytes {
    const decoding = this.#decoding();
    const { refused } = decoding.warnings;
    if (refused.length > 0) throw strictError(refused);
    return flush(decoding);
  }

  headers(): Bytes | undefined {
    const reply = this.#taken?.reply;
    return reply?.headers === undefined || reply.payload === NO_PAYLOAD
      ? undefined
      : copyMembers(reply.headers);
  }

  #decoding(): Decoding {
    if (this.#taken === undefined) {
      const kind = this.#kind;
      const options = this.#options;
      this.#taken = takeDecoding(kind, this.#options.reading);
      this.#taken.begin(
        kind,
        kind.charsetOf(options.contentType),
        options.attachments ?? NO_PARTS,
        options.addressing,
        options.file,
      );
    }
    return this.#taken;
  }

  /**
   * Whether further bytes are ignored, because the response to a one-way operation failed (BD-5). Throws the error of any other
   * failed response.
   */
  #isLost(): boolean {
    if (this.#failure !== undefined) {
      if (this.#kind.settings.oneWay) return true;
      throw this.#failure;
    }
    if (this.#over) throw new DecodeError({ code: 'NOT_XML', message: 'the response has already ended' });
    return false;
  }

  #fail(error: unknown): void {
    this.#failure = responseError(error, this.#decoding());
    if (this.#kind.settings.oneWay) return;
    this.#close();
    throw this.#failure;
  }

  #close(): void {
    this.#over = true;
    if (this.#taken !== undefined && this.#options.reading === undefined) giveBackDecoding(this.#taken);
    this.#taken = undefined;
  }
}

/** The same, with incremental output. */
class DocumentStream implements RequestStream {
  readonly #document: DocumentDecoder;

  constructor(kind: ResponseKind, options: ReadOptions) {
    this.#document = new DocumentDecoder(kind, options);
  }

  write(chunk: Uint8Array): Bytes {
    this.#document.write(chunk);
    return this.#document.flush();
  }

  headers(): Bytes | undefined {
    return this.#document.headers();
  }

  end(): SoapReplyText {
    return this.#document.end();
  }
}

/** Starts the collection of the document's ids. */
function findReferences(decoding: Decoding): References {
  decoding.references = new References(decoding.reader);
  return decoding.references;
}

function responseError(error: unknown, decoding: Decoding): DecodeError {
  if (error instanceof DecodeError) return error;
  if (error instanceof WorkExceeded || error instanceof OutputExceeded) return tooComplex(error, decoding);
  if (!(error instanceof XmlError)) throw error;
  const code = error.code === 'LIMIT' ? 'LIMIT' : 'NOT_XML';
  return new DecodeError({ code, message: `the message is not usable: ${error.message}`, cause: error });
}

function tooComplex(error: Error, decoding: Decoding): DecodeError {
  const { work, outputBytes, expansion } = decoding.settings.limits;
  const path = decoding.pointer();
  const at = path === '' ? '' : ` at ${path}`;
  const message =
    error instanceof WorkExceeded
      ? `the message takes more work than one call may use${at} (limit "work": ${work} units)`
      : `the message becomes more JSON than it may${at}: it came with ${decoding.reader.window.received} bytes, and ${decoding.allowedOutput()} are allowed (limits "outputBytes": ${outputBytes}, "expansion": ${expansion})`;
  return new DecodeError({ code: 'RESPONSE_TOO_COMPLEX', message, path, cause: error });
}
