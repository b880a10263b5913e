import type {
  CompiledOperation,
  DecodeOptions,
  Digits,
  FillSource,
  JsonObject,
  MimePart,
  SoapReply,
} from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { addressingOf, envelopeOf, usesMtom, type WhenSent } from '@soapstone/soap-call';
import { headerBlocks } from '@soapstone/soap-call/node';
import type { CallSignal, Transport, TransportResponse } from '@soapstone/soap-transport';
import { BodyStart } from '@soapstone/soap-transport/internal/answer';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { Port } from '@soapstone/wsdl-parser';
import { usageError } from '../errors/errors.js';
import type { ChosenAddressing } from '../options/addressing-options.js';
import { explainingAnswer } from './unusable-answer.js';

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
  const { info } = operation;
  const sent = sendRequest(transport, operation, input, options);
  const { response, contentType, attachments } = await receive(sent.answer).catch((error: unknown) => {
    sent.tell(undefined, []);
    throw error;
  });
  sent.tell(response, attachments);
  const { status, body } = response;
  // BD-5: for a one-way operation the status is the result.
  if (body.length === 0 && info.oneWay && status < 300) {
    const result = Object.create(null) as JsonObject;
    return { status, attachments, reply: { kind: 'result', result, warnings: [] } };
  }
  const start = new BodyStart();
  start.take(body);
  const answer = { status, headers: response.headers, ...start.taken() };
  const reply = explainingAnswer(answer, options.credentials, () =>
    operation.fromXml(body, { attachments, contentType, ...sent.decodeOptions }),
  );
  return { status, reply, attachments };
}

/** A request that was sent, and what is needed to read its response. */
export interface SentRequest {
  readonly answer: Promise<TransportResponse>;
  readonly decodeOptions: Pick<DecodeOptions, 'digits' | 'addressing' | 'raw'>;
  /** Calls `onExchange`. */
  tell(response: WireResponse | undefined, attachments: readonly MimePart[]): void;
}

/**
 * Encodes and sends a request.
 *
 * @throws {MappingError} if the input does not match
 */
export function sendRequest(
  transport: Transport,
  operation: CompiledOperation,
  input: Uint8Array | JsonObject,
  options: ExchangeOptions,
): SentRequest {
  const { info } = operation;
  const { credentials, port, digits, session } = options;
  const startedAt = performance.now();
  const url = session?.endpoint ?? options.endpoint ?? info.address;
  if (url === undefined) throw usageError('the WSDL has no address: --endpoint sets one');
  const sentAddressing = addressingOf(port, options, info, url);
  const blocks = headerBlocks({
    soapVersion: info.soapVersion,
    addressing: sentAddressing,
    security: credentials,
  });
  const added = { digits, ...(session && { fills: session.fills }) };
  const { options: encodeOptions, addressing } = envelopeOf(port, options, added, sentAddressing, blocks);
  const request =
    input instanceof Uint8Array
      ? operation.encodeJson(input, encodeOptions)
      : operation.toXml(input, encodeOptions);
  const encodedAt = performance.now();
  let envelope: Uint8Array = request.body;
  const answer = transport.send(
    {
      url,
      body: request.body,
      contentType: request.contentType,
      ...defined({ soapAction: request.soapAction }),
      soapVersion: info.soapVersion,
      attachments: request.attachments,
      ...(usesMtom(port, options) && { packaging: 'mtom' as const }),
      ...defined({ credentials, headers: session?.headers }),
      account: '',
      ...defined({ deadlineMs: options.deadlineMs, maxResponseBytes: options.maxResponseBytes }),
      onEnvelope: (sent) => {
        envelope = sent;
      },
    },
    options.signal,
  );
  const tell: SentRequest['tell'] = (response, attachments) =>
    options.onExchange?.(
      {
        url,
        request: {
          headers: {
            'Content-Type': request.contentType,
            ...defined({ SOAPAction: request.soapAction }),
            ...credentials?.headers,
          },
          body: envelope,
          attachments: request.attachments,
        },
        ...defined({ response }),
        timings: { encode: encodedAt - startedAt, total: performance.now() - startedAt },
      },
      attachments,
    );
  return {
    answer,
    decodeOptions: {
      digits,
      ...defined({ raw: options.raw, addressing }),
    },
    tell,
  };
}

/** Reads a response to its end. */
async function receive(sending: Promise<TransportResponse>): Promise<{
  readonly response: WireResponse;
  readonly contentType: string | undefined;
  readonly attachments: readonly MimePart[];
}> {
  const { status, headers, contentType, timing, ...incoming } = await sending;
  const attachments = await incoming.attachments();
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming.body) chunks.push(chunk);
  const timings = { connect: timing.connectMs, firstByte: timing.headersMs };
  return { response: { status, headers, body: Buffer.concat(chunks), timings }, contentType, attachments };
}
