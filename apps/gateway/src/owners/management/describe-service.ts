import { REQUEST_ID_HEADER } from '@soapstone/http-contract';
import type { Secrets } from '../../config/data-dir/secrets.js';
import { type Account, type Subscription, subscriptionAt } from '../../domain/accounts/account.js';
import type { Plans } from '../../domain/accounts/plan.js';
import { errorResponse, JSON_HEADERS, type JsonResponse } from '../../errors/error-response.js';
import { invalidKey, serviceNotFound, toGatewayError } from '../../errors/errors.js';
import type { Log } from '../../log/log.js';
import type { Store } from '../../store/store.js';
import type { Artefacts } from '../description/artefacts.js';
import { offerOf, planRequired } from '../description/offer.js';
import { findSignedIn } from './routing/identify.js';

/** The account of an API key, with its plan. */
export interface KeyAccount extends Subscription {
  readonly account: Account;
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

/**
 * Responds with the interface description of a service. Checks in the order of the specification: 401 without a valid key, 403 on the Free
 * plan whether or not the service exists, 404 if it does not exist or belongs to another account, otherwise 200. Never rejects.
 */
export async function describeService(
  request: DescriptionRequest,
  deps: DescriptionDependencies,
): Promise<JsonResponse> {
  try {
    const { account, plan } = await identify(request, deps);
    if (request.accountId !== undefined && request.accountId !== account.id) throw invalidKey();
    if (!plan.paid) throw planRequired(plan);
    // A malformed id or slug needs no check: it is looked up like any other and not found.
    const { services } = deps.store;
    const { slug, serviceId = '' } = request;
    const found =
      slug === undefined ? services.find(account.id, serviceId) : services.findBySlug(account.id, slug);
    const service = await found;
    if (service === undefined) throw serviceNotFound();
    const offer = await offerOf(service, plan, deps);
    const { text, key } = await deps.artefacts.get(service, {
      kind: 'file',
      file: 'openapi-3.0.json',
      offer,
    });
    const etag = `"${key}"`;
    const headers = {
      ...JSON_HEADERS,
      'Cache-Control': 'private, no-cache',
      ETag: etag,
      [REQUEST_ID_HEADER]: request.id,
    };
    if (request.ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
      return { status: 304, headers, body: Buffer.alloc(0) };
    }
    return { status: 200, headers, body: text };
  } catch (error) {
    const failure = toGatewayError(error);
    if (failure.type === 'INTERNAL_ERROR') deps.log.error('an interface description failed', error);
    return errorResponse(failure, request.id, {});
  }
}

/** Identifies the account by the session of the dashboard or by a key. A key that is sent must be valid, whatever the session. */
async function identify(request: DescriptionRequest, deps: DescriptionDependencies) {
  const { cookie } = request;
  if (request.apiKeys.length === 0 && cookie !== undefined) {
    const header = (name: string) => (name === 'cookie' ? cookie : undefined);
    const owner = await findSignedIn({ header }, { ...deps, apiKeyPepper: deps.secrets.apiKeyPepper });
    if (owner !== undefined)
      return { account: owner.account, ...subscriptionAt(owner.account, deps.now(), deps.plans) };
  }
  return deps.identifyKey(request);
}
