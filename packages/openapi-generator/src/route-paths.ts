import { FILE_TYPE, FORM_TYPE, LINES_TYPE } from '@soapstone/http-contract/internal/routes';
import type { JsonSchema } from '@soapstone/json-xml-mapper';
import {
  bindRoute,
  bodyOfRoute,
  CURSOR_PARAMETER,
  type FilePlace,
  type FormPart,
  type ParsedRoute,
  type RouteBinding,
  type RouteBody,
  type RouteTable,
} from '@soapstone/json-xml-mapper/internal/routes';
import { acceptsEmptyInput } from '@soapstone/json-xml-mapper/json-schema';
import { OptionError } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import type {
  HeaderObject,
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  RequestBodyObject,
  ResponseObject,
} from 'openapi3-ts/oas31';
import { exampleOfRoute, type RouteExample } from './example-of-route.js';
import { parameterObjects } from './get-parameters.js';
import {
  componentsOf,
  type DescribedOperation,
  described,
  type OperationComponents,
  type OperationContext,
  operationIdOf,
  responsesOf,
  soapHeadersParameter,
  soapOf,
} from './operation.js';

/** The routes of a design as path items. */
export class RoutePaths {
  readonly #table: RouteTable;
  readonly #routes: ReadonlyMap<string, ParsedRoute>;
  /** The names of the parameters in the paths that have the same texts and members at the same places. */
  readonly #names = new Map<string, readonly string[]>();

  constructor(table: RouteTable) {
    this.#table = table;
    this.#routes = new Map(table.routes.map((route) => [route.operation, route]));
  }

  /** Whether the result is in an envelope. */
  get envelope(): boolean {
    return this.#table.envelope;
  }

  /** Adds the route of an operation, which is compiled if it has one, to the paths of a document. Returns false if it has none. */
  add(
    name: string,
    compile: (name: string) => DescribedOperation,
    paths: Record<string, PathItemObject>,
    context: OperationContext,
  ): boolean {
    const route = this.#routes.get(name);
    if (route === undefined) return false;
    const names = this.#parameterNames(route);
    let at = 0;
    const parts = route.segments.map((part) => ('literal' in part ? part.literal : `{${names[at++]}}`));
    const path = [this.#table.base, ...parts].join('/');
    const item = paths[path] ?? {};
    const method = route.method.toLowerCase() as Lowercase<ParsedRoute['method']>;
    item[method] = routeOperation(route, names, compile, context);
    paths[path] = item;
    return true;
  }

  /** OpenAPI has one path item for `/users/{id}` and `/users/{userId}`: the first one names the parameter. */
  #parameterNames({ segments }: ParsedRoute): readonly string[] {
    const key = segments.map((part) => ('literal' in part ? part.literal : '{}')).join('/');
    const names = this.#names.get(key) ?? segments.flatMap((part) => ('member' in part ? [part.member] : []));
    this.#names.set(key, names);
    return names;
  }
}

function routeOperation(
  route: ParsedRoute,
  names: readonly string[],
  compile: (name: string) => DescribedOperation,
  shared: OperationContext,
): OperationObject {
  const operation = compile(route.operation);
  const { info, shape } = operation;
  const statuses = Object.fromEntries(route.faults.map(({ name, status }) => [name, status]));
  const context = { ...shared, contract: { ...shared.contract, faultStatuses: statuses } };
  const components = componentsOf(operation, context);
  const binding = bindRoute(route, shape, (part, message) => {
    const place = [...route.at, ...part.split('\0')].join(' > ');
    const expected = `expected a design that fits the service: ${place}: ${message}`;
    throw new OptionError('generateOpenApi', { path: '/routes', expected });
  });
  const { request, result } = context.examples?.(info.name) ?? {};
  const responses = responsesOf(info, components, defined({ result }), context, route.method, route);
  const success = responses[route.status];
  if (route.location.length > 0) success.headers = { ...success.headers, Location: LOCATION };
  if (shape.files?.result !== undefined && success.content !== undefined)
    success.content = { ...success.content, ...filesOf(shape.files.result) };
  if (route.page !== undefined) addPages(success, route.page, compile, context);
  const example = request && exampleOfRoute(route, binding, request);
  return {
    operationId: operationIdOf(info, context),
    ...described(info, context),
    ...(context.deprecated?.(info.name) === true ? { deprecated: true } : {}),
    parameters: parametersOf(route, binding, names, components, context, example),
    ...defined({ requestBody: requestBodyOf(route, binding, operation, components, context, example) }),
    responses,
    'x-soap': soapOf(operation, context),
  };
}

/** Adds what a response has that is a page of a list (PG-5, PG-6). */
function addPages(
  success: ResponseObject,
  { continuation }: NonNullable<ParsedRoute['page']>,
  compile: (name: string) => DescribedOperation,
  context: OperationContext,
): void {
  const json = success.content?.['application/json'];
  const later =
    continuation === undefined ? undefined : componentsOf(compile(continuation), context).response();
  success.headers = { ...success.headers, Link: NEXT_LINK };
  success.content = {
    'application/json':
      later === undefined ? { ...json } : { ...json, schema: { anyOf: [json?.schema ?? {}, later] } },
    [LINES_TYPE]: ALL_ITEMS,
  };
}

/** A body or a result that is sent as it is (PG-7). */
const FILE: MediaTypeObject = { schema: { type: 'string', format: 'binary' } };

/** A file with each media type that it can have (PG-7, PG-9). */
function filesOf({ mediaTypes = [] }: FilePlace): Record<string, MediaTypeObject> {
  return Object.fromEntries([FILE_TYPE, ...mediaTypes].map((type) => [type, FILE]));
}

/** A form whose one part is a file (PG-11). */
function formOf(name: string): MediaTypeObject {
  const properties = Object.fromEntries([[name, BINARY]]);
  return { schema: { type: 'object', required: [name], properties } };
}

const BINARY = { type: 'string', format: 'binary' } as const;

/** A form with the members of the body (PG-12). */
function formOfParts(
  parts: readonly FormPart[],
  body: RouteBody,
  projection: OperationContext['projection'],
): MediaTypeObject {
  const root = 'message' in body ? body.message.root : body.member.shape;
  const known = root.kind === 'object' ? [...root.attributes, ...root.members] : [];
  const shapes = new Map(known.map(({ key, shape }) => [key, shape]));
  const properties = parts.map(({ name, many, file }): [string, JsonSchema] => {
    const shape = file === undefined ? shapes.get(name) : undefined;
    const value = shape?.kind === 'scalar' ? projection.value(shape, {}) : BINARY;
    return [name, many === true ? { type: 'array', items: value } : value];
  });
  const required = parts.flatMap(({ name, required }) => (required === true ? [name] : []));
  return {
    schema: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(properties),
      additionalProperties: false,
    },
  };
}

const CURSOR: ParameterObject = {
  name: CURSOR_PARAMETER,
  in: 'query',
  description:
    'Which page is wanted, as the header Link of the page before it has it. The other parameters and the body stay what they were.',
  schema: { type: 'string' },
};

const NEXT_LINK: HeaderObject = {
  description: 'The path of the next page, with rel="next". The last page has none.',
  schema: { type: 'string' },
};

const ALL_ITEMS: MediaTypeObject = {
  schema: {
    type: 'string',
    description:
      'The items of this page and of those after it, one JSON value on each line. If the list could not be read to its end, the last line has `$next`, the path where it goes on, and after a failure `$problem`.',
  },
};

const LOCATION: HeaderObject = {
  description: 'The path of what was created.',
  schema: { type: 'string', format: 'uri-reference' },
};

function parametersOf(
  { body, page }: ParsedRoute,
  { path, query }: RouteBinding,
  names: readonly string[],
  { requestHeaders }: OperationComponents,
  { projection, contract: { soapHeadersHeader } }: OperationContext,
  example: RouteExample | undefined,
): ParameterObject[] {
  const inPath = path.map(
    ({ name, shape, documentation }, index): ParameterObject => ({
      name: names[index] ?? name,
      in: 'path',
      required: true,
      ...defined({ description: documentation }),
      schema: projection.value(shape, {}),
      ...defined({ example: example?.values.get(name) }),
    }),
  );
  const takesHeaders = requestHeaders !== undefined && body !== '*' && soapHeadersHeader !== undefined;
  return [
    ...inPath,
    ...parameterObjects(query, projection).map((parameter) => ({
      ...parameter,
      ...defined({ example: example?.values.get(parameter.name) }),
    })),
    ...(page === undefined ? [] : [CURSOR]),
    ...(takesHeaders ? [soapHeadersParameter(soapHeadersHeader)] : []),
  ];
}

function requestBodyOf(
  route: ParsedRoute,
  binding: RouteBinding,
  { info, shape }: DescribedOperation,
  { requestHeaders }: OperationComponents,
  { projection }: OperationContext,
  example: RouteExample | undefined,
): RequestBodyObject | undefined {
  const body = bodyOfRoute(route, binding, shape);
  if (body === undefined) return undefined;
  const make = (): JsonSchema =>
    'message' in body
      ? projection.input(body.message, shape, requestHeaders?.())
      : projection.member(body.member, shape.input, shape);
  return {
    required: !acceptsEmptyBody(body, shape.input),
    content: {
      'application/json': {
        schema: projection.define(`${info.name}Request`, make)(),
        ...defined({ example: example?.body }),
      },
      ...(shape.files?.body !== undefined && {
        ...filesOf(shape.files.body),
        [FORM_TYPE]: formOf(shape.files.body.key ?? route.body ?? ''),
      }),
      ...(shape.files?.form !== undefined && {
        [FORM_TYPE]: formOfParts(shape.files.form, body, projection),
      }),
    },
  };
}

/** A request without a body is one whose body is an empty object. */
function acceptsEmptyBody(
  body: NonNullable<ReturnType<typeof bodyOfRoute>>,
  input: DescribedOperation['shape']['input'],
): boolean {
  if ('message' in body) return acceptsEmptyInput(body.message);
  const { array, shape, substitution } = body.member;
  if (array || (shape.kind !== 'object' && shape.kind !== 'polymorphic')) return false;
  return substitution?.abstract !== true && acceptsEmptyInput({ ...input, root: shape, attachments: [] });
}
