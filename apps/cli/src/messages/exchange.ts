import { randomBytes } from 'node:crypto';
import { badStatusProblem } from '@soapstone/http-contract';
import {
  type CompiledOperation,
  isResponseError,
  type JsonObject,
  type MimePart,
  type SoapReply,
} from '@soapstone/json-xml-mapper';
import {
  addressingHeaders,
  type CallSignal,
  type CredentialProfile,
  createMessageId,
  securityHeaders,
  type Transport,
} from '@soapstone/soap-transport';
import type { Port } from '@soapstone/wsdl-parser';
import { CliError, usageError } from '../errors.js';
import { EXIT } from '../exit-code.js';

/** Where and how an operation is called. */
export interface ExchangeOptions {
  /** The address of the SOAP server (default: from the WSDL). */
  readonly endpoint?: string | undefined;
  readonly credentials?: CredentialProfile | undefined;
  /** The port of the operation, which may ask for WS-Addressing or MTOM. */
  readonly port?: Port | undefined;
  readonly deadlineMs?: number | undefined;
  /** Ends the call when it aborts. */
  readonly signal?: CallSignal | undefined;
}

/** The result of a call. */
export interface ExchangeResult {
  readonly reply: SoapReply;
  readonly status: number;
  /** Parts that came beside the envelope. */
  readonly attachments: readonly MimePart[];
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
  const { credentials, port } = options;
  const url = options.endpoint ?? info.address;
  if (url === undefined) throw usageError('the WSDL has no address: --endpoint sets one');
  const context = { soapVersion: info.soapVersion, now: new Date(), random: randomBytes };
  const messageId = port?.addressing === 'required' ? createMessageId(randomBytes) : undefined;
  const extraHeaders = [
    ...(messageId === undefined
      ? []
      : addressingHeaders({ action: info.inputAction, to: url, messageId }, context)),
    ...securityHeaders(credentials, context),
  ];
  const request =
    input instanceof Uint8Array
      ? operation.encodeJson(input, { extraHeaders })
      : operation.toXml(input, { extraHeaders });
  const response = await transport.send(
    {
      url,
      body: request.body,
      contentType: request.contentType,
      ...(request.soapAction === undefined ? {} : { soapAction: request.soapAction }),
      soapVersion: info.soapVersion,
      attachments: request.attachments,
      ...(port?.mtom === 'required' ? { packaging: 'mtom' as const } : {}),
      ...(credentials === undefined ? {} : { credentials }),
      account: '',
      ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    },
    options.signal,
  );
  const { status, contentType } = response;
  const attachments = await response.attachments();
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  // BD-5: for a one-way operation the status is the result.
  if (body.length === 0 && info.oneWay && status < 300) {
    const result = Object.create(null) as JsonObject;
    return { status, attachments, reply: { kind: 'result', result, warnings: [] } };
  }
  let reply: SoapReply;
  try {
    reply = operation.fromXml(body, {
      attachments,
      contentType,
      ...(messageId === undefined ? {} : { addressing: { messageId } }),
    });
  } catch (error) {
    if (!isResponseError(error) || status < 400) throw error;
    throw badStatus(status, error.message);
  }
  if (reply.kind === 'fault' || status < 300) return { status, reply, attachments };
  throw badStatus(status, 'an envelope without a fault');
}

function badStatus(status: number, why: string): CliError {
  const { code, message } = badStatusProblem(status, why);
  return new CliError({ code, message, exitCode: EXIT.upstream });
}
