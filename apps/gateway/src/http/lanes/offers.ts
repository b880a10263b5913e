import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_PREFIX, ROUTES_PREFIX } from '@soapstone/http-contract';
import type { Express, Request, RequestHandler } from 'express';
import { answerIndex, type IndexDependencies } from '../../calls/offers/answer-index.js';
import { problemResponse } from '../../calls/routes/problem-response.js';
import { createRequestId } from '../../domain/calls/request-id.js';
import {
  type DescriptionDependencies,
  describeRoutes,
  describeService,
  ROUTES_DESCRIPTION,
  type RoutesDescriptionRequest,
} from '../../owners/management/describe-service.js';
import { nameInPath } from '../messages/path-name.js';
import { writeResponse } from '../messages/write-response.js';
import { addressOf, sentKeys } from './proxy-lane.js';

/** The dependencies of the list of services for clients with a key. */
export interface OffersDependencies extends DescriptionDependencies {
  readonly index: IndexDependencies;
  /** The number of trusted proxies. */
  readonly hops: number;
  /** Answers calls, of which one may have the path of the description of the routes. */
  readonly proxy: (request: IncomingMessage, response: ServerResponse) => void;
}

/** `/api/v1/{account}`, `/api/v1/{account}/{service}` and `/api/v1/{account}/{service}/openapi.json`. No id and no slug needs escapes. */
const OFFERS = /^\/api\/v1\/[^/?%]+(?:\/[^/?%]+(?:\/openapi\.json)?)?\/?(?:\?|$)/;

/** `/apis/{account}/{service}/openapi.json`. */
const ROUTES_OFFERS = /^\/apis\/[^/?%]+\/[^/?%]+\/openapi\.json(?:\?|$)/;

/** Whether a request asks what there is to call, and is not a call. Calls of an operation have a longer path. */
export function isOffersRequest({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && (OFFERS.test(url) || ROUTES_OFFERS.test(url));
}

/** Mounts the indexes of an account and a service, and the description of a service by its slug. */
export function mountOffers(app: Express, deps: OffersDependencies): void {
  const index: RequestHandler = async (request, response) => {
    const { accountId, slug } = request.params as Partial<Record<string, string>>;
    const answer = await answerIndex(
      {
        id: createRequestId(),
        apiKeys: sentKeys(request),
        address: () => addressOf(request, deps.hops),
        accept: request.headers.accept,
        ...(accountId !== undefined && { accountId: nameInPath(accountId) }),
        ...(slug !== undefined && { serviceSlug: nameInPath(slug) }),
      },
      deps.index,
    );
    writeResponse(request, response, answer);
  };
  for (const path of ['', '/', '/:slug', '/:slug/']) app.get(`${API_PREFIX}/:accountId${path}`, index);
  // Without a key, this is the dashboard's page.
  app.get('/', (request, response, next) =>
    sentKeys(request).length > 0 ? index(request, response, next) : next(),
  );
  const describedIn = (request: Request) => ({
    id: createRequestId(),
    accountId: nameInPath(String(request.params['accountId'])),
    slug: nameInPath(String(request.params['slug'])),
    apiKeys: sentKeys(request),
    address: () => addressOf(request, deps.hops),
    ifNoneMatch: request.headers['if-none-match'],
  });
  app.get(`${API_PREFIX}/:accountId/:slug/openapi.json`, async (request, response) => {
    writeResponse(request, response, await describeService(describedIn(request), deps));
  });
  app.get(`${ROUTES_PREFIX}/:accountId/:slug${ROUTES_DESCRIPTION}`, async (request, response) => {
    const fail: RoutesDescriptionRequest['fail'] = (error, id) => problemResponse(error, [], id, {});
    const answer = await describeRoutes({ ...describedIn(request), fail }, deps);
    if (answer === undefined) deps.proxy(request, response);
    else writeResponse(request, response, answer);
  });
}
