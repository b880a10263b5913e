import { ValidationError } from '@soapstone/client';
import { type CallProblem, problemDetails } from '@soapstone/http-contract';
import {
  addRouteHeaders,
  asksForEnvelope,
  fileOfResult,
  findRoute,
  headersOfFile,
  isRouteProblem,
  jsonOfFiles,
  LINES_TYPE,
  methodsOfPath,
  nextLink,
  type PageOfLines,
  pageProblem,
  routeProblem,
} from '@soapstone/http-contract/internal/routes';
import { type CompiledOperation, type Mapper, parseJson, stringify } from '@soapstone/json-xml-mapper';
import {
  fileInJson,
  inputOfPage,
  inputOfRoute,
  jsonOfFile,
  jsonOfForm,
  locationOf,
  type MatchedRoute,
  nameParameters,
  type PageCall,
  type RouteTable,
} from '@soapstone/json-xml-mapper/internal/routes';
import { ArrivingFiles, abandon, type FileServer, streamOf, type TakenFile } from './arriving-files.js';
import {
  type AcceptedNumbers,
  assertForm,
  type CallReply,
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
import {
  asksForLines,
  type BodyReader,
  findPage,
  linesResponse,
  onceRead,
  problemIn,
  readPage,
  type ServiceCursors,
  takeBody,
} from './serve-pages.js';

/** The dependencies for serving the routes of a design. */
export interface RouteServer extends Clients, FileServer {
  readonly table: RouteTable;
  readonly mapper: Mapper;
  /** Seals the cursors of pages; undefined for a design without pages. */
  readonly cursors: ServiceCursors | undefined;
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
  /** The page that it asks for. */
  page?: PageCall;
}

/** A response to a call by a route, with its page. */
interface RouteAnswer {
  readonly response: Response;
  readonly page?: PageOfLines;
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
  const call: RouteCall = { request, form: formOf(asJson(request), server), startedAt: performance.now() };
  try {
    assertForm(call.form);
    if (request.method === 'OPTIONS') return describeMethods(orThrow(methodsOfPath(server.table, path)));
    const found = findRoute(server.table, path, request.method);
    if (isRouteProblem(found) && asksForDocument(request, path, server.options))
      return json(server.openapi());
    const matched = orThrow(found);
    return await answer(call, matched, server);
  } catch (error) {
    return refuse(error, call, server);
  }
}

/** Numbers in lines have the form that the request asks for. */
function asJson({ headers }: Request): Pick<Request, 'headers'> {
  const accept = headers.get('accept') ?? '';
  if (!accept.toLowerCase().includes(LINES_TYPE)) return { headers };
  return { headers: new Headers({ accept: accept.replace(/application\/x-ndjson/gi, JSON_TYPE) }) };
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

/** Answers with the result: a page of it, or all pages as lines. */
async function answer(call: RouteCall, found: MatchedRoute, server: RouteServer): Promise<Response> {
  const { request, form } = call;
  const readBody = onceRead(readBodyOf(request, server));
  const first = await answerRoute(call, found, server, readBody);
  if (first.page === undefined || !asksForLines(request)) return first.response;
  return linesResponse(first.response, first.page, request, async (query) => {
    const next: RouteCall = { request, form, startedAt: performance.now() };
    try {
      const { page, response } = await answerRoute(next, found, server, readBody, query);
      return page ?? { problem: await problemIn(response) };
    } catch (error) {
      return { problem: await problemIn(refuse(error, next, server)) };
    }
  });
}

/**
 * Makes the call of a request by a route. Throws what `refuse` describes.
 *
 * @param readBody reads the body, as JSON text unless it is a file
 * @param query the query string of the call
 */
async function answerRoute(
  call: RouteCall,
  found: MatchedRoute,
  server: RouteServer,
  readBody: BodyReader,
  query: string = new URL(call.request.url).search.slice(1),
): Promise<RouteAnswer> {
  call.found = found;
  const { request, form } = call;
  const { route, values } = found;
  const { mapper, options } = server;
  const operation = mapper.compile(route.operation);
  call.operation = operation;
  const page = await findPage(found, query, server);
  if (page !== undefined) call.page = page;
  const { files } = operation.shape;
  const name = page?.operation ?? route.operation;
  const arriving = page === undefined ? await ArrivingFiles.of(request, route, operation, server) : undefined;
  let body: Uint8Array = NO_BODY;
  const read = async () => {
    body = (await arriving?.readJson()) ?? (await readBody(found, operation));
    if (page !== undefined) await takeBody(page, found, body, server);
    const input =
      page === undefined
        ? inputOfRoute(operation, route, { values, query, body })
        : inputOfPage(mapper.compile(page.operation), route, page, { values, body });
    return input instanceof Uint8Array ? parseJson(input, { digits: options.client?.digits }) : input;
  };
  const reply = await makeCall(request, name, form, read, server, options, arriving?.perform).finally(() =>
    arriving?.leave(),
  );
  if (reply instanceof Response) return { response: reply };
  const text = stringify(reply.result);
  const chosen =
    arriving?.taken ??
    fileOfResult(request.headers.get('accept') ?? undefined, files?.result, (place) =>
      fileInJson(place, new TextEncoder().encode(text)),
    );
  const file: TakenFile | undefined = chosen && orThrow(chosen);
  const latencyMs = Math.round(performance.now() - call.startedAt);
  const headers: Record<string, string> = {
    ...(file === undefined ? { 'Content-Type': typeIn(form, JSON_TYPE) } : headersOfFile(file.mediaType)),
  };
  const list = page && (await readPage(page, text));
  if (list?.next !== undefined) headers['Link'] = nextLink(list.next.path);
  const hasBody = addRouteHeaders(headers, {
    status: route.status,
    latencyMs,
    location: relativeLocation(call.found, body, text),
    soapHeaders: Object.keys(reply.soapHeaders).length === 0 ? undefined : stringify(reply.soapHeaders),
    warnings: reply.warnings,
  });
  const isEnveloped = server.table.envelope || asksForEnvelope(request.headers.get('accept') ?? undefined);
  const shown = isEnveloped ? inEnvelope(reply, operation, serviceNameOf(mapper), latencyMs) : text;
  if (!hasBody) abandon(file);
  const response = respond(request, hasBody ? (file?.bytes ?? shown) : null, route.status, headers);
  return { response, ...(list && { page: list }) };
}

/** The name of the service, which stands for the name in a gateway. */
export function serviceNameOf({ model }: Pick<Mapper, 'model'>): string {
  return model.services[model.exposed[0]?.service ?? 0]?.name.localName ?? '';
}

/** The body of a call by name in the gateway. */
function inEnvelope(
  { result, soapHeaders, warnings }: CallReply,
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

function readBodyOf(request: Request, { options }: RouteServer): BodyReader {
  return async ({ route }, { shape: { files } }) => {
    const most = options.maxBodyBytes ?? DEFAULT_BODY_BYTES;
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const read = () => readBody(request, most);
    const json = await jsonOfFiles(header, read, files, route.body, { file: jsonOfFile, form: jsonOfForm });
    if (json !== undefined) return orThrow(json);
    return route.body === undefined ? NO_BODY : await readJsonBody(request, most);
  };
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

/** Creates the problem details of a failed call. */
function refuse(error: unknown, call: RouteCall, server: RouteServer): Response {
  const { request, form, found, operation, page } = call;
  // The client's error wraps the mapper's.
  const cause = error instanceof ValidationError ? error.cause : error;
  const explained =
    found === undefined || operation === undefined ? cause : nameParameters(operation, found.route, cause);
  const odd = page?.explain(explained);
  const named = odd === undefined ? explained : new RequestProblem(pageProblem(odd));
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
  body: string | TakenFile['bytes'] | null,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const common = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers };
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    if (method !== 'HEAD') return new Response(streamOf(body), { status, headers: common });
    abandon({ bytes: body });
    return new Response(null, { status, headers: common });
  }
  if (method !== 'HEAD' || body === null) return new Response(body, { status, headers: common });
  const length = String((typeof body === 'string' ? new TextEncoder().encode(body) : body).length);
  return new Response(null, { status, headers: { ...common, 'Content-Length': length } });
}
