import type { EncodeOptions, SoapRequest } from '@soapstone/json-xml-mapper';
import type { ExchangeInfo } from '@soapstone/json-xml-mapper/internal';
import { defined } from '@soapstone/options/defined';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type { TransportRequest, TransportResponse } from '@soapstone/soap-transport/fetch';
import type { CredentialProfile } from '@soapstone/ws-security/web';
import {
  addressingOf,
  type CallEnvelope,
  type CalledPort,
  envelopeOf,
  type HeaderBlocks,
  type MessageSettings,
  usesMtom,
} from './headers.js';

/** A call before its input is encoded. */
export interface UnsentCall {
  readonly info: Pick<ExchangeInfo, 'inputAction' | 'signed' | 'soapVersion'>;
  readonly port: CalledPort | undefined;
  /** The address that is called. */
  readonly url: string;
  readonly settings: MessageSettings;
  readonly credentials: CredentialProfile | undefined;
  /** The additions of the call to its input: header blocks as JSON, values to fill in, digits. */
  readonly added: EncodeOptions;
  /** Parts to send after those of the input. */
  readonly parts?: TransportRequest['attachments'];
  /** The transport's arguments besides the message. */
  readonly sending: Pick<
    TransportRequest,
    'compatibility' | 'deadlineMs' | 'headers' | 'lenientHttp' | 'maxResponseBytes'
  >;
}

/** The steps of a call that depend on the runtime, and on the form of its input. */
export interface EncodeSteps {
  /** Prints header blocks. Called only if there may be some. */
  readonly headerBlocks: (blocks: HeaderBlocks) => string[] | Promise<string[]>;
  /** Writes the envelope. */
  readonly encode: (options: EncodeOptions) => SoapRequest | Promise<SoapRequest>;
}

/** A message whose envelope may be shown to users. */
export interface CallMessage extends TransportRequest {
  readonly body: Bytes;
}

/** A call that can be sent, and what is needed later to read its response. */
export interface EncodedCall {
  readonly message: CallMessage;
  /** The WS-Addressing that the response is checked against (WA-4), if the request has any. */
  readonly addressing: CallEnvelope['addressing'];
  /** When the call began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** How long header blocks and envelope took, in milliseconds. */
  readonly encodeMs: number;
}

/**
 * Writes the message of a call: its header blocks, its envelope, its packing.
 *
 * @param startedAt when the call began. Default: now.
 * @throws what the steps throw
 *
 * @example
 * ```ts
 * const call = await encodeCall({ info, port, url, settings, credentials, added: {}, sending: {} }, {
 *   headerBlocks,
 *   encode: (options) => operation.encodeJson(json, options),
 * });
 * ```
 */
export async function encodeCall(
  { info, port, url, settings, credentials, added, parts = [], sending }: UnsentCall,
  { headerBlocks, encode }: EncodeSteps,
  startedAt: number = performance.now(),
): Promise<EncodedCall> {
  const { soapVersion } = info;
  const addressing = addressingOf(port, settings, info, url);
  const blocks =
    (addressing ?? credentials) === undefined
      ? []
      : await headerBlocks({ soapVersion, addressing, security: credentials });
  const envelope = envelopeOf(port, settings, added, addressing, blocks);
  const request = await encode(envelope.options);
  const packaging = usesMtom(port, settings) ? ('mtom' as const) : undefined;
  const message: CallMessage = {
    ...request,
    url,
    soapVersion,
    attachments: [...request.attachments, ...parts],
    account: '',
    ...defined({ ...sending, packaging, credentials, signed: info.signed }),
  };
  return {
    message,
    addressing: envelope.addressing,
    startedAt,
    encodeMs: performance.now() - startedAt,
  };
}

/** A message on its way. */
export interface SentCall {
  readonly response: Promise<TransportResponse>;
  /** Returns the message as it was sent: with the envelope that was signed and encrypted. */
  message(): CallMessage;
}

/**
 * Sends a message, and remembers the envelope that left.
 *
 * @example
 * ```ts
 * const sent = sendCall(transport, message, AbortSignal.timeout(5_000));
 * const response = await sent.response;
 * console.log(sent.message().body);
 * ```
 */
export function sendCall<Signal>(
  transport: { send(request: TransportRequest, signal?: Signal): Promise<TransportResponse> },
  message: CallMessage,
  signal?: Signal,
): SentCall {
  let sent = message;
  const onEnvelope = (body: Uint8Array): void => {
    sent = { ...message, body: body as Bytes };
  };
  return {
    response: transport.send(
      { ...message, ...((message.credentials ?? message.signed) && { onEnvelope }) },
      signal,
    ),
    message: () => sent,
  };
}
