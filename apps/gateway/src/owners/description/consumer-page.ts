import { operationPath, ROUTES_PREFIX } from '@soapstone/http-contract';
import { type JsonObject, type Mapper, parseJson, stringify } from '@soapstone/json-xml-mapper';
import { type ParsedRoute, type RouteTable, routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import {
  type OpenAPI31Object,
  printOpenApi,
  provenExamples,
  toOpenApi30,
} from '@soapstone/openapi-generator';
import { readDesign } from '../../domain/services/read-design.js';
import { type ArtefactRequest, describeService, methodsOf, type Offer, savedExample } from './artefact.js';
import { type PageRequest, requestByName, requestOfRoute } from './example-request.js';

/** The contents of the page of a service for its consumers. */
export interface PageContents {
  /** The documentation of the service in its WSDL. */
  readonly description: string | null;
  readonly operations: readonly ListedPageOperation[];
}

/** An operation in that list. */
interface ListedPageOperation {
  /** Its name, by which the page asks for it. */
  readonly name: string;
  /** The path on the gateway; members in braces are parameters. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Whether it has a route of the design, whose method and path are its name for clients. */
  readonly routed: boolean;
  /** The beginning of its documentation. */
  readonly documentation: string | null;
  readonly deprecated: boolean;
}

/** An operation in full. */
interface PageOperation {
  readonly name: string;
  readonly documentation: string | null;
  /** `paths`, `components.schemas` and `components.responses` of an OpenAPI 3.0 document of this operation alone. */
  readonly document: unknown;
  /** An example of a request. Texts, because a page cannot parse all numbers exactly. */
  readonly request: PageRequest;
  /** An example of the result, as JSON text. */
  readonly result: string;
}

/** The number of characters of a documentation in the list. */
const LISTED = 300;

type PageArtefact = Extract<ArtefactRequest, { kind: 'page' | 'page-operation' }>;

/**
 * Generates a part of the page of a service for its consumers. With routes, the page shows the routes of the design alone.
 *
 * @param design what the mapper was created with, as it is stored
 */
export function makePagePart(mapper: Mapper, request: PageArtefact, design: string | undefined): string {
  const { offer } = request;
  const routes = request.routes && design !== undefined ? routesOf(readDesign(design)) : undefined;
  if (request.kind === 'page') return JSON.stringify(listOperations(mapper, offer, routes));
  return describeOperation(mapper, request.name, offer, routes, design);
}

function listOperations(mapper: Mapper, offer: Offer, routes: RouteTable | undefined): PageContents {
  const { model, operations } = mapper;
  const service = model.services[model.exposed[0]?.service ?? 0];
  const going = new Set(offer.deprecated === true ? [] : offer.deprecated);
  const methods = methodsOf(mapper, offer);
  const byName = new Map(routes?.routes.map((route) => [route.operation, route]));
  return {
    description: service?.documentation ?? model.documentation ?? null,
    operations: operations.flatMap(({ name, documentation }) => {
      const route = byName.get(name);
      // On plans without GET, a route of GET cannot be called.
      if (routes !== undefined && (route === undefined || !isOffered(route, offer))) return [];
      const place =
        routes === undefined || route === undefined
          ? {
              path: operationPath(offer.accountId, offer.serviceSlug, name),
              methods: methods.get(name) ?? [],
              routed: false,
            }
          : { path: pathOfRoute(route, offer, routes), methods: [route.method], routed: true };
      return [
        {
          name,
          ...place,
          documentation: documentation?.slice(0, LISTED) ?? null,
          deprecated: offer.deprecated === true || going.has(name),
        },
      ];
    }),
  };
}

function isOffered({ method }: ParsedRoute, { plan }: Offer): boolean {
  return method !== 'GET' || plan.paid;
}

function pathOfRoute(
  { segments }: ParsedRoute,
  { accountId, serviceSlug }: Offer,
  { base }: RouteTable,
): string {
  const parts = segments.map((part) => ('literal' in part ? part.literal : `{${part.member}}`));
  return `${ROUTES_PREFIX}/${accountId}/${serviceSlug}${[base, ...parts].join('/')}`;
}

function describeOperation(
  mapper: Mapper,
  name: string,
  offer: Offer,
  routes: RouteTable | undefined,
  design: string | undefined,
): string {
  const operation = mapper.compile(name);
  const { info, shape } = operation;
  const route = routes?.routes.find((each) => each.operation === name);
  const alone = {
    model: mapper.model,
    operations: mapper.operations.filter((each) => each.name === name),
    compile: (wanted: string) => mapper.compile(wanted),
  };
  const described = describeService(alone, offer, routes && readDesign(design ?? '{}'));
  const proven = provenExamples(operation);
  const saved = Object.hasOwn(offer.examples, name)
    ? savedExample(mapper, name, offer.examples[name] as string).request
    : undefined;
  const input = (saved ?? proven.request ?? operation.example('input')) as JsonObject;
  const parts: Omit<PageOperation, 'document'> = {
    name: info.name,
    documentation: info.documentation ?? null,
    request: route === undefined ? requestByName(input, shape) : requestOfRoute(input, route, shape),
    result: stringify(proven.result ?? operation.example('output')),
  };
  // The document is printed, not stringified, because its numbers keep all their digits.
  return `${JSON.stringify(parts).slice(0, -1)},"document":${printDocument(described)}}`;
}

/** The parts of a document that the page shows. What only concerns the SOAP service behind it is left out. */
function printDocument(document: OpenAPI31Object): string {
  const { openapi, info, paths, components = {} } = toOpenApi30(document);
  const { schemas = {}, responses = {} } = components;
  const shown = Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item as object).map(([method, operation]) => [
          method,
          forClients(operation as object),
        ]),
      ),
    ]),
  );
  const printed = printOpenApi({ openapi, info, paths: shown, components: { schemas, responses } }, 'json');
  const { openapi: _, info: _info, ...rest } = parseJson(printed) as JsonObject;
  return stringify(rest);
}

/** An operation of a document without its SOAP side, its tags and its id. */
function forClients(operation: object): object {
  const { 'x-soap': _, tags: _tags, operationId: _id, ...rest } = operation as Record<string, unknown>;
  return rest;
}
