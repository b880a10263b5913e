import { withCode } from '@soapstone/http-contract';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { METADATA_PATH } from '../calls/agents/answer-agent.js';
import type { TokenAccess } from '../calls/agents/token-access.js';
import { createRequestId } from '../domain/calls/request-id.js';
import { errorResponse } from '../errors/error-response.js';
import { badRequest, GatewayError } from '../errors/errors.js';
import type { Log } from '../log/log.js';
import { describeService } from '../owners/management/describe-service.js';
import { sameSecret } from '../owners/management/routing/identify.js';
import type { Metrics } from '../telemetry/metrics.js';
import { AGENT_PREFIX, protectedResourceMetadata } from './lanes/agent-lane.js';
import { type ManagementApi, mountManagement } from './lanes/management.js';
import { mountOffers, type OffersDependencies } from './lanes/offers.js';
import { mountPages, type PagesDependencies } from './lanes/pages.js';
import { addressOf, sentKeys } from './lanes/proxy-lane.js';
import type { FailRequest } from './messages/fail-request.js';
import { nameInPath } from './messages/path-name.js';
import { writeResponse } from './messages/write-response.js';
import { mountDashboard } from './pages/dashboard.js';

/** The dependencies of the routes other than the proxy's. */
export interface AppDependencies extends OffersDependencies, ManagementApi, PagesDependencies {
  /** Rejects if the process cannot serve; resolves to false while it is stopping. */
  readonly ready: () => Promise<boolean>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'contentType' | 'print' | 'cspReport'>;
  readonly fail: FailRequest;
  /** Access of agents with tokens; absent if the operator allows no authorization server. */
  readonly tokens?: TokenAccess | undefined;
}

/** The routes of the gateway other than the proxy's. Paths are exact: case and trailing slashes matter, as they do on the proxy path. */
export function createApp(deps: AppDependencies): Express {
  const app: Express = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('strict routing', true);
  app.set('case sensitive routing', true);
  app.set('query parser', 'simple');

  app.get(`${METADATA_PATH}${AGENT_PREFIX}/*path`, async (request, response) => {
    const { status, headers, body } = await protectedResourceMetadata(request.path, deps);
    writeResponse(request, response, { status, headers, body: Buffer.from(body) });
  });

  app.get('/api/services/:serviceId/openapi', async (request, response) => {
    const answer = await describeService(
      {
        id: createRequestId(),
        serviceId: nameInPath(request.params.serviceId),
        apiKeys: sentKeys(request),
        address: () => addressOf(request, deps.hops),
        cookie: request.headers.cookie,
        ifNoneMatch: request.headers['if-none-match'],
      },
      deps,
    );
    writeResponse(request, response, answer);
  });

  mountOffers(app, deps);
  mountPages(app, deps);
  mountManagement(app, deps);

  app.get('/metrics', async (request, response) => {
    const expected = `Bearer ${deps.adminKey ?? ''}`;
    if (deps.adminKey === undefined || !sameSecret(request.headers.authorization ?? '', expected)) {
      return notFound(request, response, () => {});
    }
    const body = Buffer.from(await deps.metrics.print());
    writeResponse(request, response, {
      status: 200,
      headers: { 'Content-Type': deps.metrics.contentType, 'Cache-Control': 'no-store' },
      body,
    });
  });
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/readyz', async (_request, response) => {
    const ready = await deps.ready().catch(() => false);
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' });
  });

  mountDashboard(app, deps);

  app.use(notFound);
  app.use(lastResort(deps.fail));
  return app;
}

const notFound: RequestHandler = (request, response) => {
  const error = new GatewayError({
    ...withCode('NO_SUCH_PATH'),
    message: 'Nothing is served at this path',
  });
  writeResponse(request, response, errorResponse(error, createRequestId(), {}));
};

/** Express itself throws, with a 4xx status, for a path that cannot be decoded. Everything else is a bug. */
function lastResort(fail: FailRequest): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const clientStatus = Number((error as { status?: unknown } | undefined)?.status);
    const isMalformed = clientStatus >= 400 && clientStatus < 500;
    fail(request, response, isMalformed ? badRequest('MALFORMED_REQUEST', 'The path is malformed') : error);
  };
}
