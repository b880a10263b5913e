import type { SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import { isResponseError, ResponseError } from '@soapstone/json-xml-mapper';
import type { CallSignal, Transport, TransportRequest } from '@soapstone/soap-transport';
import { GatewayError } from './errors.js';
import type { Target } from './resolve.js';

/** What one exchange with the upstream needs. */
export interface Exchange {
  readonly target: Target;
  readonly request: SoapRequest;
  readonly accountId: string;
  /** Milliseconds for everything. */
  readonly deadline: number;
  readonly responseBytes: number;
  readonly signal: CallSignal;
}

const EMPTY_RESULT = new TextEncoder().encode('{}');
const NO_ATTACHMENTS: readonly never[] = [];

/**
 * Send the envelope and decode the answer while it arrives. A fault is a value (BD-2). Throws `TransportError`,
 * `ResponseError`, or `UPSTREAM_BAD_RESPONSE` where an error status carries no fault (FL-3).
 */
export async function exchange(transport: Transport, exchange: Exchange): Promise<SoapReplyText> {
  const { target, signal } = exchange;
  const { operation } = target;
  const response = await transport.send(message(exchange), signal);
  const { status, contentType } = response;
  // What xop:Include refers to is needed before the envelope.
  const attachments = response.multipart ? await response.attachments() : NO_ATTACHMENTS;
  const decoder = operation.createDecoder(
    contentType === undefined ? { attachments } : { contentType, attachments },
  );
  let reply: SoapReplyText;
  let bytes = 0;
  try {
    for await (const chunk of response.body) {
      bytes += chunk.length;
      decoder.write(chunk);
    }
    // BD-5: for a one-way operation the status is the answer.
    if (bytes === 0 && operation.info.oneWay && status < 300) {
      return { kind: 'result', result: EMPTY_RESULT, warnings: [] };
    }
    reply = decoder.end();
  } catch (error) {
    if (!isResponseError(error) || status < 400) throw error;
    throw badStatus(status, error);
  }
  if (reply.kind === 'result' && status >= 300) {
    throw badStatus(status, new ResponseError({ code: 'NOT_SOAP', message: 'an envelope without a fault' }));
  }
  return reply;
}

/** Member by member: it is made for every call, and copies with and without members would be most of what it costs. */
function message({ target, request, accountId, deadline, responseBytes }: Exchange): TransportRequest {
  const { operation, port, service } = target;
  const sent: { -readonly [Key in keyof TransportRequest]: TransportRequest[Key] } = {
    url: target.address,
    body: request.body,
    contentType: request.contentType,
    soapVersion: operation.info.soapVersion,
    attachments: request.attachments,
    account: accountId,
    deadlineMs: deadline,
    maxResponseBytes: responseBytes,
  };
  const { credentials } = service.secrets;
  if (request.soapAction !== undefined) sent.soapAction = request.soapAction;
  if (port?.mtom === 'required') sent.packaging = 'mtom';
  if (credentials !== undefined) sent.credentials = credentials;
  return sent;
}

function badStatus(status: number, cause: ResponseError): GatewayError {
  return new GatewayError({
    type: 'UPSTREAM_ERROR',
    code: 'UPSTREAM_BAD_RESPONSE',
    message: `The SOAP service answered with HTTP ${status} and no SOAP fault: ${cause.message}`,
    upstreamStatus: status,
    sent: true,
    cause,
  });
}
