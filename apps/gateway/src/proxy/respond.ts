import { createHash } from 'node:crypto';
import { stringify, type Warning } from '@soapstone/json-xml-mapper';
import { problemBody } from '@soapstone/openapi-generator';
import { hideSecretsInJson } from '../catalog/hide-secrets.js';
import type { ServiceSecrets } from '../catalog/service-secrets.js';
import type { GatewayError } from './errors.js';
import type { ProxyRequest, ProxyResponse } from './http.js';

/** `meta` of the success body: the members of the specification, then ours, each only where it says something. */
export interface Meta {
  readonly service: string;
  readonly operation: string;
  readonly latencyMs: number;
  readonly cached: boolean;
  readonly dryRun?: true;
  readonly mock?: true;
  /** Declared response headers (HD-6), as JSON text in UTF-8. */
  readonly soapHeaders?: Uint8Array;
  /** TR-7. */
  readonly warnings?: readonly Warning[];
}

/** Headers of every JSON answer. No answer of the gateway is ever a page, a frame or a script. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
};

const RESULT = Buffer.from('{"result":');
const SOAP_HEADERS = Buffer.from(',"soapHeaders":');
const END = Buffer.from('}}');

/** The success body. `result` is JSON text that is copied as it is: no number of it goes through a double (NM-1). */
export function successBody(result: Uint8Array, meta: Meta): Uint8Array {
  const text = Buffer.from(metaMembers(meta));
  return meta.soapHeaders === undefined
    ? Buffer.concat([RESULT, result, text, END])
    : Buffer.concat([RESULT, result, text, SOAP_HEADERS, meta.soapHeaders, END]);
}

/** `meta` as far as it is text, open at its end. */
function metaMembers({ service, operation, latencyMs, cached, dryRun, mock, warnings }: Meta): string {
  let text = `,"meta":{"service":${JSON.stringify(service)},"operation":${JSON.stringify(operation)}`;
  text += `,"latencyMs":${latencyMs},"cached":${cached}`;
  if (dryRun === true) text += ',"dryRun":true';
  if (mock === true) text += ',"mock":true';
  if (warnings !== undefined) text += `,"warnings":${JSON.stringify(warnings)}`;
  return text;
}

/**
 * A success as a whole answer. An answer to a GET that may be used again for `left` milliseconds says so, with an entity tag
 * of its result: a client that has it already gets 304. `limits` are the rate-limit headers.
 */
export function successResponse(
  request: ProxyRequest,
  result: Uint8Array,
  meta: Meta,
  left: number,
  limits: Readonly<Record<string, string>>,
): ProxyResponse {
  if (left <= 0) {
    const headers = {
      ...limits,
      ...JSON_HEADERS,
      'X-Request-Id': request.id,
      'Cache-Control': 'private, no-store',
    };
    return { status: 200, headers, body: successBody(result, meta) };
  }
  // Weak: `meta` differs from answer to answer, and only the result is what a client compares.
  const etag = `W/"${createHash('sha256').update(result).digest('base64url')}"`;
  const headers = {
    ...limits,
    ...JSON_HEADERS,
    'X-Request-Id': request.id,
    'Cache-Control': `private, max-age=${Math.floor(left / 1000)}`,
    ETag: etag,
  };
  const known =
    request
      .header('if-none-match')
      ?.split(',')
      .some((tag) => tag.trim() === etag) ?? false;
  if (known) return { status: 304, headers, body: new Uint8Array() };
  return { status: 200, headers, body: successBody(result, meta) };
}

/** An error as a whole answer. An upstream may have echoed what it was shown: `secrets` are taken out of its texts. */
export function errorResponse(
  error: GatewayError,
  requestId: string,
  headers: Readonly<Record<string, string>>,
  secrets: ServiceSecrets = {},
): ProxyResponse {
  return {
    status: error.status,
    headers: {
      ...JSON_HEADERS,
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...headers,
      ...error.init.headers,
    },
    body: Buffer.from(hideSecretsInJson(stringify(problemBody(error.init, requestId)), secrets)),
  };
}
