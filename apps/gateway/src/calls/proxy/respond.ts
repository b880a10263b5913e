import { createHash } from 'node:crypto';
import {
  ANSWERS_HEADER,
  API_KEY_HEADER,
  DRY_RUN_HEADER,
  MOCK_HEADER,
  SOAP_HEADERS_HEADER,
} from '@soapstone/http-contract';
import { hideSecretsInJson } from '../../credentials/hide-secrets.js';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import {
  CONTENT_TYPE,
  errorResponse,
  isKnownTag,
  type JsonResponse,
  TRANSPORT_SECURITY,
} from '../../errors/error-response.js';
import type { GatewayError } from '../../errors/errors.js';
import { VERSION_ANNOUNCEMENT } from '../catalog/announce-deprecation.js';
import { ByteText, byteCharacters, utf8Characters } from './byte-text.js';
import type { Meta, ProxyRequest, ProxyResponse } from './http.js';
import type { CallTrail } from './layer.js';
import type { LimitTexts } from './limit-headers.js';

/** The request headers on which a response depends. Even in a client's own cache, a response for one key must not be used for another. */
const VARY = [API_KEY_HEADER, SOAP_HEADERS_HEADER, DRY_RUN_HEADER, MOCK_HEADER, 'Accept', 'Origin'].join(
  ', ',
);

/** The size up to which a body is joined as a string: larger ones are sent as bytes. */
const SHORT = 32 * 1024;

/** Writes the body `{result, meta}`. `result` is JSON text that is copied unchanged, so that no number passes through a double (NM-1). */
export function successBody(result: Uint8Array, meta: Meta): Uint8Array | ByteText {
  const end = `${utf8Characters(metaMembers(meta))}${soapHeadersOf(meta)}}}`;
  if (result.length + end.length < SHORT) return new ByteText(`{"result":${byteCharacters(result)}${end}`);
  return Buffer.concat([Buffer.from('{"result":'), result, Buffer.from(end, 'latin1')]);
}

function soapHeadersOf({ soapHeaders }: Meta): string {
  return soapHeaders === undefined ? '' : `,"soapHeaders":${byteCharacters(soapHeaders)}`;
}

/** Returns `meta` as JSON text, without its closing brace. */
function metaMembers({
  title,
  latencyMs,
  cached,
  dryRun,
  mock,
  replayed,
  recording,
  warnings,
}: Meta): string {
  let text = `,"meta":{${title},"latencyMs":${latencyMs},"cached":${cached}`;
  if (dryRun === true) text += ',"dryRun":true';
  if (mock === true) text += ',"mock":true';
  if (replayed === true) text += ',"replayed":true';
  if (recording === true) text += ',"recording":true';
  if (warnings !== undefined) text += `,"warnings":${JSON.stringify(warnings)}`;
  return text;
}

/**
 * Creates a success response. A cacheable GET response with `left` milliseconds of lifetime carries an entity tag of its result, and a
 * client that already has it gets 304. `limits` are the rate-limit headers.
 */
export function successResponse(
  request: ProxyRequest,
  result: Uint8Array,
  meta: Meta,
  left: number,
  limits: LimitTexts,
): ProxyResponse {
  const { headers, known } = freshness(request, result, left, limits);
  if (known) return { status: 304, headers, body: new Uint8Array() };
  return { status: 200, headers, body: successBody(result, meta) };
}

/** The headers of a success response, and whether the client already has a result that is reusable for `left` milliseconds. */
export function freshness(
  request: ProxyRequest,
  result: Uint8Array,
  left: number,
  limits: LimitTexts,
): { readonly headers: Record<string, string>; readonly known: boolean } {
  if (left <= 0) return { headers: successHeaders(limits, request.id, 'private, no-store'), known: false };
  // Weak, because `meta` differs between responses and only the result is compared.
  const etag = `W/"${createHash('sha256').update(result).digest('base64url')}"`;
  const headers = {
    ...successHeaders(limits, request.id, `private, max-age=${Math.floor(left / 1000)}`),
    ETag: etag,
    Vary: VARY,
  };
  return { headers, known: isKnownTag(request.header('if-none-match'), etag) };
}

/** Says in the headers of a response that its wide numbers are strings because the request asked for them (NM-2). */
function sayStrings({ headers, ...response }: ProxyResponse): ProxyResponse {
  const vary = { Vary: 'Accept, Origin', ...headers };
  // Problem details, and responses without a body.
  if (headers['Content-Type'] !== CONTENT_TYPE) return { ...response, headers: vary };
  const contentType = `${CONTENT_TYPE}; IEEE754Compatible=true`;
  return { ...response, headers: { ...vary, 'Content-Type': contentType } };
}

/** Adds the headers of every response to a call, which has no `meta` if it failed. */
export function announce(response: ProxyResponse, { numbers, answers, target }: CallTrail): ProxyResponse {
  let announced = numbers === undefined ? response : sayStrings(response);
  if (answers !== undefined) announced = withHeaders(announced, { [ANSWERS_HEADER]: answers });
  const filled = target?.fills?.headers ?? [];
  if (filled.length > 0) {
    const vary = [announced.headers['Vary'] ?? 'Origin', ...filled].join(', ');
    announced = withHeaders(announced, { Vary: vary });
  }
  const announcement = target === undefined ? VERSION_ANNOUNCEMENT : target.announcement;
  if (announcement === undefined) return announced;
  const { Link: link } = announced.headers;
  const joined =
    link === undefined ? undefined : [link, announcement['Link']].filter((each) => each !== undefined);
  return withHeaders(announced, { ...announcement, ...(joined && { Link: joined.join(', ') }) });
}

function withHeaders(response: ProxyResponse, headers: ProxyResponse['headers']): ProxyResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

const NO_HEADERS: Readonly<Record<string, string>> = {};
const NO_BODY = new Uint8Array();

/** Creates the success response to a tool call, with the parts from which its result is written. */
export function agentResponse(result: Uint8Array, meta: Meta): ProxyResponse {
  return { status: 200, headers: NO_HEADERS, body: NO_BODY, reply: { result, meta } };
}

/** Returns the body that the JSON API would send. */
export function printedBody({ body, reply }: ProxyResponse): Uint8Array {
  const printed = reply === undefined ? body : successBody(reply.result, reply.meta);
  return printed instanceof ByteText ? printed.bytes() : printed;
}

/** A single literal, because this runs for every call and object spreads cost several times as much. */
function successHeaders(
  { limit, remaining, reset, policy, state }: LimitTexts,
  requestId: string,
  cacheControl: string,
): Record<string, string> {
  return {
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': reset,
    'RateLimit-Policy': policy,
    RateLimit: state,
    'Content-Type': CONTENT_TYPE,
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': TRANSPORT_SECURITY,
    'X-Request-Id': requestId,
    'Cache-Control': cacheControl,
  };
}

/** Creates the error response to a call. An upstream may have echoed what it received, so `secrets` are removed from its texts. */
export function failedResponse(
  error: GatewayError,
  requestId: string,
  headers: Readonly<Record<string, string>>,
  secrets: ServiceSecrets = {},
): JsonResponse {
  return errorResponse(error, requestId, headers, (json) => hideSecretsInJson(json, secrets));
}
