import { isTransportError } from '@soapstone/soap-transport';
import type { Express, Request, RequestHandler } from 'express';
import { checkBody, prepareBody } from '../management/check-body.js';
import { describeManagement } from '../management/describe-management.js';
import { notFound } from '../management/errors.js';
import { identifyOwner, sameSecret } from '../management/identify.js';
import type { ManagementCall, ManagementDependencies, Route } from '../management/route.js';
import { ROUTES } from '../management/routes.js';
import { badRequest, GatewayError, invalidKey, toGatewayError } from '../proxy/errors.js';
import { errorResponse, JSON_HEADERS } from '../proxy/respond.js';
import { ImportError } from '../registration/import-documents.js';
import { RegistrationError } from '../registration/register.js';
import type { Log } from '../telemetry/log.js';
import { readBody } from './body.js';
import { headerLines } from './proxy-lane.js';
import { createRequestId } from './request-id.js';
import { writeResponse } from './write-response.js';

/** What the management routes need, and how many proxies stand in front. */
export interface ManagementApi extends ManagementDependencies {
  readonly log: Log;
  readonly hops: number;
}

const DEFAULT_BODY = 64 * 1024;

/** Serve the route table. */
export function mountManagement(app: Express, api: ManagementApi): void {
  const description = Buffer.from(`${JSON.stringify(describeManagement(api.baseUrl), null, 2)}\n`);
  app.get('/api/manage/openapi', (request, response) =>
    writeResponse(request, response, { status: 200, headers: JSON_HEADERS, body: description }),
  );
  for (const route of ROUTES) {
    if (route.body !== undefined) prepareBody(route.body);
    app[route.method](route.path, serve(route, api));
  }
}

function serve(route: Route, api: ManagementApi): RequestHandler {
  return async (request, response) => {
    const requestId = createRequestId();
    const headers = { ...JSON_HEADERS, 'Cache-Control': 'no-store', 'X-Request-Id': requestId };
    try {
      const answer = await route.handle(await readCall(route, request, api), api);
      const body = Buffer.from(JSON.stringify(answer.body ?? {}));
      writeResponse(request, response, {
        status: route.status ?? 200,
        headers: { ...headers, ...answer.headers },
        body,
      });
    } catch (error) {
      const failure = toGatewayError(explain(error));
      if (failure.type === 'INTERNAL_ERROR')
        api.log.error(`a management request failed (${requestId})`, error);
      writeResponse(request, response, errorResponse(failure, requestId, {}));
    }
  };
}

/** Who, then what: nobody learns from a body's errors what a path is, who may not use it. */
async function readCall(route: Route, request: Request, api: ManagementApi): Promise<ManagementCall> {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  if (route.access === 'admin') assertAdmin(header('authorization'), api.adminKey);
  const owner =
    route.access === 'owner'
      ? await identifyOwner(
          { method: request.method, apiKeys: headerLines(request, 'x-api-key'), header },
          { ...api, apiKeyPepper: api.secrets.apiKeyPepper },
        )
      : undefined;
  return {
    params: request.params as Record<string, string>,
    query: new URL(request.originalUrl, 'http://localhost').searchParams,
    body: route.body === undefined ? undefined : await readJson(request, route),
    ip: clientAddress(request, api.hops),
    ...(owner === undefined ? {} : { owner }),
  };
}

function assertAdmin(authorization: string | undefined, adminKey: string | undefined): void {
  // Without a key there is no administration, and nothing that says there could be.
  if (adminKey === undefined) throw notFound('path');
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
  if (!sameSecret(given, adminKey)) throw invalidKey();
}

async function readJson(
  request: Request,
  { body: schema, bodyBytes = DEFAULT_BODY }: Route,
): Promise<unknown> {
  // A page of another site can send text or a form without asking first; JSON it cannot.
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw badRequest('UNSUPPORTED_MEDIA', 'Content-Type must be application/json');
  }
  const bytes = await readBody(request, bodyBytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('INVALID_JSON', 'The body is not JSON in UTF-8');
  }
  checkBody(schema!, value);
  return value;
}

/** The address that the outermost trusted proxy saw; without a proxy, the one of the connection. */
function clientAddress(request: Request, hops: number): string {
  const chain = [request.headers['x-forwarded-for'] ?? '', request.socket.remoteAddress ?? '']
    .flat()
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter(Boolean);
  return chain[Math.max(0, chain.length - 1 - hops)] ?? '';
}

/** What went wrong with documents is the owner's to know, word for word. */
function explain(error: unknown): unknown {
  if (error instanceof RegistrationError) return badRequest(error.code, sentence(error.message));
  // A credential profile that no call could use: the message names the member, never its value.
  if (isTransportError(error) && error.code === 'INVALID_REQUEST') {
    return badRequest('SCHEMA_VIOLATION', sentence(error.message));
  }
  if (!(error instanceof ImportError)) return error;
  const details = error.diagnostics.slice(0, 20).map(({ file, line, column, message }) => ({
    path: `${file}:${line}:${column}`,
    keyword: 'format' as const,
    message,
  }));
  return new GatewayError({
    type: 'VALIDATION_ERROR',
    code: error.code,
    message: sentence(error.message),
    ...(details.length === 0 ? {} : { details }),
  });
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
