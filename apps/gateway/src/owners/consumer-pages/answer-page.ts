import { REQUEST_ID_HEADER, ROUTES_PREFIX, servicePath } from '@soapstone/http-contract';
import type { Secrets } from '../../config/data-dir/secrets.js';
import { subscriptionAt } from '../../domain/accounts/account.js';
import type { Plan, Plans } from '../../domain/accounts/plan.js';
import { BY_LINK, type ConsumerPage, hashPageToken } from '../../domain/services/consumer-page.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { errorResponse, JSON_HEADERS, type JsonResponse } from '../../errors/error-response.js';
import { overloaded, toGatewayError } from '../../errors/errors.js';
import { notFound } from '../../errors/management-errors.js';
import type { Log } from '../../log/log.js';
import type { Store } from '../../store/store.js';
import type { Offer } from '../description/artefact.js';
import type { Artefacts } from '../description/artefacts.js';
import type { PageContents } from '../description/consumer-page.js';
import { findRoutes, offerOf, planRequired } from '../description/offer.js';
import type { Attempts } from '../management/routing/attempts.js';
import { throttleVisitor } from '../management/routing/throttle.js';
import { availabilityOf, availableSince } from './availability.js';
import { readChangelog } from './changelog.js';
import { printAtomFeed, printJsonFeed } from './feeds.js';
import type { KeptAnswers } from './kept-answers.js';

/** The dependencies of the pages of services for their consumers. */
export interface PageDependencies {
  readonly store: Store;
  readonly artefacts: Artefacts;
  readonly plans: Plans;
  readonly secrets: Secrets;
  /** Throttles visitors by network. */
  readonly attempts: Attempts;
  /** The load level: at 2, visitors are rejected, like calls of the Free plan. */
  readonly pressure: () => number;
  readonly limits: { readonly requestBytes: number; readonly upstreamTimeout: number };
  /** Returns the certificate in PEM if it is self-signed. */
  readonly readCertificate?: (() => Promise<string>) | undefined;
  readonly baseUrl: string;
  readonly log: Log;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** What a visitor asks for. */
export type PagePart =
  /** The list of operations and what is true of all. */
  | { readonly kind: 'page' }
  | { readonly kind: 'operation'; readonly name: string }
  /** The OpenAPI document, on plans that have one. */
  | { readonly kind: 'openapi' }
  /** The changelog as JSON Feed, and as Atom. */
  | { readonly kind: 'changes' }
  | { readonly kind: 'changes-atom' }
  | { readonly kind: 'certificate' };

/** A request for a part of a page, independent of the HTTP framework. It has no identity: neither cookies nor keys are read. */
interface PageVisit {
  readonly id: string;
  /** `link` or the account, and the token or the slug. */
  readonly place: readonly [first: string, second: string];
  readonly part: PagePart;
  /** The visitor's network. */
  readonly ip: string;
  readonly ifNoneMatch: string | undefined;
}

/** A page that may be shown, with its service and the plan of its account. */
interface ShownPage {
  readonly page: ConsumerPage;
  readonly service: RegisteredService;
  readonly plan: Plan;
}

/**
 * Responds with a part of the page of a service for its consumers. A page that is off, one whose link is wrong, one of a suspended account
 * and one that does not exist have the same response. Never rejects.
 */
export async function answerPage(
  visit: PageVisit,
  kept: KeptAnswers,
  deps: PageDependencies,
): Promise<JsonResponse> {
  const { id, part } = visit;
  try {
    if (deps.pressure() >= 2) throw overloaded();
    await throttleVisitor(deps, visit.ip);
    const shown = await findShown(visit.place, deps);
    const { page, service, plan } = shown;
    const key = JSON.stringify([page.nonce, service.updatedAt, plan.name, part]);
    const { body, etag } = await kept.get(key, () => makePart(part, shown, visit.place, deps));
    const headers = {
      ...JSON_HEADERS,
      ...HEADERS_OF[part.kind],
      'Cache-Control': page.visibility === 'public' ? 'public, no-cache' : 'private, no-cache',
      ...(page.visibility === 'link' && NO_INDEX),
      ETag: etag,
      [REQUEST_ID_HEADER]: id,
    };
    const isSame = visit.ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
    if (isSame === true) return { status: 304, headers, body: Buffer.alloc(0) };
    return { status: 200, headers, body };
  } catch (error) {
    const failure = toGatewayError(error);
    if (failure.type === 'INTERNAL_ERROR') deps.log.error('the page of a service failed', error);
    return errorResponse(failure, id, {});
  }
}

/** A page by link is for those who have the link. */
export const NO_INDEX: Readonly<Record<string, string>> = { 'X-Robots-Tag': 'noindex' };

/** Headers in place of, or beside, those of JSON. */
const HEADERS_OF: Readonly<Record<PagePart['kind'], Readonly<Record<string, string>>>> = {
  page: {},
  operation: {},
  openapi: { 'Content-Disposition': 'attachment; filename="openapi.json"' },
  changes: { 'Content-Type': 'application/feed+json; charset=utf-8' },
  'changes-atom': { 'Content-Type': 'application/atom+xml; charset=utf-8' },
  certificate: {
    'Content-Type': 'application/x-pem-file',
    'Content-Disposition': 'attachment; filename="gateway.pem"',
  },
};

async function findShown([first, second]: PageVisit['place'], deps: PageDependencies): Promise<ShownPage> {
  const { store } = deps;
  const page = await store.servicePages.findShown(
    first === BY_LINK ? { tokenHash: hashPageToken(second) } : { accountId: first, slug: second },
  );
  if (page === undefined) throw notFound('page');
  const [service, account] = await Promise.all([
    store.services.find(page.accountId, page.serviceId),
    store.accounts.find(page.accountId),
  ]);
  // Deleted between the two reads.
  if (service === undefined || account === undefined) throw notFound('page');
  return { page, service, plan: subscriptionAt(account, deps.now(), deps.plans).plan };
}

function makePart(
  part: PagePart,
  shown: ShownPage,
  place: PageVisit['place'],
  deps: PageDependencies,
): Promise<Buffer> {
  switch (part.kind) {
    case 'page':
      return describePage(shown, place, deps);
    case 'operation':
      return describeOperation(part.name, shown, deps);
    case 'openapi':
      return describeService(shown, deps);
    case 'changes':
    case 'changes-atom':
      return describeChanges(part.kind, shown, place, deps);
    case 'certificate':
      return readCertificate(deps);
  }
}

/** What generated texts of a page depend on. */
interface Described {
  readonly offer: Offer;
  readonly routes?: true;
}

async function describedAs({ service, plan }: ShownPage, deps: PageDependencies): Promise<Described> {
  const [offer, routes] = await Promise.all([offerOf(service, plan, deps), findRoutes(service, deps)]);
  return { offer, ...(routes !== undefined && { routes: true as const }) };
}

async function contentsOf(
  { service }: ShownPage,
  described: Described,
  { artefacts }: PageDependencies,
): Promise<PageContents> {
  const { text } = await artefacts.get(service, { kind: 'page', ...described });
  return JSON.parse(text.toString('utf8')) as PageContents;
}

async function describePage(
  shown: ShownPage,
  place: PageVisit['place'],
  deps: PageDependencies,
): Promise<Buffer> {
  const { service, plan } = shown;
  const { baseUrl, limits } = deps;
  const described = await describedAs(shown, deps);
  const [{ description, operations }, outcomes] = await Promise.all([
    contentsOf(shown, described, deps),
    deps.store.callDays.outcomes(service.accountId, service.id, availableSince(deps.now())),
  ]);
  const url = `${baseUrl}/api/pages/${place.map(encodeURIComponent).join('/')}`;
  const { accountId, slug } = service;
  const body = {
    name: service.name,
    description,
    status: service.status,
    revision: service.revision,
    /** What every path begins with. */
    baseUrl:
      baseUrl + (described.routes ? `${ROUTES_PREFIX}/${accountId}/${slug}` : servicePath(accountId, slug)),
    gatewayUrl: baseUrl,
    designed: described.routes === true,
    numbers: service.settings.numbers,
    openapiUrl: plan.paid ? `${url}/openapi.json` : null,
    certificateUrl: deps.readCertificate === undefined ? null : `${url}/certificate.pem`,
    availability: availabilityOf(outcomes, deps.now()),
    limits: {
      requestBytes: limits.requestBytes,
      timeoutMs: limits.upstreamTimeout,
      perMinute: plan.perMinute,
    },
    operations,
  };
  return Buffer.from(JSON.stringify(body));
}

async function describeOperation(name: string, shown: ShownPage, deps: PageDependencies): Promise<Buffer> {
  const described = await describedAs(shown, deps);
  const { operations } = await contentsOf(shown, described, deps);
  // What is not listed is not shown either, such as an operation without a route.
  if (!operations.some((each) => each.name === name)) throw notFound('operation');
  const { text } = await deps.artefacts.get(shown.service, { kind: 'page-operation', name, ...described });
  return text;
}

async function describeChanges(
  kind: 'changes' | 'changes-atom',
  shown: ShownPage,
  place: PageVisit['place'],
  deps: PageDependencies,
): Promise<Buffer> {
  const { service } = shown;
  const described = await describedAs(shown, deps);
  const { operations } = await contentsOf(shown, described, deps);
  const routed = new Map(operations.map(({ name, methods, path }) => [name, `${methods[0]} ${path}`]));
  // Of a designed API, clients see routes. Otherwise an operation that is gone has its name.
  const labelOf = (name: string) => (described.routes ? routed.get(name) : name);
  const path = place.map(encodeURIComponent).join('/');
  const file = kind === 'changes' ? 'changes.json' : 'changes.atom';
  const subject = {
    name: service.name,
    home: `${deps.baseUrl}/pages/${path}`,
    self: `${deps.baseUrl}/api/pages/${path}/${file}`,
    since: service.createdAt,
  };
  const print = kind === 'changes' ? printJsonFeed : printAtomFeed;
  return Buffer.from(print(subject, await readChangelog(service, labelOf, deps)));
}

async function describeService(shown: ShownPage, deps: PageDependencies): Promise<Buffer> {
  const { service, plan } = shown;
  if (!plan.paid) throw planRequired(plan);
  const described = await describedAs(shown, deps);
  const { text } = await deps.artefacts.get(service, {
    kind: 'file',
    file: 'openapi-3.0.json',
    ...described,
  });
  return text;
}

async function readCertificate({ readCertificate: read }: PageDependencies): Promise<Buffer> {
  if (read === undefined) throw notFound('certificate');
  return Buffer.from(await read());
}
