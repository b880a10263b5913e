import { defined } from '@soapstone/options/defined';
import { SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import type { ResponseSecurity } from '@soapstone/ws-security';
import { TREE_LIMITS } from '@soapstone/ws-security/internal/profile';
import type { TransportResponse } from '../exchange.js';
import { ByteStream } from '../http/byte-stream.js';
import type { ResponseOpener } from '../message-security/message-security.js';
import { asTransportError } from '../security-failure.js';
import { isTransportError, TransportError } from '../transport-error.js';

/**
 * Reads a response to its end, checks its security, and returns it with what was checked as its body. Throws `TransportError`; then
 * nothing of the response is returned. An empty response, as to a one-way operation, has nothing to check.
 */
export async function receive(
  answer: TransportResponse | Promise<TransportResponse>,
  security: ResponseSecurity,
  account: string,
  open: ResponseOpener,
): Promise<TransportResponse> {
  const response = await answer;
  const { status } = response;
  try {
    const whole = await readAll(response);
    const { parts: _, ...answered } = response;
    if (whole.length === 0) return { ...answered, body: bodyOf(whole) };
    if ((await response.attachments()).length > 0) {
      throw new TransportError({
        code: 'RESPONSE_SIGNATURE_INVALID',
        phase: 'read-response',
        message: 'the response has attachments, whose signature cannot be checked',
      });
    }
    const { verify, decryption, request } = security;
    const opened = await open(whole, { verify, decryption, ...defined({ request }) }, account);
    return {
      ...answered,
      multipart: false,
      contentType: contentTypeOf(opened),
      body: bodyOf(opened),
      attachments: () => Promise.resolve([]),
    };
  } catch (error) {
    const failure = asTransportError(error);
    if (
      !isTransportError(failure) ||
      failure.upstreamStatus !== undefined ||
      failure.code === 'INVALID_REQUEST'
    ) {
      throw failure;
    }
    throw new TransportError({
      ...failure,
      message: failure.message,
      answer: failure.answer,
      cause: failure.cause,
      upstreamStatus: status,
    });
  }
}

async function readAll({ body, status }: TransportResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > TREE_LIMITS.bytes) {
      throw new TransportError({
        code: 'UPSTREAM_BAD_RESPONSE',
        phase: 'read-response',
        message: `cannot check the security of the response: it is larger than ${TREE_LIMITS.bytes} bytes, the most that is verified`,
        upstreamStatus: status,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A body that has arrived completely. */
function bodyOf(bytes: Uint8Array): ByteStream {
  const stream = new ByteStream({ pause() {}, resume() {}, abandon() {} });
  if (bytes.length > 0) stream.push(bytes);
  stream.end();
  return stream;
}

/** The content type of the text that was written here, regardless of the headers of the response. */
function contentTypeOf(envelope: Uint8Array): string {
  const start = Buffer.from(envelope.subarray(0, 200)).toString('latin1');
  return start.includes(`"${SOAP12_ENVELOPE}"`)
    ? 'application/soap+xml; charset=utf-8'
    : 'text/xml; charset=utf-8';
}
