import { ROUTES_PREFIX, servicePath } from '@soapstone/http-contract';
import type { Secrets } from '../../config/data-dir/secrets.js';
import type { Plan, Plans } from '../../domain/accounts/plan.js';
import type { ConsumerPage } from '../../domain/services/consumer-page.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { notFound } from '../../errors/management-errors.js';
import type { Log } from '../../log/log.js';
import type { Store } from '../../store/store.js';
import type { Offer } from '../description/artefact.js';
import type { Artefacts } from '../description/artefacts.js';
import type { PageContents } from '../description/consumer-page.js';
import { findRoutes, offerOf, planRequired } from '../description/offer.js';
import type { Attempts } from '../management/routing/attempts.js';
import { availabilityOf, availableSince } from './availability.js';
import { type LabelOf, readChangelog } from './changelog.js';
import { printAtomFeed, printJsonFeed } from './feeds.js';

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

/** The request of a visitor. */
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

/** `link` or the account, and the token or the slug. */
export type PagePlace = readonly [first: string, second: string];

/** A page that may be shown, with its service and the plan of its account. */
export interface ShownPage {
  readonly page: ConsumerPage;
  readonly service: RegisteredService;
  readonly plan: Plan;
}

/** Makes a part of a page. Throws 404 for a part that it does not have. */
export function makePart(
  part: PagePart,
  shown: ShownPage,
  place: PagePlace,
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

/** The inputs of the generated texts of a page. */
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
  revision = service.revision,
): Promise<PageContents> {
  const { text } = await artefacts.get(service, { kind: 'page', ...described }, { revision });
  return JSON.parse(text.toString('utf8')) as PageContents;
}

async function describePage(shown: ShownPage, place: PagePlace, deps: PageDependencies): Promise<Buffer> {
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
    /** The prefix of every path. */
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
  // An operation that is not listed, such as one without a route, is not shown either.
  if (!operations.some((each) => each.name === name)) throw notFound('operation');
  const { text } = await deps.artefacts.get(shown.service, { kind: 'page-operation', name, ...described });
  return text;
}

async function describeChanges(
  kind: 'changes' | 'changes-atom',
  shown: ShownPage,
  place: PagePlace,
  deps: PageDependencies,
): Promise<Buffer> {
  const { service } = shown;
  const described = await describedAs(shown, deps);
  const labels = new Map<number, Promise<ReadonlyMap<string, string>>>();
  // Clients of a designed API see routes. Otherwise an operation that is gone is shown by its name.
  const labelOf: LabelOf = async (name, revisions) => {
    if (!described.routes) return name;
    for (const revision of revisions) {
      const known = labels.get(revision) ?? readLabels(shown, described, revision, deps);
      labels.set(revision, known);
      const label = (await known).get(name);
      if (label !== undefined) return label;
    }
    return undefined;
  };
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

/** The paths by which clients called each operation while a revision was live: its route, or its name. */
async function readLabels(
  shown: ShownPage,
  described: Described,
  revision: number,
  deps: PageDependencies,
): Promise<ReadonlyMap<string, string>> {
  try {
    const { operations } = await contentsOf(shown, described, deps, revision);
    return new Map(
      operations.map(({ name, routed, methods, path }) => [name, routed ? `${methods[0]} ${path}` : name]),
    );
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'DESCRIPTION_TOO_COMPLEX' || code === 'SERVICE_NOT_FOUND') return new Map();
    throw error;
  }
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
