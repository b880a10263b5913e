import { bytes, describeProblem } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import { SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import type { TransportResponse } from '../../exchange.js';
import { ByteStream } from '../../http/byte-stream.js';
import { invalidRequest, isTransportError, TransportError } from '../../transport-error.js';
import { credentialProfile, unusableMember } from '../credential-profile.js';
import { isDecrypter, needsAsync } from '../keys/key-holder.js';
import { requestEvidence } from '../request-evidence.js';
import { trustsCertificates } from '../verify-profile.js';
import { TREE_LIMITS, UnreadableXml } from '../xml/read-xml.js';
import { openAnywhere, type ResponseSecurity } from './open-response.js';
import { invalid, Refusal, refusedResponse } from './refusal.js';

/**
 * Undoes the security of a whole response: `openResponse`, or something that runs it in a thread. `account` is the one that made
 * the call, for a thread that serves accounts in turn. The call fails with whatever it throws.
 */
export type ResponseOpener = (
  envelope: Uint8Array,
  security: ResponseSecurity,
  account: string,
) => Uint8Array | Promise<Uint8Array>;

/**
 * Decrypts and verifies a complete response, and returns the envelope of what is signed. It takes about half a millisecond of CPU
 * time per kilobyte: where other work waits, run it in a thread and hand that to `createTransport` as `openResponse`. Throws
 * `TransportError`, whose code and message say why nothing is returned.
 *
 * @param envelope UTF-8, up to 4 MiB
 * @param security whom to trust, the key to decrypt with, and the evidence of the request
 *
 * @example
 * ```ts
 * const envelope = openResponse(bytes, { verify: { certificates } });
 * ```
 */
export function openResponse(envelope: Uint8Array, security: ResponseSecurity): Uint8Array {
  if (isDecrypter(security?.decryption?.privateKey)) throw needsAsync('openResponseAsync');
  return openMessage(envelope, security) as Uint8Array;
}

/**
 * Like `openResponse`, also with a `Decrypter`: resolves when it has decrypted.
 *
 * @example
 * ```ts
 * const envelope = await openResponseAsync(bytes, { decryption: { privateKey: kmsDecrypter }, verify: { certificates } });
 * ```
 */
export async function openResponseAsync(
  envelope: Uint8Array,
  security: ResponseSecurity,
): Promise<Uint8Array> {
  return await openMessage(envelope, security);
}

/** `openResponse`, or `openResponseAsync` for a profile with a `Decrypter`. */
export function openMessage(
  envelope: Uint8Array,
  security: ResponseSecurity,
): Uint8Array | Promise<Uint8Array> {
  const [problem] = bytes(envelope);
  if (problem !== undefined) throw invalidRequest(describeProblem('openResponse', problem));
  // Anything but an object has no members to take out; the check below rejects it.
  if (typeof security !== 'object' || security === null)
    throw unusableMember(credentialProfile(security)[0] ?? { path: '', expected: 'an object' });
  const { request, ...profile } = security;
  const [unusable] = credentialProfile(profile);
  if (unusable !== undefined) throw unusableMember(unusable);
  const [wrong] = request === undefined ? [] : requestEvidence(request);
  if (wrong !== undefined) throw invalidRequest(describeProblem('openResponse', wrong));
  if (profile.verify !== undefined && request?.session === undefined && !trustsCertificates(profile.verify)) {
    const expected = 'expected authorities or certificates: its request has no session key';
    throw invalidRequest(describeProblem('openResponse', { path: '/verify', expected }));
  }
  const fail = (error: unknown): never => {
    if (error instanceof Refusal) throw refusedResponse(error);
    if (error instanceof UnreadableXml) throw unreadable(error.message);
    throw error;
  };
  try {
    const opened = openAnywhere(envelope, security, Date.now());
    return opened instanceof Promise ? opened.catch(fail) : opened;
  } catch (error) {
    return fail(error);
  }
}

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
    if (whole.length === 0) return { ...response, body: bodyOf(whole) };
    if ((await response.attachments()).length > 0) {
      throw invalid('the response has attachments, whose signature cannot be checked');
    }
    const { verify, decryption, request } = security;
    const opened = await open(whole, { verify, decryption, ...defined({ request }) }, account);
    return {
      ...response,
      multipart: false,
      contentType: contentTypeOf(opened),
      body: bodyOf(opened),
      attachments: () => Promise.resolve([]),
    };
  } catch (error) {
    if (error instanceof Refusal) throw refusedResponse(error, status);
    if (isTransportError(error) && error.upstreamStatus === undefined && error.code !== 'INVALID_REQUEST') {
      throw new TransportError({
        ...error,
        message: error.message,
        answer: error.answer,
        upstreamStatus: status,
      });
    }
    throw error;
  }
}

async function readAll({ body, status }: TransportResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > TREE_LIMITS.bytes) {
      throw unreadable(`it is larger than ${TREE_LIMITS.bytes} bytes, the most that is verified`, status);
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

function unreadable(why: string, status?: number): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'read-response',
    message: `cannot check the security of the response: ${why}`,
    upstreamStatus: status,
  });
}
