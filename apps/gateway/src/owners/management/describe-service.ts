import { REQUEST_ID_HEADER, withCode } from '@soapstone/http-contract';
import type { Secrets } from '../../config/data-dir/secrets.js';
import { type Account, type Subscription, subscriptionAt } from '../../domain/accounts/account.js';
import { type KeyScope, knowsService } from '../../domain/accounts/api-key.js';
import type { Plan, Plans } from '../../domain/accounts/plan.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { errorResponse, isKnownTag, JSON_HEADERS, type JsonResponse } from '../../errors/error-response.js';
import { GatewayError, invalidKey, serviceNotFound, toGatewayError } from '../../errors/errors.js';
import type { Log } from '../../log/log.js';
import type { Store } from '../../store/store.js';
import type { Artefacts } from '../description/artefacts.js';
import { findRoutes, offerOf, planRequired } from '../description/offer.js';
import { findSignedIn } from './routing/identify.js';

/** The account of an API key, with its plan. */
export interface KeyAccount extends Subscription {
  readonly account: Account;
  /** The operations that the key may call; undefined for all. */
  readonly scope?: KeyScope | undefined;
}

/** The keys of a request, and where it comes from. */
interface SentKeys {
  readonly apiKeys: readonly string[];
  /** Returns the client's IP address. */
  address(): string;
}

export interface DescriptionDependencies {
  readonly store: Store;
  /** Identifies the account of the single API key in a request, as for a call. Throws `AUTHENTICATION_ERROR`. */
  readonly identifyKey: (sent: SentKeys) => KeyAccount | Promise<KeyAccount>;
  readonly plans: Plans;
  readonly artefacts: Artefacts;
  readonly secrets: Secrets;
  readonly baseUrl: string;
  readonly log: Log;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** A request `GET /api/services/{serviceId}/openapi` or `GET /api/v1/{accountId}/{serviceSlug}/openapi.json`, independent of the HTTP framework. */
export interface DescriptionRequest extends SentKeys {
  readonly id: string;
  /** The service, by its id or by the account and slug in its addresses. */
  readonly serviceId?: string;
  readonly accountId?: string;
  readonly slug?: string;
  readonly cookie?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The path of the description of the routes, below their service, unless a route has it. */
export const ROUTES_DESCRIPTION = '/openapi.json';

/** A request `GET /apis/{accountId}/{serviceSlug}/openapi.json`. */
export interface RoutesDescriptionRequest extends DescriptionRequest {
  /** Creates the response to a request that failed. */
  readonly fail: (error: GatewayError, requestId: string) => JsonResponse;
}

/**
 * Responds with the description of the routes of a service, with the same checks as for that of the service, and 404 if it has no routes.
 * Returns undefined if one of them has this path itself. Never rejects.
 */
export async function describeRoutes(
  request: RoutesDescriptionRequest,
  deps: DescriptionDependencies,
): Promise<JsonResponse | undefined> {
  return answering(request, deps, request.fail, async () => {
    const { service, plan } = await findDescribed(request, deps);
    const routes = await findRoutes(service, deps);
    if (routes === undefined) {
      const message = 'This service has no routes, so that there is no description of them';
      throw new GatewayError({ ...withCode('OPERATION_NOT_FOUND'), message });
    }
    const match = routes.match(ROUTES_DESCRIPTION);
    if (match.kind === 'found' && match.methods.has('GET')) return undefined;
    return documentOf(service, plan, request, deps, { routes: true });
  });
}

/**
 * Responds with the interface description of a service. Checks in the order of the specification: 401 without a valid key, 403 on the Free
 * plan whether or not the service exists, 404 if it does not exist, belongs to another account or is not one of those that the key may
 * call, otherwise 200. Never rejects.
 */
export async function describeService(
  request: DescriptionRequest,
  deps: DescriptionDependencies,
): Promise<JsonResponse> {
  return answering(
    request,
    deps,
    (error, id) => errorResponse(error, id, {}),
    async () => {
      const { service, plan } = await findDescribed(request, deps);
      return documentOf(service, plan, request, deps);
    },
  );
}

async function answering<T>(
  { id }: DescriptionRequest,
  { log }: DescriptionDependencies,
  fail: RoutesDescriptionRequest['fail'],
  answer: () => Promise<T>,
): Promise<T | JsonResponse> {
  try {
    return await answer();
  } catch (error) {
    const failure = toGatewayError(error);
    if (failure.type === 'INTERNAL_ERROR') log.error('an interface description failed', error);
    return fail(failure, id);
  }
}

async function findDescribed(
  request: DescriptionRequest,
  deps: DescriptionDependencies,
): Promise<{ readonly service: RegisteredService; readonly plan: Plan }> {
  const { account, plan, scope } = await identify(request, deps);
  if (request.accountId !== undefined && request.accountId !== account.id) throw invalidKey();
  if (!plan.paid) throw planRequired(plan);
  // A malformed id or slug needs no check: it is looked up like any other and not found.
  const { services } = deps.store;
  const { slug, serviceId = '' } = request;
  const found =
    slug === undefined ? services.find(account.id, serviceId) : services.findBySlug(account.id, slug);
  const service = await found;
  // A key for other services does not learn that this one exists.
  if (service === undefined || (scope !== undefined && !knowsService(scope, service.slug))) {
    throw serviceNotFound();
  }
  return { service, plan };
}

async function documentOf(
  service: RegisteredService,
  plan: Plan,
  { id, ifNoneMatch }: DescriptionRequest,
  deps: DescriptionDependencies,
  more: { readonly routes?: true } = {},
): Promise<JsonResponse> {
  const offer = await offerOf(service, plan, deps);
  const file = { kind: 'file', file: 'openapi-3.0.json', offer, ...more } as const;
  const { text, key } = await deps.artefacts.get(service, file);
  const etag = `"${key}"`;
  const headers = {
    ...JSON_HEADERS,
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    [REQUEST_ID_HEADER]: id,
  };
  if (isKnownTag(ifNoneMatch, etag)) return { status: 304, headers, body: Buffer.alloc(0) };
  return { status: 200, headers, body: text };
}

/** Identifies the account by the session of the dashboard or by a key. A key that is sent must be valid, regardless of the session. */
async function identify(request: DescriptionRequest, deps: DescriptionDependencies): Promise<KeyAccount> {
  const { cookie } = request;
  if (request.apiKeys.length === 0 && cookie !== undefined) {
    const header = (name: string) => (name === 'cookie' ? cookie : undefined);
    const owner = await findSignedIn({ header }, { ...deps, apiKeyPepper: deps.secrets.apiKeyPepper });
    if (owner?.account.status === 'active')
      return { account: owner.account, ...subscriptionAt(owner.account, deps.now(), deps.plans) };
  }
  return deps.identifyKey(request);
}
