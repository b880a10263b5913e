import { randomUUID } from 'node:crypto';
import {
  type CallProblem,
  faultProblem,
  notAcceptableProblem,
  problemDetails,
  problemStatus,
  ROUTES_PREFIX,
  readAcceptedNumbers,
  routesContract,
  withCode,
} from '@soapstone/http-contract';
import {
  addRouteHeaders,
  asksForEnvelope,
  cursorProblem,
  fileOfResult,
  findRoute,
  type HttpRoute,
  headersOfFile,
  isRouteProblem,
  methodsOfPath,
  nextLink,
  pageProblem,
  routeProblem,
} from '@soapstone/http-contract/internal/routes';
import { stringify } from '@soapstone/json-xml-mapper';
import {
  fileInJson,
  inputOfPage,
  inputOfRoute,
  locationOf,
  type MatchedRoute,
  nameParameters,
} from '@soapstone/json-xml-mapper/internal/routes';
import { generateOpenApi } from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import { missingOf } from '../description/incomplete.js';
import { portOf, type Service, withNumberStrings } from '../description/service.js';
import { proxyBodyOf } from '../exchange/proxy-response.js';
import { exchangeInSession } from '../exchange/session-exchange.js';
import { callProblemOf, type GatewayResponse, JSON_TYPE } from '../local-servers/error-response.js';
import { LOCAL_ACCOUNT, type ServedService } from '../local-servers/served-service.js';
import { bodyOf, FileProblem, filesOfCall } from './arriving-files.js';
import type { GatewayOptions, GatewayRequest } from './gateway-request.js';
import { jsonOfBody } from './json-of-body.js';
import { keptDocument } from './kept-document.js';
import {
  asksForLines,
  encodedPath,
  findPage,
  linesFrom,
  pageOfLines,
  type RouteAnswer,
} from './route-pages.js';

/** The contents of a request to the routes of a service. */
interface RouteRequest extends GatewayRequest {
  /** The path below the service, as it was sent. */
  readonly path: string;
  readonly query: string;
}

/** Whether a path, including its query, is one of routes. */
export function isRoutePath(url: string): boolean {
  return url === ROUTES_PREFIX || url.startsWith(`${ROUTES_PREFIX}/`) || url.startsWith(`${ROUTES_PREFIX}?`);
}

/**
 * Answers a request to the routes of a design, as the gateway does: `/apis/local/{slug}` and the path of the route. Never rejects.
 *
 * @param path without the query string
 */
export async function serveRoute(
  request: GatewayRequest,
  path: string,
  query: string,
  options: GatewayOptions,
): Promise<GatewayResponse> {
  const served = options.services.find(({ slug }) => `${path}/`.startsWith(`${folderOf(slug)}/`));
  if (served === undefined) {
    const message = 'No service of this account has this name; the page at / lists all';
    return refuseRoute({ ...withCode('SERVICE_NOT_FOUND'), message }, request.id);
  }
  const below = path.slice(folderOf(served.slug).length);
  // Numbers in lines have the form that the lines are asked for in.
  const accepted = readAcceptedNumbers(
    request.accept?.replace(/application\/x-ndjson/gi, 'application/json'),
  );
  if (accepted === 'none') return refuseRoute(notAcceptableProblem(), request.id);
  const service = accepted === 'string' ? withNumberStrings(served.service) : served.service;
  const answer = await answerRoute({ ...request, path: below, query }, served, service, options);
  if (accepted !== 'string') return answer;
  const strings =
    answer.contentType === JSON_TYPE ? { contentType: `${JSON_TYPE}; IEEE754Compatible=true` } : {};
  return { ...answer, ...strings, headers: { Vary: 'Accept', ...answer.headers } };
}

/** Creates the problem details of a request to a route. */
export function refuseRoute(
  problem: CallProblem,
  requestId: string,
  faults: HttpRoute['faults'] = [],
): GatewayResponse {
  const { status, body } = routeProblem(problem, problemStatus(problem), faults, requestId);
  return {
    status,
    contentType: problemDetails.contentType,
    body: stringify(body),
    ...defined({ headers: problem.headers }),
  };
}

async function answerRoute(
  request: RouteRequest,
  served: ServedService,
  service: Service,
  options: GatewayOptions,
): Promise<GatewayResponse> {
  const { method, path, id } = request;
  const { routes } = served;
  if (method === 'OPTIONS') {
    const methods = methodsOfPath(routes, path);
    if (isRouteProblem(methods)) return refuseRoute(methods, id);
    return { status: 204, headers: { Allow: methods.join(', ') }, body: '' };
  }
  const found = findRoute(routes, path, method);
  if (!isRouteProblem(found)) return await answerCall(request, found, served, service, options);
  // A route with this path wins.
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && path === '/openapi.json' && routes !== undefined)
    return { status: 200, contentType: JSON_TYPE, body: documentOf(served, options.baseUrl) };
  return refuseRoute(found, id);
}

/** Answers with the result: a page of it, or all pages as lines. */
async function answerCall(
  request: RouteRequest,
  found: MatchedRoute,
  served: ServedService,
  service: Service,
  options: GatewayOptions,
): Promise<GatewayResponse> {
  const { page, ...first } = await callRoute(request, found, served, service, options);
  if (page === undefined || !asksForLines(request)) return first;
  return linesFrom(first, page, (query) =>
    callRoute({ ...request, id: randomUUID(), query }, found, served, service, options),
  );
}

async function callRoute(
  request: RouteRequest,
  found: MatchedRoute,
  served: ServedService,
  service: Service,
  options: GatewayOptions,
): Promise<RouteAnswer> {
  const { route, values } = found;
  const { method, query, id, accept, contentType: sent } = request;
  const { endpoint, slug, routes } = served;
  const { transport, credentials, quota, now, sizes } = options;
  const { operation: name } = route;
  const refuse = (error: unknown) => {
    const problem = error instanceof FileProblem ? error.problem : callProblemOf(error, name);
    const missing = missingOf(service, name);
    const message = missing === undefined ? problem.message : `${problem.message}; ${missing}`;
    return refuseRoute({ ...problem, message }, id, route.faults);
  };
  try {
    const operation = service.mapper.compile(name);
    const asked = await findPage(found, query, slug, service.mapper, options.cursors);
    if (asked === undefined) return refuseRoute(cursorProblem(), id);
    const page = asked === 'none' ? undefined : asked;
    try {
      quota.count();
      const { files } = operation.shape;
      const arriving = await filesOfCall(request, route, operation, service, options);
      const json =
        arriving?.json ?? (await jsonOfBody(await bodyOf(request, sizes), sent, files, route.body));
      if (isRouteProblem(json)) return refuseRoute(json, id, route.faults);
      const isOfList =
        page === undefined || route.body === undefined || page.takeBody(await options.cursors.digest(json));
      if (!isOfList) return refuseRoute(cursorProblem(), id);
      const called = page === undefined ? operation : service.mapper.compile(page.operation);
      const input =
        page === undefined
          ? inputOfRoute(operation, route, { values, query, body: json })
          : inputOfPage(called, route, page, { values, body: json });
      const startedAt = now();
      const { reply } = await exchangeInSession(service, transport, called, input, {
        endpoint,
        credentials,
        port: portOf(service, called.info.name),
        ...arriving?.exchange,
      });
      if (reply.kind === 'fault') return refuseRoute(faultProblem(reply.fault), id, route.faults);
      const text = stringify(reply.result);
      const file =
        arriving?.taken() ??
        fileOfResult(accept, files?.result, (place) => fileInJson(place, Buffer.from(text)));
      if (file !== undefined && isRouteProblem(file)) return refuseRoute(file, id, route.faults);
      const latencyMs = Math.round(now() - startedAt);
      const isEnveloped = routes?.envelope === true || asksForEnvelope(accept);
      const shown = isEnveloped ? stringify(proxyBodyOf(called, reply, slug, latencyMs)) : text;
      const list = await page?.read(Buffer.from(text));
      if (list !== undefined && 'problem' in list) return refuseRoute(pageProblem(list.problem), id);
      const lines = list && pageOfLines(list, `${folderOf(slug)}${encodedPath(request.path)}`);
      const location = locationOf(route, { values, body: json }, Buffer.from(text));
      const headers: Record<string, string> =
        file === undefined ? { 'Content-Type': JSON_TYPE } : { ...headersOfFile(file.mediaType) };
      if (lines?.next !== undefined) headers['Link'] = nextLink(lines.next.path);
      const hasBody = addRouteHeaders(headers, {
        status: route.status,
        latencyMs,
        soapHeaders: reply.headers === undefined ? undefined : stringify(reply.headers),
        warnings: reply.warnings,
        location: location === undefined ? undefined : `${folderOf(slug)}${routes?.base ?? ''}${location}`,
      });
      const { 'Content-Type': contentType, ...others } = headers;
      const shownOf = { status: route.status, ...defined({ contentType, page: lines }) };
      const bytes = file?.bytes ?? shown;
      if (typeof bytes !== 'string' && !(bytes instanceof Uint8Array)) {
        if (hasBody && method !== 'HEAD') return { ...shownOf, headers: others, body: '', stream: bytes };
        await bytes.return?.();
        return { ...shownOf, headers: others, body: '' };
      }
      const length = method === 'HEAD' && hasBody && { 'Content-Length': String(Buffer.byteLength(bytes)) };
      return { ...shownOf, headers: { ...others, ...length }, body: hasBody ? bytes : '' };
    } catch (error) {
      const named = nameParameters(operation, route, error);
      const odd = page?.explain(named);
      if (odd !== undefined) return refuseRoute(pageProblem(odd), id);
      throw named;
    }
  } catch (error) {
    return refuse(error);
  }
}

/** The path of the routes of a service. */
export function folderOf(slug: string): string {
  return `${ROUTES_PREFIX}/${LOCAL_ACCOUNT}/${encodeURIComponent(slug)}`;
}

const documentOf = keptDocument(({ service, slug }, baseUrl) => {
  const contract = routesContract({ baseUrl, accountId: LOCAL_ACCOUNT, serviceSlug: slug });
  return generateOpenApi(service.mapper, { ...contract, routes: service.designed.design });
});
