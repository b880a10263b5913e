import { REQUEST_ID_HEADER } from '@soapstone/http-contract';
import { subscriptionAt } from '../../domain/accounts/account.js';
import { BY_LINK, hashPageToken } from '../../domain/services/consumer-page.js';
import { errorResponse, isKnownTag, JSON_HEADERS, type JsonResponse } from '../../errors/error-response.js';
import { overloaded, toGatewayError } from '../../errors/errors.js';
import { notFound } from '../../errors/management-errors.js';
import { throttleVisitor } from '../management/routing/throttle.js';
import type { KeptAnswers } from './kept-answers.js';
import {
  makePart,
  type PageDependencies,
  type PagePart,
  type PagePlace,
  type ShownPage,
} from './page-parts.js';

/** A request for a part of a page, independent of the HTTP framework. It has no identity: neither cookies nor keys are read. */
interface PageVisit {
  readonly id: string;
  readonly place: PagePlace;
  readonly part: PagePart;
  /** The visitor's network. */
  readonly ip: string;
  readonly ifNoneMatch: string | undefined;
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
    if (isKnownTag(visit.ifNoneMatch, etag)) return { status: 304, headers, body: Buffer.alloc(0) };
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

async function findShown([first, second]: PagePlace, deps: PageDependencies): Promise<ShownPage> {
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
