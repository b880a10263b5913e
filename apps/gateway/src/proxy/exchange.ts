import type { SoapReplyText, SoapRequest } from '@soapstone/json-xml-mapper';
import { isResponseError, ResponseError } from '@soapstone/json-xml-mapper';
import type { CallSignal, Transport } from '@soapstone/soap-transport';
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

/**
 * Send the envelope and decode the answer while it arrives. A fault is a value (BD-2). Throws `TransportError`,
 * `ResponseError`, or `UPSTREAM_BAD_RESPONSE` where an error status carries no fault (FL-3).
 */
export async function exchange(transport: Transport, exchange: Exchange): Promise<SoapReplyText> {
  const { target, request, accountId, deadline, responseBytes, signal } = exchange;
  const { operation, port } = target;
  const { credentials } = target.service.secrets;
  const response = await transport.send(
    {
      url: target.address,
      body: request.body,
      contentType: request.contentType,
      ...(request.soapAction === undefined ? {} : { soapAction: request.soapAction }),
      soapVersion: operation.info.soapVersion,
      attachments: request.attachments,
      ...(port?.mtom === 'required' ? { packaging: 'mtom' } : {}),
      ...(credentials === undefined ? {} : { credentials }),
      account: accountId,
      deadlineMs: deadline,
      maxResponseBytes: responseBytes,
    },
    signal,
  );
  const { status, contentType } = response;
  // Empty at once where the answer is no multipart message; else what xop:Include refers to is needed before the envelope.
  const attachments = await response.attachments();
  const decoder = operation.createDecoder({
    ...(contentType === undefined ? {} : { contentType }),
    attachments,
  });
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
