import type {
  DecodeOptions,
  JsonObject,
  ResponseDecoder,
  ResponseStream,
  SoapFault,
  SoapReplyText,
} from '../api.js';
import { ResponseError } from '../errors.js';
import { parseJson } from '../json/parse-json.js';
import type { FaultShape, MessageShape, OperationShape } from '../shape/shape.js';
import { NameTable } from '../xml/name-table.js';
import { NamespaceContext } from '../xml/namespace-context.js';
import { XmlError } from '../xml/xml-error.js';
import { addAttachments } from './attachments-member.js';
import { createPlanSource } from './compile-plan.js';
import { Decoding } from './decoding.js';
import { documentContent } from './envelope.js';
import { isMalformed } from './fault.js';
import { handOn } from './hand-on.js';
import type { JsonOutput } from './json-output.js';
import { compileMessage } from './message-plan.js';
import { References } from './references.js';
import type { FaultReading } from './reply.js';
import { copyResult } from './result-bytes.js';
import type { DecoderSettings } from './settings.js';
import { strictError } from './strict.js';

export type { DecoderSettings } from './settings.js';

/** Decodes the messages of one kind: compiled once, shared by all calls. */
export interface MessageDecoder {
  createDecoder(options?: DecodeOptions): ResponseDecoder;
  createStream(options?: DecodeOptions): ResponseStream;
}

/** Decodings that wait for the next response. More are in use at once only under load, and then memory is better spent. */
const MAX_IDLE = 8;
/** More namespace contexts than a service's own documents ever have: then the memory of names starts afresh. */
const MAX_CONTEXTS = 1000;

/**
 * Compile the decoding of a message (§4.3): envelopes in either SOAP version, headers, faults, the result as JSON text.
 *
 * @param message the output; `undefined` where the operation has none
 * @param faults the declared faults (FL-2)
 */
export function createMessageDecoder(
  message: MessageShape | undefined,
  faults: readonly FaultShape[],
  operation: OperationShape,
  settings: DecoderSettings,
): MessageDecoder {
  const plans = createPlanSource(operation, settings, message?.encoded ?? false);
  const plan = compileMessage(message, faults, operation, plans);
  const names = new NameTable();
  let root = NamespaceContext.create();
  const idle: Decoding[] = [];
  const begin = (options: DecodeOptions): DocumentDecoder => {
    if (root.created > MAX_CONTEXTS) root = NamespaceContext.create();
    const decoding =
      idle.pop() ?? new Decoding({ settings, plans, names, message: plan, root: documentContent });
    decoding.begin(root, charsetOf(options.contentType), options.attachments ?? []);
    return new DocumentDecoder(decoding, () => {
      if (idle.length < MAX_IDLE) idle.push(decoding);
    });
  };
  return {
    createDecoder(options = {}) {
      const document = begin(options);
      return { write: (chunk) => document.write(chunk), end: () => document.end() };
    },
    createStream(options = {}) {
      const document = begin(options);
      return {
        write(chunk) {
          document.write(chunk);
          return document.handOn();
        },
        end: () => document.end(),
      };
    },
  };
}

/** One response on its way. */
class DocumentDecoder {
  private readonly decoding: Decoding;
  private readonly release: () => void;
  private readonly encoded: boolean;
  private readonly oneWay: boolean;
  private failure: ResponseError | undefined = undefined;
  private over = false;

  /** @param release called once, when the decoding is not needed any more */
  constructor(decoding: Decoding, release: () => void) {
    this.decoding = decoding;
    this.release = release;
    this.encoded = decoding.reply.message.shape?.encoded === true;
    this.oneWay = decoding.settings.oneWay;
  }

  write(chunk: Uint8Array): void {
    this.attempt(() => {
      const { reader } = this.decoding;
      reader.append(chunk);
      // References may lead to what has not come yet.
      if (!this.encoded && reader.ready) this.decoding.run();
    });
  }

  handOn(): Uint8Array {
    const { refused } = this.decoding.warnings;
    if (refused.length > 0) throw strictError(refused);
    return handOn(this.decoding);
  }

  end(): SoapReplyText {
    this.attempt(() => {
      const { decoding } = this;
      decoding.reader.finish();
      if (this.encoded) decoding.references = new References(decoding.reader);
      decoding.run();
    });
    try {
      return this.finish();
    } finally {
      this.close();
    }
  }

  private finish(): SoapReplyText {
    const { decoding } = this;
    const { reply, warnings } = decoding;
    if (reply.fault !== undefined) {
      const fault = faultOf(decoding, reply.fault);
      return { kind: 'fault', fault, warnings: [...warnings.list, ...warnings.refused] };
    }
    if (this.failure !== undefined) return { kind: 'result', result: EMPTY_OBJECT, warnings: [] };
    addAttachments(decoding, reply.message.shape);
    if (warnings.refused.length > 0) throw strictError(warnings.refused);
    const result = finishObject(reply.result);
    const headers = reply.headers === undefined ? undefined : membersObject(reply.headers);
    return { kind: 'result', result, ...(headers === undefined ? {} : { headers }), warnings: warnings.list };
  }

  /** BD-5: what a one-way operation sends back does not matter, unless it is a fault. */
  private attempt(work: () => void): void {
    if (this.failure !== undefined) {
      if (this.oneWay) return;
      throw this.failure;
    }
    if (this.over) throw new ResponseError({ code: 'NOT_XML', message: 'the response is over' });
    try {
      work();
    } catch (error) {
      this.failure = responseError(error);
      if (this.oneWay) return;
      this.close();
      throw this.failure;
    }
  }

  private close(): void {
    if (!this.over) this.release();
    this.over = true;
  }
}

const EMPTY_OBJECT: Uint8Array = Uint8Array.of(0x7b, 0x7d);

/** An object text without the comma behind it. */
function finishObject(out: JsonOutput): Uint8Array {
  return copyResult(out.bytes, out.length - 1);
}

/** Members, each with a comma behind it, as an object. */
function membersObject(out: JsonOutput): Uint8Array {
  out.insert(0, '{');
  out.bytes[out.length - 1] = 0x7d;
  return out.slice();
}

/** FL-1. */
function faultOf(decoding: Decoding, reading: FaultReading): SoapFault {
  if (isMalformed(reading))
    throw new ResponseError({ code: 'NOT_SOAP', message: 'a fault without code and reason' });
  const { fields, subcodes, reasons, any, detail } = reading;
  if (any.length > 0) {
    any.bytes[any.length - 1] = 0x5d;
    detail.json('"$any":[');
    detail.raw(any.slice());
    detail.ascii(',');
  }
  const preferred = reasons.find(({ lang }) => /^en(?:-|$)/i.test(lang)) ?? reasons[0];
  const { faultHeaders, version } = decoding.reply;
  return {
    version: version!,
    code: fields.code ?? '',
    ...(subcodes.length === 0 ? {} : { subcodes }),
    reason: fields.reason ?? preferred?.text ?? '',
    ...(reasons.length < 2 ? {} : { reasons }),
    ...(fields.actor === undefined ? {} : { actor: fields.actor }),
    ...(fields.node === undefined ? {} : { node: fields.node }),
    ...(fields.role === undefined ? {} : { role: fields.role }),
    ...(fields.name === undefined ? {} : { name: fields.name }),
    ...(detail.length === 0 ? {} : { detail: parseMembers(detail, decoding) }),
    ...(faultHeaders === undefined ? {} : { headers: parseMembers(faultHeaders, decoding) }),
  };
}

/** As wide as the limits of the document let it be. */
function parseMembers(members: JsonOutput, { settings }: Decoding): JsonObject {
  const { responseDepth, numberDigits } = settings.limits;
  return parseJson(membersObject(members), {
    // A level of XML can be three of JSON: `$content`, entry, value.
    maxDepth: responseDepth * 4,
    maxNodes: Number.POSITIVE_INFINITY,
    maxNumberDigits: numberDigits * 2,
  }) as JsonObject;
}

function responseError(error: unknown): ResponseError {
  if (error instanceof ResponseError) return error;
  if (!(error instanceof XmlError)) throw error;
  const code = error.code === 'LIMIT' ? 'LIMIT' : 'NOT_XML';
  return new ResponseError({ code, message: `the response is not usable: ${error.message}`, cause: error });
}

/** The `charset` parameter of a Content-Type. */
function charsetOf(contentType: string | undefined): string | undefined {
  const match =
    contentType === undefined ? null : /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  return match?.[1] ?? match?.[2];
}
