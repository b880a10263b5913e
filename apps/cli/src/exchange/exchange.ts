import type {
  CompiledOperation,
  DecodeOptions,
  Digits,
  FillSource,
  JsonObject,
  MimePart,
  SoapReply,
  SoapReplyText,
} from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import {
  type AnswerRules,
  EMPTY_REPLY,
  type EncodedCall,
  encodeCall,
  judgedReader,
  type PieceReader,
  readReply,
  readWhole,
  type SentCall,
  sendCall,
  usesMtom,
  type WhenSent,
  type WholeAnswer,
} from '@soapstone/soap-call';
import { MARKER_BYTES } from '@soapstone/soap-call/internal/files';
import { headerBlocks } from '@soapstone/soap-call/node';
import type { CallSignal, Transport } from '@soapstone/soap-transport';
import { BodyStart } from '@soapstone/soap-transport/internal/answer';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { Port } from '@soapstone/wsdl-parser';
import { usageError } from '../errors/errors.js';
import type { ChosenAddressing } from '../options/addressing-options.js';
import { type ExchangeFiles, readFileReply, withFile } from './exchange-files.js';
import { unusableAnswer } from './unusable-answer.js';

/** The address, credentials and other options of a call. */
export interface ExchangeOptions {
  /** The address of the SOAP server (default: from the WSDL). */
  readonly endpoint?: string | undefined;
  readonly credentials?: CredentialProfile | undefined;
  /** When WS-Addressing headers are sent. Default `auto`: if the WSDL requires them, or properties are given. */
  readonly addressing?: WhenSent | undefined;
  /** The WS-Addressing properties that the user chose. Default: none. */
  readonly addressingProperties?: ChosenAddressing | undefined;
  /** When the request is packed with MTOM. Default `auto`: if the WSDL requires it. */
  readonly mtom?: WhenSent | undefined;
  /** The digits of decimals in both messages. Default `canonical`. */
  readonly digits?: Digits | undefined;
  /** The elements of the result that come back as `$xml`. Default: none. */
  readonly raw?: DecodeOptions['raw'];
  /** The port of the operation, which may require WS-Addressing or MTOM. */
  readonly port?: Port | undefined;
  readonly deadlineMs?: number | undefined;
  /** The maximum size of the response. Default: that of the transport. */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Called with the messages before the response is decoded, because they are needed most when decoding fails; without a response if
   * there was none.
   */
  readonly onExchange?: ((wire: WireExchange, attachments: readonly MimePart[]) => void) | undefined;
  /** The session that the call is made in: its values to fill in, and its HTTP headers. Default: none. */
  readonly session?:
    | {
        readonly fills: FillSource;
        readonly headers: Readonly<Record<string, string>>;
        readonly endpoint?: string | undefined;
      }
    | undefined;
  /** Aborts the call. */
  readonly signal?: CallSignal | undefined;
  /** The parts of the call that are files and are passed on while they arrive. Default: nothing. */
  readonly files?: ExchangeFiles | undefined;
}

/** The result of a call. */
export interface ExchangeResult {
  readonly reply: SoapReply;
  readonly status: number;
  /** The attachments of the response. */
  readonly attachments: readonly MimePart[];
}

/** A request and its response. */
export interface WireExchange {
  readonly url: string;
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    /** The envelope as it is sent: signed and encrypted if the credentials require it. */
    readonly body: Uint8Array;
    readonly attachments: readonly MimePart[];
  };
  /** Absent if no complete response arrived. */
  readonly response?: WireResponse;
  /** Milliseconds. */
  readonly timings: {
    readonly encode: number;
    readonly total: number;
  };
}

/** A response as it arrived. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
  /** Milliseconds. */
  readonly timings: {
    readonly connect: number;
    readonly firstByte: number;
  };
}

/**
 * Calls an operation: encodes, sends, decodes. A fault is a value.
 *
 * @param input JSON text, or a value as the mapper accepts it
 * @throws {MappingError} if the input does not match
 * @throws {TransportError} if the server does not respond
 * @throws {CliError} `UPSTREAM_BAD_RESPONSE` if the response is not SOAP
 */
export async function exchange(
  transport: Transport,
  operation: CompiledOperation,
  input: Uint8Array | JsonObject,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  const call = await encode(operation, input, options);
  const { files = {} } = options;
  const { sent, tell } = send(transport, withFile(call, files), options);
  const untold = (error: unknown): never => {
    tell(undefined);
    // A file that could not be read is the client's failure, not that of the SOAP server.
    throw files.sent?.failure() ?? error;
  };
  const response = await sent.response.catch(untold);
  const { wanted } = files;
  if (
    wanted !== undefined &&
    response.status < 300 &&
    (!response.multipart || response.parts !== undefined)
  ) {
    const { status, headers } = response;
    const decoding = decodeOptionsOf(call, options);
    const reply = await readFileReply(response, wanted, decoding, (start, cause) =>
      unusableAnswer({ status, headers, ...start }, options.credentials, cause),
    );
    return { status, reply, attachments: [] };
  }
  const answer = await readWhole(response).catch(untold);
  tell(answer);
  const { status, headers, contentType, body, attachments } = answer;
  const start = new BodyStart();
  start.take(body);
  const rules: AnswerRules<SoapReply> = {
    info: operation.info,
    empty: { kind: 'result', result: Object.create(null) as JsonObject, warnings: [] },
    unusable: (cause) => unusableAnswer({ status, headers, ...start.taken() }, options.credentials, cause),
  };
  const reply = readReply(status, body.length === 0, rules, () =>
    operation.fromXml(body, { attachments, contentType, ...decodeOptionsOf(call, options) }),
  );
  return { status, reply, attachments };
}

/** Sends a request whose response is decoded while it arrives. */
export async function exchangeInPieces(
  transport: Transport,
  operation: CompiledOperation,
  input: Uint8Array | JsonObject,
  options: ExchangeOptions,
): Promise<{
  readonly body: AsyncIterable<Uint8Array>;
  readonly reader: PieceReader<Uint8Array, SoapReplyText>;
}> {
  const call = await encode(operation, input, options);
  const response = await send(transport, call, options).sent.response;
  const { status, headers, contentType } = response;
  const start = new BodyStart();
  const rules: AnswerRules<SoapReplyText> = {
    info: operation.info,
    empty: EMPTY_REPLY,
    unusable: (cause) => unusableAnswer({ status, headers, ...start.taken() }, options.credentials, cause),
  };
  const attachments = response.multipart ? await response.attachments() : [];
  const decoder = operation.createStream({
    ...decodeOptionsOf(call, options),
    ...defined({ contentType }),
    attachments,
  });
  return { body: start.of(response.body), reader: judgedReader(status, rules, decoder) };
}

function encode(
  operation: CompiledOperation,
  input: Uint8Array | JsonObject,
  options: ExchangeOptions,
): Promise<EncodedCall> {
  const { info } = operation;
  const { credentials, port, digits, session, deadlineMs, maxResponseBytes } = options;
  const url = session?.endpoint ?? options.endpoint ?? info.address;
  if (url === undefined) throw usageError('the WSDL has no address: --endpoint sets one');
  const added = {
    digits,
    ...(session && { fills: session.fills }),
    // A placeholder for a file becomes a part of a packed request, too.
    ...(options.files?.sent !== undefined && usesMtom(port, options) && { xopThreshold: MARKER_BYTES }),
  };
  const sending = { deadlineMs, maxResponseBytes, headers: session?.headers };
  return encodeCall(
    { info, port, url, settings: options, credentials, added, sending },
    {
      headerBlocks,
      encode: (encodeOptions) =>
        input instanceof Uint8Array
          ? operation.encodeJson(input, encodeOptions)
          : operation.toXml(input, encodeOptions),
    },
  );
}

/** Sends a request. `tell` calls `onExchange`. */
function send(
  transport: Transport,
  { message, startedAt, encodeMs }: EncodedCall,
  { credentials, signal, onExchange }: ExchangeOptions,
): { readonly sent: SentCall; readonly tell: (answer: WholeAnswer | undefined) => void } {
  const sent = sendCall(transport, message, signal);
  const { url, contentType, soapAction, attachments = [] } = message;
  const tell = (answer: WholeAnswer | undefined): void =>
    onExchange?.(
      {
        url,
        request: {
          headers: {
            'Content-Type': contentType,
            ...defined({ SOAPAction: soapAction }),
            ...credentials?.headers,
          },
          body: sent.message().body,
          attachments: attachments as readonly MimePart[],
        },
        ...(answer && { response: wireResponse(answer) }),
        timings: { encode: encodeMs, total: performance.now() - startedAt },
      },
      answer?.attachments ?? [],
    );
  return { sent, tell };
}

function wireResponse({ status, headers, body, timing }: WholeAnswer): WireResponse {
  return { status, headers, body, timings: { connect: timing.connectMs, firstByte: timing.headersMs } };
}

function decodeOptionsOf(
  { addressing }: EncodedCall,
  { digits, raw }: ExchangeOptions,
): Pick<DecodeOptions, 'digits' | 'addressing' | 'raw'> {
  return { digits, ...defined({ raw, addressing }) };
}
