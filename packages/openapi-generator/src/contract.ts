/**
 * The public HTTP contract of the gateway as OpenAPI: success body, error body, rate-limit headers, security scheme. Names, statuses
 * and texts come from `@soapstone/http-contract`.
 */

import {
  API_KEY_HEADER,
  ERROR_STATUS,
  RATE_LIMIT_HEADERS,
  SHARED_RESPONSES,
  UPSTREAM_CODES,
} from '@soapstone/http-contract';
import type { JsonSchema } from '@soapstone/json-xml-mapper';
import type {
  HeaderObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
  SecuritySchemeObject,
} from 'openapi3-ts/oas31';

/** OA-2. */
export const SECURITY_SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  ApiKeyAuth: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
};

/** The rate-limit headers as components. */
export function rateLimitHeaders(): Record<string, HeaderObject> {
  const headers: Record<string, HeaderObject> = {};
  for (const [name, description] of Object.entries(RATE_LIMIT_HEADERS)) {
    const schema: SchemaObject = name.endsWith('-Reset')
      ? { type: 'string', format: 'date-time' }
      : { type: 'integer' };
    headers[name] = { description, required: true, schema };
  }
  return headers;
}

const RETRY_AFTER: HeaderObject = {
  description: 'Seconds after which the call may be repeated.',
  schema: { type: 'integer', minimum: 0 },
};

/** Headers that every response refers to. */
export function rateLimitHeaderReferences(): Record<string, ReferenceObject> {
  const references: Record<string, ReferenceObject> = {};
  for (const name of Object.keys(RATE_LIMIT_HEADERS)) {
    references[name] = { $ref: `#/components/headers/${name}` };
  }
  return references;
}

/** `meta` of a success body. Open, because a version may add members (OA-4). */
export function metaSchema(warning: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['service', 'operation', 'latencyMs', 'cached'],
    properties: {
      service: { type: 'string', description: 'The slug of the service.' },
      operation: { type: 'string', description: 'The operation that was called.' },
      latencyMs: { type: 'integer', minimum: 0, description: 'Duration of the call in milliseconds.' },
      cached: { type: 'boolean', description: 'True where the result is a stored one.' },
      warnings: {
        type: 'array',
        maxItems: 20,
        items: warning,
        description: 'Where the answer of the SOAP service deviates from its own description.',
      },
    },
  };
}

/** `meta` of an example (OA-8). */
export function exampleMeta(service: string, operation: string): unknown {
  return { service, operation, latencyMs: 87, cached: false };
}

/** An entry of `meta.warnings` (TR-7). */
export function warningSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'path', 'message'],
    properties: {
      code: { type: 'string' },
      path: { type: 'string', description: 'JSON Pointer into `result`.' },
      message: { type: 'string' },
    },
  };
}

/** The success body of an operation (OA-4). `soapHeaders` are the declared response header blocks (HD-6). */
export function successBodySchema(
  result: JsonSchema,
  meta: JsonSchema,
  soapHeaders?: JsonSchema,
): JsonSchema {
  const metaOfOperation: JsonSchema =
    soapHeaders === undefined ? meta : { allOf: [meta, { type: 'object', properties: { soapHeaders } }] };
  return {
    type: 'object',
    required: ['result', 'meta'],
    properties: { result, meta: metaOfOperation },
  };
}

/** An error body (VE-2): the members that every error has, and `more` of these types. */
function errorSchema(
  types: readonly string[],
  more: Readonly<Record<string, JsonSchema>>,
  codes = 'A finer code than `type`.',
): JsonSchema {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['type', 'message'],
        properties: {
          type: { type: 'string', enum: [...types] },
          message: { type: 'string' },
          code: { type: 'string', description: codes },
          requestId: { type: 'string' },
          ...more,
        },
      },
    },
  };
}

/** The error body of every response but 502 (VE-2). */
export function errorBodySchema(): JsonSchema {
  const detail: JsonSchema = {
    type: 'object',
    required: ['path', 'keyword', 'message'],
    properties: {
      path: { type: 'string', description: 'JSON Pointer into the request.' },
      keyword: { type: 'string' },
      message: { type: 'string' },
      expected: { description: 'What would have been right.' },
      parameter: { type: 'string', description: 'The query parameter, as it was sent.' },
    },
  };
  return errorSchema(Object.keys(ERROR_STATUS), {
    truncated: { type: 'boolean', description: 'There are more problems than `details` lists.' },
    details: { type: 'array', items: detail },
  });
}

/** A declared fault of an operation: its WSDL name, and its detail element as a member of `detail` (FL-2). */
export interface FaultMember {
  readonly name: string;
  readonly key: string;
  readonly schema: JsonSchema;
}

/** The error body of a 502 (FL-1): a SOAP fault is typed as the WSDL declares it. */
export function upstreamErrorSchema(
  faults: readonly FaultMember[],
  anyElement: JsonSchema,
  headers: JsonSchema = { type: 'object' },
): JsonSchema {
  const detail = Object.create(null) as Record<string, JsonSchema>;
  for (const fault of faults) detail[fault.key] = fault.schema;
  detail['$any'] = { type: 'array', items: anyElement };
  detail['$value'] = { type: 'string' };
  const names = [...new Set(faults.map((fault) => fault.name))];
  const anyText: JsonSchema = { type: 'string' };
  const members: Readonly<Record<string, JsonSchema>> = {
    upstreamStatus: { type: 'integer', description: 'HTTP status of the SOAP service.' },
    fault: {
      type: 'object',
      description:
        'The SOAP fault; absent where the service could not be reached or did not answer with SOAP.',
      required: ['version', 'code', 'reason'],
      properties: {
        version: { type: 'string', enum: ['1.1', '1.2'] },
        code: { type: 'string', description: 'The fault code as `{namespace}local`.' },
        subcodes: { type: 'array', items: anyText },
        reason: { type: 'string' },
        reasons: {
          type: 'array',
          items: { type: 'object', required: ['lang', 'text'], properties: { lang: anyText, text: anyText } },
        },
        actor: { type: 'string' },
        node: { type: 'string' },
        role: { type: 'string' },
        ...(names.length === 0 ? {} : { name: { type: 'string', enum: names } }),
        detail: { type: 'object', properties: detail },
        headers,
      },
    },
  };
  return errorSchema(['UPSTREAM_ERROR'], members, UPSTREAM_CODES);
}

/** The shared responses as components, with `error` as their body. */
export function sharedResponses(error: () => JsonSchema): Record<string, ResponseObject> {
  const responses: Record<string, ResponseObject> = {};
  for (const [name, { status, description }] of Object.entries(SHARED_RESPONSES)) {
    const headers: Record<string, HeaderObject | ReferenceObject> = rateLimitHeaderReferences();
    if (status === 429) headers['Retry-After'] = RETRY_AFTER;
    responses[name] = { description, headers, content: { 'application/json': { schema: error() } } };
  }
  return responses;
}
