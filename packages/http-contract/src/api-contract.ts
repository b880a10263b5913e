import { assertOptions, type Check, members, text } from '@soapstone/options';
import type { ContractComponents, ContractReference, ContractSchema } from './contract-schema.js';
import { type ErrorContract, gatewayErrors, routeErrors } from './error-contract.js';
import {
  ANSWERS_HEADER,
  API_KEY_HEADER,
  NUMBER_STRINGS_TYPE,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
  SOAP_HEADERS_HEADER,
  WARNINGS_HEADER,
} from './headers.js';
import { ROUTES_PREFIX, servicePath } from './paths.js';

/** A header of every response. */
export interface ResponseHeader {
  readonly description: string;
  readonly required?: boolean | undefined;
  readonly schema: ContractSchema;
}

/** A header of successful responses. */
export interface SuccessHeader extends ResponseHeader {
  /** The methods whose responses can have it. Default: all. */
  readonly methods?: readonly string[] | undefined;
}

/** The members around the result in the body of a successful response. */
export interface EnvelopeContract {
  /** The member of the body that holds the result. */
  readonly result: string;
  readonly components?: ContractComponents | undefined;
  /**
   * The schema of the body.
   *
   * @param result the schema of the result
   * @param soapHeaders the schema of the declared SOAP headers of the response, if there are any (HD-6)
   */
  schema(
    result: ContractSchema,
    soapHeaders: ContractSchema | undefined,
    reference: ContractReference,
  ): ContractSchema;
  /** An example of the body, from an example of the result. */
  example(result: unknown, operation: string): unknown;
}

/**
 * The HTTP contract of a JSON API in front of a SOAP service, as `generateOpenApi` describes it. Every member has a default there: a plain
 * REST API without keys. `gatewayContract` is the other preset.
 */
export interface ApiContract {
  /** The path of an operation: a template that contains `{operation}`. */
  readonly path: string;
  /** The addresses that paths are relative to. */
  readonly servers: readonly string[];
  /** OpenAPI security schemes by name. A call needs one of them. */
  readonly securitySchemes: Readonly<Record<string, ContractSchema>>;
  /** The headers that every response has, by name. */
  readonly responseHeaders: Readonly<Record<string, ResponseHeader>>;
  /** The headers of successful responses, by name. One that carries SOAP header blocks is described only where there are any. */
  readonly successHeaders?: Readonly<Record<string, SuccessHeader>> | undefined;
  /** The request header that carries SOAP header blocks as JSON text for a GET (HD-2). Without it, a GET cannot send any. */
  readonly soapHeadersHeader?: string | undefined;
  /**
   * The description of 304, with which a GET is answered whose `If-None-Match` has the tag of the result. Without it, no result has a tag.
   */
  readonly notModified?: string | undefined;
  /**
   * The media type in `Accept` that selects strings for numbers that a double cannot hold (NM-2), which the document lists next to plain
   * JSON. Without it, a client cannot choose.
   */
  readonly numberStringsType?: string | undefined;
  /** The members around the result. Default: the body is the result. A string is short for an object with that one member. */
  readonly envelope?: EnvelopeContract | string | undefined;
  readonly errors: ErrorContract;
}

/** Where a gateway offers a service. */
export interface GatewayPlace {
  /** The base address of the gateway, for example `https://api.example.com`. */
  readonly baseUrl: string;
  readonly accountId: string;
  readonly serviceSlug: string;
}

const gatewayPlace: Check = members<GatewayPlace>({ baseUrl: text, accountId: text, serviceSlug: text }, [
  'baseUrl',
  'accountId',
  'serviceSlug',
]);

/**
 * The contract of the Soapstone gateway (OA-1, OA-2, OA-4): `/api/v1/{account}/{slug}/{operation}`, an API key, rate-limit headers and a
 * body of `result` and `meta`. Throws `OptionError` for an unknown or missing member of `place`.
 *
 * @example
 * ```ts
 * const contract = gatewayContract({ baseUrl: 'https://api.example.com', accountId: 'me', serviceSlug: 'users' });
 * const document = generateOpenApi(mapper, contract);
 * ```
 */
export function gatewayContract(place: GatewayPlace): ApiContract {
  assertOptions(gatewayPlace, place, 'gatewayContract');
  const { baseUrl, accountId, serviceSlug } = place;
  return {
    path: `${servicePath(accountId, serviceSlug)}/{operation}`,
    servers: [baseUrl.replace(/\/+$/, '') || '/'],
    securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: API_KEY_HEADER } },
    responseHeaders: Object.fromEntries(
      Object.entries(RATE_LIMIT_HEADERS).map(([name, description]): [string, ResponseHeader] => [
        name,
        { description, required: true, schema: rateLimitSchema(name) },
      ]),
    ),
    successHeaders: { ETag: ENTITY_TAG },
    notModified: 'The result is the one whose tag is in `If-None-Match`.',
    soapHeadersHeader: SOAP_HEADERS_HEADER,
    numberStringsType: NUMBER_STRINGS_TYPE,
    envelope: metaEnvelope(serviceSlug),
    errors: gatewayErrors,
  };
}

/**
 * The members `result` and `meta` around a result.
 *
 * @param service the name of the service in the example of `meta`
 */
export function metaEnvelope(service: string): EnvelopeContract {
  return {
    result: 'result',
    components: { Warning: warningSchema, Meta: (reference) => metaSchema(reference('Warning')) },
    schema(result, soapHeaders, reference) {
      const meta = reference('Meta');
      const metaOfOperation =
        soapHeaders === undefined ? meta : { allOf: [meta, { type: 'object', properties: { soapHeaders } }] };
      return {
        type: 'object',
        required: ['result', 'meta'],
        properties: { result, meta: metaOfOperation },
      };
    },
    example: (result, operation) => ({
      result,
      meta: { service, operation, latencyMs: 87, cached: false },
    }),
  };
}

/**
 * The contract of the routes of a design in the Soapstone gateway: `/apis/{account}/{slug}` and the path of the route, the key and the headers
 * of `gatewayContract`, and problem details as errors. The body is the result itself, unless the design has `envelope: true`. Throws `OptionError` for an unknown or missing member
 * of `place`.
 *
 * @example
 * ```ts
 * const contract = routesContract({ baseUrl: 'https://api.example.com', accountId: 'me', serviceSlug: 'users' });
 * const document = generateOpenApi(createMapper(model, { design }), { ...contract, routes: design });
 * ```
 */
export function routesContract(place: GatewayPlace): ApiContract {
  assertOptions(gatewayPlace, place, 'routesContract');
  const service = [place.accountId, place.serviceSlug].map(encodeURIComponent).join('/');
  const gateway = gatewayContract(place);
  return {
    ...gateway,
    path: '/{operation}',
    responseHeaders: { ...gateway.responseHeaders, [REQUEST_ID_HEADER]: REQUEST_ID },
    successHeaders: { ...ROUTE_HEADERS, ...GATEWAY_HEADERS },
    servers: [`${place.baseUrl.replace(/\/+$/, '')}${ROUTES_PREFIX}/${service}`],
    errors: routeErrors,
  };
}

const TEXT: ContractSchema = { type: 'string' };

const ENTITY_TAG: SuccessHeader = {
  description: 'The tag of a result that may be reused, for `If-None-Match`.',
  schema: TEXT,
  methods: ['GET'],
};

const REQUEST_ID: ResponseHeader = {
  description: 'Identifies the call; `requestId` of an error is the same.',
  required: true,
  schema: TEXT,
};

/** The headers of successful responses of routes that every server of routes sends. */
export const ROUTE_HEADERS: Readonly<Record<string, SuccessHeader>> = {
  'Server-Timing': {
    description: 'The duration of the call in milliseconds, as `total;dur=87`.',
    required: true,
    schema: TEXT,
  },
  [SOAP_HEADERS_HEADER]: {
    description:
      'The SOAP header blocks of the response as JSON text in ASCII, unless it is longer than 2,048 characters.',
    schema: TEXT,
  },
  [WARNINGS_HEADER]: {
    description:
      'Where the response of the SOAP service deviates from its WSDL: a JSON array of `{code, path, message}` in ASCII, of at most 2,048 characters. Absent if there is no deviation.',
    schema: TEXT,
  },
};

const GATEWAY_HEADERS: Readonly<Record<string, SuccessHeader>> = {
  [ANSWERS_HEADER]: {
    description: 'Present if a mock or a recording answered, or if the call was recorded.',
    schema: { type: 'string', enum: ['mock', 'replay', 'record'] },
  },
  'Cache-Status': {
    description: 'Whether the response comes from the cache (RFC 9211); absent without caching.',
    schema: TEXT,
    methods: ['GET'],
  },
  ETag: ENTITY_TAG,
};

function rateLimitSchema(name: string): ContractSchema {
  return name.endsWith('-Reset') ? { type: 'string', format: 'date-time' } : { type: 'integer' };
}

/** `meta` of a success body. Open, because a version may add members (OA-4). */
function metaSchema(warning: ContractSchema): ContractSchema {
  return {
    type: 'object',
    required: ['service', 'operation', 'latencyMs', 'cached'],
    properties: {
      service: { type: 'string', description: 'The slug of the service.' },
      operation: { type: 'string', description: 'The operation that was called.' },
      latencyMs: { type: 'integer', minimum: 0, description: 'Duration of the call in milliseconds.' },
      cached: { type: 'boolean', description: 'True if the result is a cached one.' },
      mock: {
        type: 'boolean',
        description: 'True if the result is an example from the WSDL; the SOAP service was not called.',
      },
      replayed: {
        type: 'boolean',
        description: 'True if the result is a recorded one; the SOAP service was not called.',
      },
      recording: {
        type: 'boolean',
        description: 'True if the owner of the service records its calls.',
      },
      warnings: {
        type: 'array',
        maxItems: 20,
        items: warning,
        description: 'Where the response of the SOAP service deviates from its WSDL.',
      },
    },
  };
}

/** An entry of `meta.warnings` (TR-7). */
function warningSchema(): ContractSchema {
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
