import { randomUUID } from 'node:crypto';
import { createMultipartMessage } from '@soapstone/mime';
import type { OpenedRequest } from '@soapstone/ws-security/service';
import { faultEnvelope, type SoapVersion, upgradeBlock } from '../fault/fault-envelope.js';
import type { Refusal } from '../fault/refusal.js';
import type { EnvelopeHead } from '../request/envelope-head.js';
import type { HttpReply } from '../request/http-message.js';
import type { RequestMessage } from '../request/read-request.js';
import { fitsXop, type MtomMode, packsResponse } from '../service/packing.js';
import { addressingBlocks, refusalAction } from './addressing-blocks.js';
import type { Answer } from './answer-call.js';

/** The facts about the sender of a rejected message. */
export interface KnownCaller {
  readonly head: EnvelopeHead | undefined;
  /** The SOAP version that the media type implies. */
  readonly spoken: SoapVersion;
  /** The request, if it passed the security checks: the response is then secured too. */
  readonly opened?: OpenedRequest | undefined;
}

/**
 * Creates the fault response for a rejected message. For an unsupported version it names the supported ones (SOAP 1.2 Appendix A).
 */
export async function refusalResponse(
  refusal: Refusal,
  { versions, head, spoken, opened }: KnownCaller & { readonly versions: ReadonlySet<SoapVersion> },
): Promise<Response> {
  const isMismatch = refusal.code === 'VersionMismatch';
  const version = isMismatch ? mismatchVersion(versions, head) : (head?.version ?? spoken);
  const headers = [
    ...(isMismatch ? [upgradeBlock(versions)] : []),
    ...addressingBlocks(head?.addressing, refusalAction(refusal, head?.addressing)),
  ];
  const status = faultStatus(version, refusal.code === 'Sender');
  const text = faultEnvelope(version, refusal, headers);
  const body = opened === undefined ? text : await opened.secureResponse(new TextEncoder().encode(text));
  return textResponse(status, contentTypeOf(version), body);
}

/** SOAP 1.2 Appendix A: a SOAP 1.1 caller gets a SOAP 1.1 fault; any other, a fault in the newest served version. */
function mismatchVersion(versions: ReadonlySet<SoapVersion>, head: EnvelopeHead | undefined): SoapVersion {
  return head?.version === '1.1' || !versions.has('1.2') ? '1.1' : '1.2';
}

/** SOAP 1.1 §6.2 has one status for faults; SOAP 1.2 Part 2 §7.5.2.2 requires 400 for a fault of the sender. */
function faultStatus(version: SoapVersion, isSender: boolean): number {
  return version === '1.2' && isSender ? 400 : 500;
}

/**
 * Creates the response to a call.
 *
 * @param opened the request, if the service has security
 * @throws if a secured response has attachments
 */
export async function respond(
  { served, message, fault }: Answer,
  { isXop, mtom }: Pick<RequestMessage, 'isXop'> & { readonly mtom: MtomMode },
  opened?: OpenedRequest,
): Promise<Response | HttpReply> {
  if (message === undefined) return new Response(null, { status: 202 });
  const status = fault === undefined ? 200 : faultStatus(served.port.soapVersion, fault === 'Sender');
  const body = opened === undefined ? message.body : await opened.secureResponse(message.body);
  if (body !== message.body && message.attachments.length > 0)
    throw new Error('the response has attachments, which cannot be signed or encrypted');
  const isPacked = packsResponse(mtom, served, isXop) && fitsXop(message.attachments);
  const packaging = isPacked ? 'mtom' : 'swa';
  if (packaging === 'swa' && message.attachments.length === 0) {
    return { status, contentType: message.contentType, body };
  }
  const { contentType, pieces } = createMultipartMessage({
    envelope: body,
    contentType: message.contentType,
    packaging,
    attachments: message.attachments,
    boundary: `soapstone-${randomUUID()}`,
  });
  return new Response(new Blob(pieces as (Uint8Array<ArrayBuffer> | Blob)[]), {
    status,
    headers: { 'content-type': contentType },
  });
}

function contentTypeOf(version: SoapVersion): string {
  return version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
}

/** Creates a plain-text response for people, because the request was not SOAP. */
export function plainResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return textResponse(status, 'text/plain; charset=utf-8', `${message}\n`, headers);
}

export function textResponse(
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body as string | Uint8Array<ArrayBuffer>, {
    status,
    headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
  });
}

/** The statuses whose responses have no body (Fetch, null body status). */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Creates a response with the given bytes. */
export function bytesResponse(
  status: number,
  body: Uint8Array,
  headers: Headers | Readonly<Record<string, string>>,
): Response {
  const content = WITHOUT_BODY.has(status) || body.length === 0 ? null : (body as Uint8Array<ArrayBuffer>);
  return new Response(content, { status, headers });
}
