import { type ApiContract, fillPath, pathTemplate } from '@soapstone/http-contract';
import type { Design, JsonSchema, Mapper, OperationInfo } from '@soapstone/json-xml-mapper';
import { routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { createSchemaProjection, type SchemaProjection } from '@soapstone/json-xml-mapper/json-schema';
import {
  assertOptions,
  type Check,
  callback,
  flag,
  kindOf,
  listOf,
  members,
  numberFrom,
  OptionError,
  oneOf,
  recordOf,
  text,
  wrong,
} from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type {
  OpenAPIObject,
  ParameterObject,
  PathsObject,
  SchemaObject,
  SecuritySchemeObject,
} from 'openapi3-ts/oas31';
import { mapperArgument } from './arguments.js';
import { resolveContract, responseHeaders, sharedResponses, upstreamErrors } from './contract.js';
import { getParameters } from './get-parameters.js';
import { type DescribedOperation, type MethodPolicy, type OperationContext, pathItem } from './operation.js';
import type { ProvenExamples } from './proven-examples.js';
import { RoutePaths } from './route-paths.js';

/** A document of OpenAPI 3.1 that describes operations. */
export type OpenAPI31Object = OpenAPIObject & { readonly paths: PathsObject };

/** The part of a mapper that the document needs. */
export interface DescribedMapper extends Pick<Mapper, 'model' | 'operations'> {
  compile(operation: string): DescribedOperation;
}

/** The HTTP contract of the API: see `ApiContract`. */
export interface DescribedContract {
  /** The path template of an operation. Default `/{operation}`. */
  readonly path?: string | undefined;
  /** The addresses that paths are relative to, absolute or relative to the document. Default: `/`. */
  readonly servers?: readonly string[] | undefined;
  /** Security schemes of OpenAPI by name; a call needs one of them. Default: none. */
  readonly securitySchemes?: ApiContract['securitySchemes'] | undefined;
  /** The headers of every response. Default: none. */
  readonly responseHeaders?: ApiContract['responseHeaders'] | undefined;
  /** The headers of successful responses. Default: none, but `Location` for routes that create. */
  readonly successHeaders?: ApiContract['successHeaders'] | undefined;
  /** The description of 304, for a GET whose `If-None-Match` has the tag of the result. Default: no result has a tag. */
  readonly notModified?: string | undefined;
  /** The request header that carries SOAP header blocks for a GET. Default: none. */
  readonly soapHeadersHeader?: string | undefined;
  /** The media type in `Accept` that selects strings for numbers that a double cannot hold (NM-2). Default: none. */
  readonly numberStringsType?: string | undefined;
  /** The members around the result; a string names the one that holds it. Default: nothing, the body is the result. */
  readonly envelope?: ApiContract['envelope'];
  /** The form of errors: `restErrors`, `problemDetails`, `gatewayErrors`, or your own. Default `restErrors`. */
  readonly errors?: ApiContract['errors'] | undefined;
  /** HTTP statuses of declared SOAP faults, by the name of the fault. Default: 502 for all. */
  readonly faultStatuses?: Readonly<Record<string, number>> | undefined;
  /** The tags of an operation. Default: the name of its portType. */
  readonly tags?: ((operation: OperationInfo) => readonly string[]) | undefined;
}

/**
 * Options of a document. The HTTP contract is that of a plain REST API unless options say otherwise: paths such as `/GetUser`,
 * the result as the body, the errors of `restErrors`, no security, no servers. `gatewayContract` of `@soapstone/http-contract` is that of
 * the gateway.
 */
export interface OpenApiOptions extends DescribedContract {
  /** `info.title`. Default: the name of the WSDL's service, else of the WSDL, else `SOAP service`. */
  readonly title?: string | undefined;
  /** `info.version`: the version of the description, not of OpenAPI. Default `1.0.0`. */
  readonly version?: string | undefined;
  /** The public contract of each operation, by exposed name. */
  readonly policies?: ReadonlyMap<string, MethodPolicy> | undefined;
  /** For operations that `policies` does not name. Default `POST`. */
  readonly defaultPolicy?: MethodPolicy | undefined;
  /** Deprecated operations, by exposed name. Default: none. */
  readonly deprecated?: ((operation: string) => boolean) | undefined;
  /** The option `numbers` of the mapper (NM-2); shown in `x-soap`. Default `number`. */
  readonly numbers?: 'number' | 'string' | 'bigint' | undefined;
  /** Dates and times carry a `format` (OA-9 b). Default true. */
  readonly dateFormats?: boolean | undefined;
  /** Examples of an operation, by its exposed name (OA-8), as created by `provenExamples`. Default: none. */
  readonly examples?: ((operation: string) => ProvenExamples) | undefined;
  /**
   * The design whose routes are described, in place of the operations by their names: methods, paths, parameters, bodies and statuses are then its
   * own, and `path`, `policies`, `defaultPolicy` and `faultStatuses` do not count, nor does `envelope` without `envelope: true` of the design. The mapper must have the same design.
   * `routesContract` of `@soapstone/http-contract` is the contract of the gateway. Default: none.
   */
  readonly routes?: Design | undefined;
}

const policy: Check = oneOf('POST', 'GET', 'GET + POST');

/** By exposed name; a map from another realm works too. */
const policies: Check = (value) =>
  Object.prototype.toString.call(value) === '[object Map]'
    ? [...(value as ReadonlyMap<string, unknown>).values()].flatMap(policy)
    : wrong(`expected a Map, not ${kindOf(value)}`);

/** Its methods are checked on use. */
const shapedLike =
  (what: string, ...methods: readonly string[]): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
      ? []
      : wrong(`expected ${what}, not ${kindOf(value)}`);

const envelope: Check = (value) =>
  typeof value === 'string'
    ? []
    : shapedLike('the name of a member or an envelope', 'schema', 'example')(value);

const openApiOptions: Check = members<OpenApiOptions>({
  path: pathTemplate,
  servers: listOf(text),
  securitySchemes: recordOf(shapedLike('a security scheme')),
  responseHeaders: recordOf(shapedLike('a header')),
  successHeaders: recordOf(shapedLike('a header')),
  notModified: text,
  soapHeadersHeader: text,
  numberStringsType: text,
  envelope,
  errors: shapedLike('a form of errors, such as restErrors', 'sharedSchema', 'upstreamSchema'),
  faultStatuses: recordOf(numberFrom(200)),
  tags: callback,
  title: text,
  version: text,
  policies,
  defaultPolicy: policy,
  deprecated: callback,
  numbers: oneOf('number', 'string', 'bigint'),
  dateFormats: flag,
  examples: callback,
  routes: shapedLike('a design'),
});

/** Examples are JSON objects: their values are the caller's and are printed unchanged. */
const jsonObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? []
    : wrong(`expected an object, not ${kindOf(value)}`);
const examplesResult: Check = members<ProvenExamples>({ request: jsonObject, result: jsonObject });

const portTypeOf = ({ portType }: OperationInfo): readonly string[] => [portType];

/** The option `tags`, with a check of what it returns. */
function checkedTags(tags: NonNullable<OpenApiOptions['tags']>): typeof portTypeOf {
  return (info) => {
    const found = tags(info);
    assertOptions(listOf(text), found, 'generateOpenApi', 'tags');
    return found;
  };
}

function checkedExamples(
  examples: (operation: string) => ProvenExamples,
): (operation: string) => ProvenExamples {
  return (operation) => {
    const found = examples(operation);
    assertOptions(examplesResult, found, 'generateOpenApi', 'examples');
    return found;
  };
}

/**
 * Describes the operations of a service as OpenAPI 3.1, whose schemas are JSON Schema 2020-12 (OA-1 to OA-9); `toOpenApi30` converts it
 * to OpenAPI 3.0.3. Equal mappers and options give equal documents, member by member. Throws `OptionError` for an unknown option and
 * for an unusable value, such as a design without routes, and `DesignError` for routes that are none.
 *
 * @example
 * ```ts
 * const document = generateOpenApi(createMapper(model), { servers: ['https://api.example.com/users'], envelope: 'data' });
 * const ofGateway = generateOpenApi(createMapper(model), gatewayContract({ baseUrl, accountId, serviceSlug }));
 * ```
 */
export function generateOpenApi(mapper: DescribedMapper, options: OpenApiOptions = {}): OpenAPI31Object {
  assertOptions(mapperArgument, mapper, 'generateOpenApi', 'mapper');
  assertOptions(openApiOptions, options, 'generateOpenApi');
  const projection = projectionOf(mapper, options.dateFormats);
  const routes = routePathsOf(options);
  const contract = resolveContract({ ...options, envelope: envelopeIn(options, routes) }, projection);
  const upstream = upstreamErrors(contract, projection);
  const tagsOf = options.tags === undefined ? portTypeOf : checkedTags(options.tags);
  const context: OperationContext = {
    projection,
    contract,
    upstream,
    numbers: options.numbers ?? 'number',
    tags: tagsOf,
    ...(options.examples === undefined ? {} : { examples: checkedExamples(options.examples) }),
    ...defined({ deprecated: options.deprecated }),
    operationIds: new Set(mapper.operations.map(({ name }) => name)),
    used: new Set(),
  };

  const paths: PathsObject = {};
  const tags = new Set<string>();
  const add = (info: OperationInfo): boolean => {
    const compile = (name: string) => mapper.compile(name);
    if (routes !== undefined) return routes.add(info.name, compile, paths, context);
    const policy = options.policies?.get(info.name) ?? options.defaultPolicy ?? 'POST';
    const item = pathItem(compile(info.name), policy, context);
    // A policy of GET for an operation that is not query-safe offers nothing.
    if (Object.keys(item).length === 0) return false;
    paths[fillPath(contract.path, info.name)] = item;
    return true;
  };
  for (const info of mapper.operations) {
    if (!add(info)) continue;
    for (const tag of tagsOf(info)) tags.add(tag);
  }
  // Omit components without a reference.
  const isEmpty = Object.keys(paths).length === 0;
  const headers = responseHeaders(contract, context.used);
  const shared = isEmpty
    ? {}
    : {
        responses: { ...sharedResponses(contract, context.used), ...upstream.responses() },
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
      };
  const schemas = projection.finish() as Record<string, SchemaObject>;
  const securitySchemes = Object.fromEntries(
    Object.entries(contract.securitySchemes).map(([name, scheme]) => [
      name,
      { ...scheme } as unknown as SecuritySchemeObject,
    ]),
  );
  const schemeNames = Object.keys(securitySchemes);
  // OpenAPI means `/` where a document has no servers; linters expect it to be said.
  const servers = contract.servers.length === 0 ? ['/'] : contract.servers.map(withoutEndingSlash);

  return {
    openapi: '3.1.0',
    info: infoOf(mapper, options, servers),
    servers: servers.map((url) => ({ url })),
    // Without schemes, an empty list says that calls need none.
    security: schemeNames.map((name) => ({ [name]: [] })),
    tags: [...tags].map((name) => ({ name, description: `The operations of ${name}.` })),
    paths,
    components: {
      schemas,
      ...shared,
      ...(schemeNames.length === 0 ? {} : { securitySchemes }),
    },
  };
}

/** The body of a route is the result itself, unless its design has an envelope. */
function envelopeIn(
  { envelope }: OpenApiOptions,
  routes: RoutePaths | undefined,
): OpenApiOptions['envelope'] {
  if (routes === undefined) return envelope;
  return routes.envelope ? (envelope ?? 'result') : undefined;
}

function routePathsOf({ routes }: OpenApiOptions): RoutePaths | undefined {
  if (routes === undefined) return undefined;
  const table = routesOf(routes);
  if (table !== undefined) return new RoutePaths(table);
  throw new OptionError('generateOpenApi', { path: '/routes', expected: 'expected a design with routes' });
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

/** Paths begin with a slash. */
function withoutEndingSlash(url: string): string {
  let end = url.length;
  while (end > 1 && url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** SPDX: a licence that is not in its list. */
const OTHER_LICENCE = 'LicenseRef-Terms-of-the-provider';

function infoOf(
  { model }: DescribedMapper,
  options: OpenApiOptions,
  servers: readonly string[],
): OpenAPIObject['info'] {
  const service = model.services[model.exposed[0]?.service ?? 0];
  const title = options.title ?? service?.name.localName ?? model.name ?? 'SOAP service';
  const description = service?.documentation ?? model.documentation;
  const address = servers.find(isAbsolute);
  // A WSDL names neither a contact nor a licence; linters of OpenAPI expect both.
  return {
    title,
    description: description ?? `The operations of the SOAP service ${title} as JSON over HTTP.`,
    contact: { name: `Provider of ${title}` },
    license: {
      name: `Terms of the provider of ${title}`,
      ...(address === undefined ? { identifier: OTHER_LICENCE } : { url: address }),
    },
    version: options.version ?? '1.0.0',
  };
}

/** Whether an address is a URI, without the variables that OpenAPI allows in servers. */
function isAbsolute(url: string): boolean {
  return /^https?:\/\/[!#-;=?-[\]_a-z~]+$/i.test(url);
}
