import { type FullReply, ValidationError } from '@soapstone/client';
import { type CallProblem, problemDetails } from '@soapstone/http-contract';
import {
  addRouteHeaders,
  FILE_TYPE,
  fileOfResult,
  findRoute,
  hasFile,
  isRouteProblem,
  methodsOfPath,
  routeProblem,
} from '@soapstone/http-contract/internal/routes';
import {
  type CompiledOperation,
  type JsonObject,
  type Mapper,
  parseJson,
  stringify,
} from '@soapstone/json-xml-mapper';
import {
  fileInJson,
  inputOfRoute,
  jsonOfFile,
  locationOf,
  type MatchedRoute,
  nameParameters,
  type RouteTable,
} from '@soapstone/json-xml-mapper/internal/routes';
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
import type { RestOptions } from './options.js';
import { DEFAULT_BODY_BYTES, RequestProblem, readBody, readJsonBody } from './read-input.js';

/** What serves the routes of a design. */
export interface RouteServer extends Clients {
  readonly table: RouteTable;
  readonly mapper: Mapper;
  readonly options: RestOptions;
  /** The OpenAPI document of the routes. */
  readonly openapi: () => string;
}

/** One request to the routes, as far as it is known. */
interface RouteCall {
  readonly request: Request;
  readonly form: AcceptedNumbers;
  readonly startedAt: number;
  found?: MatchedRoute;
  operation?: CompiledOperation;
}

const NO_BODY = new Uint8Array();

/** The path below the routes of an API; undefined for a path that is elsewhere. */
export function pathInRoutes(pathname: string, { routesPath = '/apis' }: RestOptions): string | undefined {
  const folder = routesPath === '/' ? '' : routesPath;
  if (!pathname.startsWith(folder)) return undefined;
  const below = pathname.slice(folder.length);
  return below === '' || below.startsWith('/') ? below : undefined;
}

/**
 * Answers a request to the routes of a design: the result itself, or problem details. Never rejects.
 *
 * @param path the path below the routes, as it was sent
 */
export async function serveRoute(request: Request, path: string, server: RouteServer): Promise<Response> {
  const call: RouteCall = { request, form: formOf(request, server), startedAt: performance.now() };
  try {
    assertForm(call.form);
    if (request.method === 'OPTIONS') return describeMethods(orThrow(methodsOfPath(server.table, path)));
    const found = findRoute(server.table, path, request.method);
    if (isRouteProblem(found) && asksForDocument(request, path, server.options))
      return json(server.openapi());
    call.found = orThrow(found);
    return await answer(call, call.found, server);
  } catch (error) {
    return refuse(error, call, server);
  }
}

/** A route with the path of the document wins. */
function asksForDocument({ method }: Request, path: string, { openapiPath }: RestOptions): boolean {
  return (method === 'GET' || method === 'HEAD') && path === '/openapi.json' && openapiPath !== false;
}

function describeMethods(methods: readonly string[]): Response {
  const headers = { Allow: methods.join(', '), 'Cache-Control': 'no-store' };
  return new Response(null, { status: 204, headers });
}

function orThrow<T extends object>(found: T | CallProblem): T {
  if (isRouteProblem(found)) throw new RequestProblem(found);
  return found;
}

async function answer(
  call: RouteCall,
  { route, values }: MatchedRoute,
  server: RouteServer,
): Promise<Response> {
  const { request, form } = call;
  const { mapper, options } = server;
  const operation = mapper.compile(route.operation);
  call.operation = operation;
  const { files } = operation.shape;
  let body: Uint8Array = NO_BODY;
  const read = async () => {
    const most = options.maxBodyBytes ?? DEFAULT_BODY_BYTES;
    const isFile = files?.body !== undefined && hasFile((name) => request.headers.get(name) ?? undefined);
    if (isFile) body = jsonOfFile(files.body, await readBody(request, most));
    else if (route.body !== undefined) body = await readJsonBody(request, most);
    const query = new URL(request.url).search.slice(1);
    const input = inputOfRoute(operation, route, { values, query, body });
    return input instanceof Uint8Array ? parseJson(input, { digits: options.client?.digits }) : input;
  };
  const reply = await makeCall(request, route.operation, form, read, server, options);
  if (reply instanceof Response) return reply;
  const text = stringify(reply.result);
  const chosen = fileOfResult(request.headers.get('accept') ?? undefined, files?.result, (place) =>
    fileInJson(place, new TextEncoder().encode(text)),
  );
  const file = chosen && orThrow(chosen);
  const latencyMs = Math.round(performance.now() - call.startedAt);
  const headers: Record<string, string> = {
    'Content-Type': file === undefined ? typeIn(form, JSON_TYPE) : FILE_TYPE,
  };
  const hasBody = addRouteHeaders(headers, {
    status: route.status,
    latencyMs,
    location: relativeLocation(call.found, body, text),
    soapHeaders: Object.keys(reply.soapHeaders).length === 0 ? undefined : stringify(reply.soapHeaders),
    warnings: reply.warnings,
  });
  const shown = server.table.envelope ? inEnvelope(reply, operation, serviceNameOf(mapper), latencyMs) : text;
  return respond(request, hasBody ? (file ?? shown) : null, route.status, headers);
}

/** The name of the service, which stands for the name in a gateway. */
export function serviceNameOf({ model }: Pick<Mapper, 'model'>): string {
  return model.services[model.exposed[0]?.service ?? 0]?.name.localName ?? '';
}

/** The body of a call by name in the gateway. */
function inEnvelope(
  { result, soapHeaders, warnings }: FullReply<JsonObject>,
  { info }: CompiledOperation,
  service: string,
  latencyMs: number,
): string {
  const meta = {
    service,
    operation: info.name,
    latencyMs,
    cached: false,
    ...(Object.keys(soapHeaders).length > 0 && { soapHeaders }),
    ...(warnings.length > 0 && { warnings }),
  };
  return stringify({ result, meta });
}

/** `Location` relative to the request, because the API does not know where it is mounted (RFC 9110, section 10.2.2). */
function relativeLocation(
  found: MatchedRoute | undefined,
  body: Uint8Array,
  result: string,
): string | undefined {
  if (found === undefined || found.route.location.length === 0) return undefined;
  const { route, values } = found;
  const location = locationOf(route, { values, body }, new TextEncoder().encode(result));
  if (location === undefined) return undefined;
  const toBase = '../'.repeat(Math.max(0, route.segments.length - 1));
  return `${toBase === '' ? './' : toBase}${location.slice(1)}`;
}

function refuse(error: unknown, call: RouteCall, server: RouteServer): Response {
  const { request, form, found, operation } = call;
  // The client's error wraps the mapper's.
  const cause = error instanceof ValidationError ? error.cause : error;
  const named =
    found === undefined || operation === undefined ? cause : nameParameters(operation, found.route, cause);
  const name = found?.route.operation ?? '';
  const described = describeFailure(named, request, name, {}, server, server.options);
  const { problem } = described;
  const { status, body } = routeProblem(problem, described.status, found?.route.faults ?? []);
  return respond(request, stringify(body), status, {
    'Content-Type': typeIn(form, problemDetails.contentType),
    ...problem.headers,
  });
}

/** The response to a `HEAD` has the headers of the one to a GET. */
function respond(
  { method }: Request,
  body: string | Uint8Array | null,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers };
  if (method !== 'HEAD' || body === null) return new Response(body, { status, headers: common });
  const length = String((typeof body === 'string' ? new TextEncoder().encode(body) : body).length);
  return new Response(null, { status, headers: { ...common, 'Content-Length': length } });
}
