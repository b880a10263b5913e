import { operationPath } from '@soapstone/http-contract';
import type { JsonSchema, Mapper } from '@soapstone/json-xml-mapper';
import { createSchemaProjection, type SchemaProjection } from '@soapstone/json-xml-mapper/json-schema';
import {
  assertOptions,
  type Check,
  callback,
  flag,
  kindOf,
  members,
  oneOf,
  text,
  wrong,
} from '@soapstone/soap-model/options';
import type { OpenAPIObject, ParameterObject, PathsObject, SchemaObject } from 'openapi3-ts/oas31';
import { mapperArgument } from './arguments.js';
import {
  errorBodySchema,
  metaSchema,
  rateLimitHeaders,
  SECURITY_SCHEMES,
  sharedResponses,
  warningSchema,
} from './contract.js';
import { getParameters } from './get-parameters.js';
import { type DescribedOperation, type MethodPolicy, type OperationContext, pathItem } from './operation.js';
import type { ProvenExamples } from './proven-examples.js';

/** A document of OpenAPI 3.1 that describes operations. */
export type OpenAPI31Object = OpenAPIObject & { readonly paths: PathsObject };

/** What the document needs of a mapper. */
export interface DescribedMapper extends Pick<Mapper, 'model' | 'operations'> {
  compile(operation: string): DescribedOperation;
}

/** Where a service is offered, and how. */
export interface OpenApiOptions {
  /** The base address of the gateway, for example `https://api.example.com`. */
  readonly baseUrl: string;
  readonly accountId: string;
  readonly serviceSlug: string;
  /** `info.title`. Default: the name of the WSDL's service, else of the WSDL, else the slug: what the gateway calls a service. */
  readonly title?: string | undefined;
  /** `info.version`: the version of the description, not of OpenAPI. Default `1.0.0`. */
  readonly version?: string | undefined;
  /** What each operation is offered as, by exposed name. */
  readonly policies?: ReadonlyMap<string, MethodPolicy> | undefined;
  /** For operations that `policies` does not name. Default `POST`. */
  readonly defaultPolicy?: MethodPolicy | undefined;
  /** Operations that will go, by exposed name: they are marked as `deprecated`. Default: none. */
  readonly deprecated?: ((operation: string) => boolean) | undefined;
  /** How the mapper was made to show wide numbers (NM-2); shown in `x-soap`. Default `number`. */
  readonly numbers?: 'number' | 'string' | 'bigint' | undefined;
  /** Dates and times carry a `format` (OA-9 b). Default true. */
  readonly dateFormats?: boolean | undefined;
  /** Examples of an operation, by its exposed name (OA-8); `provenExamples` makes them. Default: none. */
  readonly examples?: ((operation: string) => ProvenExamples) | undefined;
}

const policy: Check = oneOf('POST', 'GET', 'GET + POST');

/** By exposed name; also a map of another realm. */
const policies: Check = (value) =>
  typeof (value as Partial<ReadonlyMap<string, unknown>> | null)?.values === 'function'
    ? [...(value as ReadonlyMap<string, unknown>).values()].flatMap(policy)
    : wrong(`expected a Map, not ${kindOf(value)}`);

const openApiOptions: Check = members<OpenApiOptions>(
  {
    baseUrl: text,
    accountId: text,
    serviceSlug: text,
    title: text,
    version: text,
    policies,
    defaultPolicy: policy,
    deprecated: callback,
    numbers: oneOf('number', 'string', 'bigint'),
    dateFormats: flag,
    examples: callback,
  },
  ['baseUrl', 'accountId', 'serviceSlug'],
);

/**
 * Describes the operations of a service as OpenAPI 3.1, whose schemas are JSON Schema 2020-12 (OA-1 to OA-9); `toOpenApi30` makes
 * OpenAPI 3.0.3 of it. The same mapper and options give the same document, member by member. Throws `OptionError` for an unknown option and for a value that cannot be used.
 *
 * @example
 * ```ts
 * const document = generateOpenApi(mapper, { baseUrl: 'https://api.example.com', accountId: 'me', serviceSlug: 'users' });
 * ```
 */
export function generateOpenApi(mapper: DescribedMapper, options: OpenApiOptions): OpenAPI31Object {
  assertOptions(mapperArgument, mapper, 'generateOpenApi', 'mapper');
  assertOptions(openApiOptions, options, 'generateOpenApi');
  const projection = projectionOf(mapper, options.dateFormats);
  const warning = projection.define('Warning', warningSchema);
  const meta = projection.define('Meta', () => metaSchema(warning()));
  const error = projection.define('Error', errorBodySchema);
  const context: OperationContext = {
    projection,
    meta,
    numbers: options.numbers ?? 'number',
    serviceSlug: options.serviceSlug,
    ...(options.examples === undefined ? {} : { examples: options.examples }),
    ...(options.deprecated === undefined ? {} : { deprecated: options.deprecated }),
    operationIds: new Set(mapper.operations.map(({ name }) => name)),
  };

  const paths: PathsObject = {};
  const tags = new Set<string>();
  for (const { name, portType } of mapper.operations) {
    const policy = options.policies?.get(name) ?? options.defaultPolicy ?? 'POST';
    const path = operationPath(options.accountId, options.serviceSlug, name);
    const item = pathItem(mapper.compile(name), policy, context);
    // A policy of GET for an operation that is not query-safe offers nothing.
    if (Object.keys(item).length === 0) continue;
    paths[path] = item;
    tags.add(portType);
  }
  // What no operation refers to would be dead weight.
  const shared =
    tags.size === 0 ? {} : { responses: sharedResponses(error), headers: { ...rateLimitHeaders() } };
  const schemas = projection.finish() as Record<string, SchemaObject>;

  return {
    openapi: '3.1.0',
    info: infoOf(mapper, options),
    servers: [{ url: options.baseUrl.replace(/\/+$/, '') || '/' }],
    security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      ...shared,
      securitySchemes: { ...SECURITY_SCHEMES },
    },
  };
}

/** The query parameters of the operations that can be called by GET, as a document lists them, and its components. */
export function getParametersOf(mapper: DescribedMapper): {
  readonly parameters: ReadonlyMap<string, readonly ParameterObject[]>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
} {
  const projection = projectionOf(mapper);
  const parameters = new Map<string, readonly ParameterObject[]>();
  for (const { name, querySafe } of mapper.operations) {
    if (querySafe.safe) parameters.set(name, getParameters(mapper.compile(name).shape.input, projection));
  }
  return { parameters, schemas: projection.finish() };
}

function projectionOf({ model }: DescribedMapper, dateFormats?: boolean): SchemaProjection {
  return createSchemaProjection(model, {
    audience: 'code-generators',
    dateFormats,
    prefix: '#/components/schemas/',
  });
}

function infoOf({ model }: DescribedMapper, options: OpenApiOptions): OpenAPIObject['info'] {
  const service = model.services[model.exposed[0]?.service ?? 0];
  const title = options.title ?? service?.name.localName ?? model.name ?? options.serviceSlug;
  const description = service?.documentation ?? model.documentation;
  return {
    title,
    ...(description === undefined ? {} : { description }),
    version: options.version ?? '1.0.0',
  };
}
