import {
  faultProblem,
  gatewayContract,
  methodProblem,
  notAcceptableProblem,
  REQUEST_ID_HEADER,
  readAcceptedNumbers,
} from '@soapstone/http-contract';
import { type Mapper, stringify } from '@soapstone/json-xml-mapper';
import { generateOpenApi } from '@soapstone/openapi-generator';
import { missingOf } from '../description/incomplete.js';
import { portOf, withNumberStrings } from '../description/service.js';
import { proxyBodyOf } from '../exchange/proxy-response.js';
import { exchangeInSession } from '../exchange/session-exchange.js';
import {
  errorResponse,
  type GatewayResponse,
  JSON_TYPE,
  problemResponse,
} from '../local-servers/error-response.js';
import { LOCAL_ACCOUNT, type ServedService } from '../local-servers/served-service.js';
import { documentationPage } from './documentation-page.js';
import type { GatewayOptions, GatewayRequest } from './gateway-request.js';
import { keptDocument } from './kept-document.js';
import { isRoutePath, serveRoute } from './serve-route.js';

/**
 * Creates a gateway without accounts, keys and limits: the JSON API of every service, its description, and a page with both. Never
 * rejects; an error becomes a response.
 */
export async function handleRequest(
  request: GatewayRequest,
  options: GatewayOptions,
): Promise<GatewayResponse> {
  const [path = '/', query = ''] = splitOnce(request.url, '?');
  const segments = path.split('/').slice(1).map(decodeSegment);
  if (path === '/') {
    return {
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: documentationPage(options.services, options.baseUrl),
    };
  }
  const described = options.services.find(({ slug }) => segments.length === 2 && segments[0] === slug);
  if (described !== undefined && segments[1] === 'openapi.json') {
    return { status: 200, contentType: JSON_TYPE, body: descriptionOf(described, options.baseUrl) };
  }
  // Everything below the paths of the real gateway responds as it does, including rate-limit headers.
  const answer = isRoutePath(path)
    ? await serveRoute(request, path, query, options)
    : await proxyCall(request, segments, query, options);
  const headers = { ...options.quota.headers(), ...answer.headers, [REQUEST_ID_HEADER]: request.id };
  return {
    ...answer,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
  };
}

async function proxyCall(
  request: GatewayRequest,
  [api, version, account, slug, name = '', ...more]: readonly string[],
  query: string,
  options: GatewayOptions,
): Promise<GatewayResponse> {
  if (api !== 'api' || version !== 'v1' || account !== LOCAL_ACCOUNT || more.length > 0) {
    const message = 'Not found: the page at / lists all services and operations';
    return serviceNotFound(message, request.id);
  }
  const served = options.services.find((each) => each.slug === slug);
  if (served === undefined) {
    const message = 'No service of this account has this name';
    return serviceNotFound(message, request.id);
  }
  const accepted = readAcceptedNumbers(request.accept);
  if (accepted === 'none') return problemResponse(notAcceptableProblem(), request.id);
  const { mapper } = accepted === 'string' ? withNumberStrings(served.service) : served.service;
  const answer = await callOperation(request, query, mapper, name, served, options).catch((error: unknown) =>
    errorResponse(error, name, request.id, missingOf(served.service, name)),
  );
  if (accepted !== 'string') return answer;
  return {
    ...answer,
    contentType: `${JSON_TYPE}; IEEE754Compatible=true`,
    headers: { Vary: 'Accept', ...answer.headers },
  };
}

async function callOperation(
  { method, body, id }: GatewayRequest,
  query: string,
  mapper: Mapper,
  name: string,
  served: ServedService,
  { transport, credentials, quota, now }: GatewayOptions,
): Promise<GatewayResponse> {
  const operation = mapper.compile(name);
  const { info } = operation;
  const methods = info.querySafe.safe ? ['GET', 'POST'] : ['POST'];
  if (!methods.includes(method)) {
    const why = method === 'GET' && !info.querySafe.safe ? info.querySafe.reason : undefined;
    return problemResponse(methodProblem(methods, method, why), id);
  }
  quota.count();
  // An empty body counts as an empty object if nothing is required; otherwise the error says what is missing (VE-7).
  const input = method === 'GET' ? operation.fromQuery(query) : body.length === 0 ? {} : body;
  const startedAt = now();
  const { reply } = await exchangeInSession(served.service, transport, operation, input, {
    endpoint: served.endpoint,
    credentials,
    port: portOf(served.service, info.name),
  });
  if (reply.kind === 'fault') return problemResponse(faultProblem(reply.fault), id);
  const answer = proxyBodyOf(operation, reply, served.slug, Math.round(now() - startedAt));
  return { status: 200, contentType: JSON_TYPE, body: stringify(answer) };
}

function serviceNotFound(message: string, requestId: string): GatewayResponse {
  const type = 'SERVICE_NOT_FOUND';
  return problemResponse({ type, code: type, message }, requestId);
}

const descriptionOf = keptDocument(({ service, slug }, baseUrl) =>
  generateOpenApi(service.mapper, {
    ...gatewayContract({ baseUrl, accountId: LOCAL_ACCOUNT, serviceSlug: slug }),
    defaultPolicy: 'GET + POST',
  }),
);

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not UTF-8, so it cannot be an operation's name.
    return segment;
  }
}
