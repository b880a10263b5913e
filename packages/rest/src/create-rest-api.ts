import { type Client, type ClientSource, createClient, createSessionStore } from '@soapstone/client';
import { type CallProblem, methodProblem, problemDetails, restErrors } from '@soapstone/http-contract';
import { metaEnvelope, ROUTE_HEADERS } from '@soapstone/http-contract/internal/routes';
import {
  type CompiledOperation,
  createMapper,
  type Mapper,
  OperationNotFoundError,
  stringify,
} from '@soapstone/json-xml-mapper';
import type { Design } from '@soapstone/json-xml-mapper/design';
import { routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import { createUncheckedMapper } from '@soapstone/json-xml-mapper/unchecked';
import { generateOpenApi, printOpenApi, provenExamples, toOpenApi30 } from '@soapstone/openapi-generator';
import { OptionError } from '@soapstone/options';
import {
  type AcceptedNumbers,
  assertForm,
  type Clients,
  describeFailure,
  formOf,
  JSON_TYPE,
  json,
  makeCall,
  typeIn,
} from './make-call.js';
import { createPaths } from './operation-paths.js';
import {
  assertKnownNames,
  assertRequest,
  assertRestOptions,
  descriptionOptions,
  inClient,
  inRestOptions,
  type RestOptions,
} from './options.js';
import { DEFAULT_BODY_BYTES, RequestProblem, readInput } from './read-input.js';
import { cursorsOfService } from './serve-pages.js';
import { pathInRoutes, type RouteServer, serveRoute, serviceNameOf } from './serve-routes.js';

/** A SOAP service as a JSON API. */
export interface RestApi {
  /**
   * Answers one request. Never rejects: an error becomes a response. It is bound, so that it can be passed without its object:
   * `app.mount('/users', api.fetch)`.
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The client that makes the calls. */
  readonly client: Client;
  /**
   * The OpenAPI document of the operations by name, or of the routes of the design, as JSON text. Generated on first use. Throws `OptionError`
   * if the design has no routes.
   */
  openapi(of?: 'operations' | 'routes'): string;
  /** Closes the connections to the SOAP service. Requests in flight fail. */
  close(): Promise<void>;
}

/**
 * Reads a WSDL and creates a JSON API for its operations: `POST /GetUser` takes the input as JSON and answers with the result. The body is
 * checked against the schema before anything is sent; errors are JSON; `GET /openapi.json` returns the description. The routes of a design
 * (`client.design`) are served below `/apis`.
 *
 * The result works wherever a `fetch` handler does (Hono, Deno, Bun, Workers); `@soapstone/rest/node` mounts it in node:http and Express,
 * `@soapstone/rest/fastify` in Fastify.
 *
 * @param source an address, a path, a text, a bundle or a `ServiceModel`: see `ClientSource`
 * @throws {OptionError} for an unknown option and for a value that cannot be used
 * @throws {WsdlError} if the WSDL cannot be fetched or read. Its `cause` says why the server did not respond.
 *
 * @example
 * ```ts
 * const api = await createRestApi('https://example.com/users?wsdl', { faultStatuses: { UserNotFound: 404 } });
 * express().use('/users', toNodeHandler(api)).listen(3000);
 * ```
 */
export async function createRestApi(source: ClientSource, options: RestOptions = {}): Promise<RestApi> {
  assertRestOptions(options);
  return await openRestApi(source, withOneSession(options));
}

async function openRestApi(source: ClientSource, options: RestOptions): Promise<RestApi> {
  const described = descriptionOptions(options);
  const client = await createClient(source, options.client).catch((error: unknown) => {
    throw inClient(error);
  });
  const { numbers, unwrap, unwrapByOperation, design } = options.client ?? {};
  const compiling = { numbers, unwrap, unwrapByOperation, design };
  const mapper = createMapper(client.$model, compiling);
  let numberStrings: Client | undefined;
  try {
    // Reports invalid options now; the document itself is generated on first use.
    generateOpenApi({ ...mapper, operations: [] }, described);
    assertKnownNames(options, mapper.model);
    if (numbers === undefined) numberStrings = await withNumberStrings(client, options);
  } catch (error) {
    await client.$close();
    throw inRestOptions(error);
  }
  const table = design === undefined ? undefined : routesOf(design);
  const hasPages = table?.routes.some(({ page }) => page !== undefined) === true;
  const cursors = hasPages ? cursorsOfService(mapper, options) : undefined;
  let fileMapper: Mapper | undefined;
  const documents = new Map<string, string>();
  const openapi = (of: 'operations' | 'routes' = 'operations'): string => {
    if (of === 'routes' && table === undefined)
      throw new OptionError('openapi', { path: '/of', expected: 'expected a design with routes' });
    const document =
      documents.get(of) ?? printDocument(mapper, options, of === 'routes' ? design : undefined);
    documents.set(of, document);
    return document;
  };
  const clients = { client, numberStrings };
  const byName = createHandler({ ...clients, mapper, options, openapi });
  const answer =
    table === undefined
      ? byName
      : withRoutes(byName, {
          ...clients,
          mapper,
          options,
          table,
          cursors,
          fileMapper: () => {
            fileMapper ??= createUncheckedMapper(client.$model, compiling);
            return fileMapper;
          },
          openapi: () => openapi('routes'),
        });
  return {
    async fetch(request) {
      assertRequest(request);
      return await answer(request);
    },
    client,
    openapi,
    async close() {
      await Promise.all([client.$close(), numberStrings?.$close()]);
    },
  };
}

/** Everything below the path of the routes is theirs. */
function withRoutes(byName: RestApi['fetch'], routes: RouteServer): RestApi['fetch'] {
  return async (request) => {
    const path = pathInRoutes(new URL(request.url).pathname, routes.options);
    return path === undefined ? await byName(request) : await serveRoute(request, path, routes);
  };
}

/** Both clients of an API share one session (DF-7). */
function withOneSession(options: RestOptions): RestOptions {
  const { client } = options;
  if (client?.design?.session === undefined || client.sessionStore !== undefined) return options;
  return { ...options, client: { ...client, sessionStore: createSessionStore() } };
}

/** The client of calls that ask for strings (NM-2). It compiles an operation, and connects, when a call first uses it. */
function withNumberStrings({ $model }: Client, options: RestOptions): Promise<Client> {
  // The model has the operations that these options selected.
  const selected = { service: undefined, port: undefined, soapVersion: undefined };
  return createClient($model, { ...options.client, ...selected, numbers: 'string' });
}

/** @param routes the design whose routes are described, in place of the operations by name */
function printDocument(mapper: Mapper, options: RestOptions, routes: Design | undefined): string {
  const document = generateOpenApi(mapper, {
    ...descriptionOptions(options),
    ...(routes !== undefined && {
      routes,
      envelope: metaEnvelope(serviceNameOf(mapper)),
      errors: problemDetails,
      successHeaders: ROUTE_HEADERS,
    }),
    ...(options.examples === true && {
      examples: (operation: string) => provenExamples(mapper.compile(operation)),
    }),
  });
  return printOpenApi(options.openapiVersion === '3.0' ? toOpenApi30(document) : document, 'json');
}

interface Served extends Clients {
  readonly mapper: Mapper;
  readonly options: RestOptions;
  readonly openapi: () => string;
}

function createHandler(served: Served): RestApi['fetch'] {
  const { mapper, options, openapi } = served;
  const { errors = restErrors, faultStatuses = {}, envelope, maxBodyBytes = DEFAULT_BODY_BYTES } = options;
  const paths = createPaths(options);

  const refuse = (problem: CallProblem, status: number, form: AcceptedNumbers): Response =>
    json(stringify(errors.body(problem, status)), status, {
      'content-type': typeIn(form, errors.contentType),
      ...problem.headers,
    });

  /** The operation that a request calls. Throws `OperationNotFoundError`, and `RequestProblem` for a method that is not allowed. */
  const find = (request: Request, name: string): CompiledOperation => {
    const operation = mapper.compile(name);
    const methods = paths.methodsOf(operation.info);
    if (methods.length === 0) throw new OperationNotFoundError({ operation: name });
    if (!methods.includes(request.method)) {
      throw new RequestProblem(methodProblem(methods, request.method));
    }
    return operation;
  };

  const call = async (request: Request, name: string, form: AcceptedNumbers): Promise<Response> => {
    assertForm(form);
    const operation = find(request, name);
    const read = () => readInput(request, operation, maxBodyBytes, options.client?.digits);
    const reply = await makeCall(request, name, form, read, served, options);
    if (reply instanceof Response) return reply;
    const { result } = reply;
    return json(stringify(envelope === undefined ? result : { [envelope]: result }), 200, {
      'content-type': typeIn(form, JSON_TYPE),
    });
  };

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === paths.openapiPath && request.method === 'GET') return json(openapi());
    const name = paths.operationAt(pathname) ?? '';
    const form = formOf(request, served);
    try {
      return await call(request, name, form);
    } catch (error) {
      const { problem, status } = describeFailure(error, request, name, faultStatuses, served, options);
      return refuse(problem, status, form);
    }
  };
}
