import type { IncomingMessage } from 'node:http';
import { printEnvelope } from '../../../ws-security/src/testing/messages.js';
import type { TransportRequest, TransportResponse } from '../exchange.js';
import { asTransportError } from '../security-failure.js';
import { isTransportError, type TransportError } from '../transport-error.js';

export { printEnvelope };

/** A SOAP 1.1 request to `url`, with the changes of a test. */
export function soapRequest(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return {
    url,
    body: Buffer.from(printEnvelope('<ns1:Ping xmlns:ns1="urn:test"/>')),
    contentType: 'text/xml; charset=utf-8',
    soapVersion: '1.1',
    account: 'acme',
    ...more,
  };
}

/** The whole body of a response. */
export async function bytesOf(response: Pick<TransportResponse, 'body'>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The whole body of a response as UTF-8. */
export async function textOf(response: Pick<TransportResponse, 'body'>): Promise<string> {
  return (await bytesOf(response)).toString('utf8');
}

/** The whole body that a test server received. */
export async function receivedBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns the `TransportError` that `call` fails with, or the one for its `SecurityError`. Throws if it succeeds or fails otherwise. */
export async function failureOf(call: () => Promise<unknown>): Promise<TransportError> {
  try {
    await call();
  } catch (cause) {
    const error = asTransportError(cause);
    if (isTransportError(error)) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}
