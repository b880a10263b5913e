import { isUtf8 } from 'node:buffer';
import { type JsonObject, MappingError, parseJson, stringify } from '@soapstone/json-xml-mapper';
import { badRequest } from '../../errors/errors.js';
import type { ProxyRequest } from './http.js';

/** The maximum length of `X-SOAP-Headers`, in bytes (HD-2). */
const SOAP_HEADERS_BYTES = 8 * 1024;
const EMPTY_OBJECT = new TextEncoder().encode('{}');

/**
 * Reads the JSON text of a POST: `application/json` in UTF-8 without a content coding, at most `limit` bytes; an empty body is `{}` (VE-7).
 * The content is validated later, when it is encoded. Throws `VALIDATION_ERROR`.
 */
export function readJsonBody(request: ProxyRequest, limit: number): Promise<Uint8Array> {
  assertJsonContent(request);
  return request.readBody(limit).then(checkedBody);
}

function checkedBody(body: Uint8Array): Uint8Array {
  if (body.length === 0) return EMPTY_OBJECT;
  if (!isUtf8(body))
    throw badRequest('INVALID_JSON', `The body is not UTF-8: bad bytes at offset ${badOffset(body)}`);
  return body;
}

function assertJsonContent(request: ProxyRequest): void {
  const contentType = request.header('content-type');
  if (contentType === 'application/json' && request.header('content-encoding') === undefined) return;
  const [mediaType = '', ...parameters] = (contentType ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (mediaType !== 'application/json') {
    const given =
      contentType === undefined ? 'none was sent' : `not ${JSON.stringify(contentType.slice(0, 100))}`;
    throw badRequest('UNSUPPORTED_MEDIA', `Content-Type must be application/json: ${given}`);
  }
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim() === 'charset' && !['utf-8', 'utf8'].includes(value.trim().replace(/^"(.*)"$/, '$1'))) {
      throw badRequest('UNSUPPORTED_MEDIA', 'The charset of application/json must be utf-8');
    }
  }
  const coding = request.header('content-encoding');
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    throw badRequest('UNSUPPORTED_MEDIA', 'The body must be sent without a content encoding');
  }
}

/** Reads the header blocks in `X-SOAP-Headers` (HD-2); undefined if it was not sent. Throws `VALIDATION_ERROR` at `/$headers`. */
export function readSoapHeaders(request: ProxyRequest): JsonObject | undefined {
  const text = request.header('x-soap-headers');
  if (text === undefined) return undefined;
  // Node returns header bytes as Latin-1, one character per byte.
  if (text.length > SOAP_HEADERS_BYTES) {
    throw headerProblem('limit', `X-SOAP-Headers is longer than ${SOAP_HEADERS_BYTES} bytes`);
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw headerProblem('json', 'X-SOAP-Headers is not JSON text');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw headerProblem('type', 'X-SOAP-Headers must be a JSON object');
  }
  return value as JsonObject;
}

/**
 * Returns the input and the header blocks of a request as text that is equal for equal ones, regardless of their order and spelling.
 */
export function cacheInput(canonical: string, headers: JsonObject | undefined): string {
  return JSON.stringify([canonical, stringify(headers ?? null)]);
}

function headerProblem(keyword: 'limit' | 'json' | 'type', message: string): MappingError {
  return new MappingError({ code: 'VALIDATION', errors: [{ path: '/$headers', keyword, message }] });
}

/** Returns the offset of the first byte that is not UTF-8: where decoding produces a U+FFFD that the bytes do not contain. */
function badOffset(body: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  let offset = 0;
  let from = 0;
  for (;;) {
    const at = text.indexOf('\uFFFD', from);
    offset += Buffer.byteLength(text.slice(from, at));
    if (body[offset] !== 0xef || body[offset + 1] !== 0xbf || body[offset + 2] !== 0xbd) return offset;
    offset += 3;
    from = at + 1;
  }
}
