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
  FILE_TYPE,
  fileOfResult,
  findRoute,
  type HttpRoute,
  hasFile,
  isRouteProblem,
  methodsOfPath,
  routeProblem,
} from '@soapstone/http-contract/internal/routes';
import { stringify } from '@soapstone/json-xml-mapper';
import {
  fileInJson,
  inputOfRoute,
  jsonOfFile,
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
import { callProblemOf, type GatewayResponse, JSON_TYPE } from '../servers/error-response.js';
import { LOCAL_ACCOUNT, type ServedService } from '../servers/served-service.js';
import type { GatewayOptions, GatewayRequest } from './gateway-request.js';
import { keptDocument } from './kept-document.js';

/** What a request to the routes of a service carries. */
interface RouteRequest extends GatewayRequest {
  /** The path below the service, as it was sent. */
  readonly path: string;
  readonly query: string;
}

const EMPTY_OBJECT = new TextEncoder().encode('{}');

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
  const served = options.services.find(({ slug }) => isBelow(path, folderOf(slug)));
  if (served === undefined) {
    const message = 'No service of this account has this name; the page at / lists all';
    return refuseRoute({ ...withCode('SERVICE_NOT_FOUND'), message }, request.id);
  }
  const below = path.slice(folderOf(served.slug).length);
  const accepted = readAcceptedNumbers(request.accept);
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
  if (!isRouteProblem(found)) return await callRoute(request, found, served, service, options);
  // A route with this path wins.
  const reads = method === 'GET' || method === 'HEAD';
  if (reads && path === '/openapi.json' && routes !== undefined)
    return { status: 200, contentType: JSON_TYPE, body: documentOf(served, options.baseUrl) };
  return refuseRoute(found, id);
}

async function callRoute(
  { method, query, body, id, accept, contentType: sent }: RouteRequest,
  { route, values }: MatchedRoute,
  { routes, slug, endpoint }: ServedService,
  service: Service,
  { transport, credentials, quota, now }: GatewayOptions,
): Promise<GatewayResponse> {
  const { operation: name } = route;
  const refuse = (error: unknown) => {
    const problem = callProblemOf(error, name);
    const missing = missingOf(service, name);
    const message = missing === undefined ? problem.message : `${problem.message}; ${missing}`;
    return refuseRoute({ ...problem, message }, id, route.faults);
  };
  try {
    const operation = service.mapper.compile(name);
    try {
      quota.count();
      const { files } = operation.shape;
      const isFile =
        files?.body !== undefined && hasFile((header) => (header === 'content-type' ? sent : undefined));
      const json = isFile ? jsonOfFile(files.body, body) : body.length === 0 ? EMPTY_OBJECT : body;
      const input = inputOfRoute(operation, route, { values, query, body: json });
      const startedAt = now();
      const { reply } = await exchangeInSession(service, transport, operation, input, {
        endpoint,
        credentials,
        port: portOf(service, name),
      });
      if (reply.kind === 'fault') return refuseRoute(faultProblem(reply.fault), id, route.faults);
      const text = stringify(reply.result);
      const file = fileOfResult(accept, files?.result, (place) => fileInJson(place, Buffer.from(text)));
      if (file !== undefined && isRouteProblem(file)) return refuseRoute(file, id, route.faults);
      const latencyMs = Math.round(now() - startedAt);
      const shown =
        routes?.envelope === true ? stringify(proxyBodyOf(operation, reply, slug, latencyMs)) : text;
      const location = locationOf(route, { values, body: json }, Buffer.from(text));
      const headers: Record<string, string> = { 'Content-Type': file === undefined ? JSON_TYPE : FILE_TYPE };
      const hasBody = addRouteHeaders(headers, {
        status: route.status,
        latencyMs,
        soapHeaders: reply.headers === undefined ? undefined : stringify(reply.headers),
        warnings: reply.warnings,
        location: location === undefined ? undefined : `${folderOf(slug)}${routes?.base ?? ''}${location}`,
      });
      const { 'Content-Type': contentType, ...others } = headers;
      const length = method === 'HEAD' &&
        hasBody && { 'Content-Length': String(Buffer.byteLength(file ?? shown)) };
      return {
        status: route.status,
        ...defined({ contentType }),
        headers: { ...others, ...length },
        body: hasBody ? (file ?? shown) : '',
      };
    } catch (error) {
      throw nameParameters(operation, route, error);
    }
  } catch (error) {
    return refuse(error);
  }
}

/** The path of the routes of a service. */
export function folderOf(slug: string): string {
  return `${ROUTES_PREFIX}/${LOCAL_ACCOUNT}/${encodeURIComponent(slug)}`;
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

const documentOf = keptDocument(({ service, slug }, baseUrl) => {
  const contract = routesContract({ baseUrl, accountId: LOCAL_ACCOUNT, serviceSlug: slug });
  return generateOpenApi(service.mapper, { ...contract, routes: service.designed.design });
});
