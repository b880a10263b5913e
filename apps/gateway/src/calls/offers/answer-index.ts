import { API_PREFIX, REQUEST_ID_HEADER } from '@soapstone/http-contract';
import type { Limiter } from '@soapstone/rate-limiter';
import { knowsService, mayCall } from '../../domain/accounts/api-key.js';
import { readsOnly } from '../../domain/services/agent-access.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { errorResponse, JSON_HEADERS, type JsonResponse } from '../../errors/error-response.js';
import {
  assertAllowed,
  invalidKey,
  overloaded,
  serviceNotFound,
  servicePaused,
  toGatewayError,
} from '../../errors/errors.js';
import type { Log } from '../../log/log.js';
import type { Store } from '../../store/store.js';
import { readAll } from '../../store/tables/pages.js';
import type { Catalog } from '../catalog/catalog.js';
import {
  type AuthenticateDependencies,
  authenticate,
  type Caller,
  type SentKey,
} from '../proxy/authenticate.js';
import { takeCharge } from '../proxy/charge.js';
import { anonymousQuota, emptyQuota, limitHeaders } from '../proxy/limit-headers.js';
import { type Index, indexPage } from './index-page.js';

/** The dependencies of an index. */
export interface IndexDependencies extends AuthenticateDependencies {
  readonly store: Pick<Store, 'services' | 'servicePages'>;
  readonly catalog: Catalog;
  readonly limiter: Pick<Limiter, 'consume' | 'refund'>;
  /** The load level: at 2 the Free plan is rejected, at 3 everyone is. */
  readonly pressure: () => number;
  readonly baseUrl: string;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** A request for what a key may call, independent of the HTTP framework. */
export interface IndexRequest extends SentKey {
  readonly id: string;
  /** The account in the path; undefined for that of the key. */
  readonly accountId?: string;
  /** The service whose operations are listed; undefined for the list of services. */
  readonly serviceSlug?: string;
  /** The header `Accept`. */
  readonly accept: string | undefined;
}

/**
 * Responds with the services that a key may call, or the operations of one, each with its address: as JSON, or as a page for browsers. It
 * counts toward the per-minute limit, like a rejected call. Never rejects.
 */
export async function answerIndex(request: IndexRequest, deps: IndexDependencies): Promise<JsonResponse> {
  const { id, accountId, serviceSlug } = request;
  let limits = limitHeaders(anonymousQuota(deps.now()), undefined, deps.now());
  try {
    const level = deps.pressure();
    if (level >= 3) throw overloaded();
    const caller = await authenticate(request, deps, deps.now());
    if (accountId !== undefined && accountId !== caller.account.id) throw invalidKey();
    if (level === 2 && !caller.plan.paid) throw overloaded();
    limits = limitHeaders(emptyQuota(caller.plan.quota, deps.now()), undefined, deps.now());
    const decision = await takeCharge(deps.limiter, caller.charges.attempt);
    limits = limitHeaders(decision.quota, decision.minute, deps.now());
    assertAllowed(decision);
    const index =
      serviceSlug === undefined
        ? await listServices(caller, deps)
        : await listOperations(caller, serviceSlug, deps);
    const isPage = prefersPage(request.accept);
    return {
      status: 200,
      headers: {
        ...JSON_HEADERS,
        ...(isPage && PAGE_HEADERS),
        ...limits,
        'Cache-Control': 'private, no-store',
        Vary: 'Accept, X-API-Key, Authorization',
        [REQUEST_ID_HEADER]: id,
      },
      body: Buffer.from(isPage ? indexPage(index) : JSON.stringify(index)),
    };
  } catch (error) {
    const failure = toGatewayError(error);
    if (failure.type === 'INTERNAL_ERROR') deps.log.error('an index of services failed', error);
    return errorResponse(failure, id, limits);
  }
}

/** The page contains no script and no style, and nothing may be loaded into it. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

async function listServices(caller: Caller, deps: IndexDependencies): Promise<Index> {
  const [all, pages] = await Promise.all([
    readAll((page) => deps.store.services.list(caller.account.id, page)),
    deps.store.servicePages.listPublic(caller.account.id),
  ]);
  const { scope } = caller;
  const services = scope === undefined ? all : all.filter(({ slug }) => knowsService(scope, slug));
  return {
    account: caller.account.id,
    services: services.map((service) => describe(service, pages, caller, deps)),
  };
}

async function listOperations(caller: Caller, slug: string, deps: IndexDependencies): Promise<Index> {
  const found = await deps.directory.findService(caller.account.id, slug);
  if (found === undefined) throw serviceNotFound();
  if (found.status !== 'active') throw servicePaused();
  const { service, mapper, operationSettings, heldSince } = await deps.catalog.compile(found);
  const operations = mapper.model.exposed.flatMap(({ name }) => {
    const own = operationSettings(name);
    const reads = readsOnly(name, own, service.settings);
    if (caller.scope !== undefined && !mayCall(caller.scope, slug, name, reads)) return [];
    return [{ name, url: addressOf(service, deps, name), held: heldSince(name) !== undefined }];
  });
  // A key for other services does not learn that this one exists.
  if (operations.length === 0 && caller.scope !== undefined) throw serviceNotFound();
  const pages = await deps.store.servicePages.listPublic(caller.account.id);
  return { account: caller.account.id, service: describe(service, pages, caller, deps), operations };
}

/** @param pages the services whose page is public */
function describe(
  service: RegisteredService,
  pages: ReadonlySet<string>,
  { plan }: Caller,
  deps: IndexDependencies,
) {
  const { id, slug, name, status, accountId, settings } = service;
  const url = addressOf(service, deps);
  return {
    slug,
    name,
    status,
    url,
    openapi: plan.paid ? `${url}/openapi.json` : null,
    page: pages.has(id) ? `${deps.baseUrl}/pages/${accountId}/${slug}` : null,
    agents: settings.agents === undefined ? null : `${deps.baseUrl}/mcp/v1/${accountId}/${slug}`,
  };
}

function addressOf(
  { accountId, slug }: RegisteredService,
  { baseUrl }: IndexDependencies,
  operation?: string,
): string {
  const url = `${baseUrl}${API_PREFIX}/${accountId}/${slug}`;
  return operation === undefined ? url : `${url}/${encodeURIComponent(operation)}`;
}

/** Whether `Accept` names HTML, which no program does that wants JSON. */
function prefersPage(accept = ''): boolean {
  return /(?:^|[\s,])text\/html(?:$|[\s,;])/i.test(accept);
}
