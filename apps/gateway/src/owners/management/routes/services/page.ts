import { BOOLEAN, enumOf, nullable, object, TEXT, type ValueOf } from '../../../../domain/json-schema.js';
import { type ConsumerPage, PAGE_VISIBILITIES, pagePath } from '../../../../domain/services/consumer-page.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { publishPage } from '../../use-cases/publish-page.js';
import { pageState } from '../../views/states.js';

const PAGE = `${SERVICES}/:serviceId/page`;
const VISIBILITY = enumOf(PAGE_VISIBILITIES);
/** `url` is null while the page is off. */
const ANSWER = object({ visibility: VISIBILITY, url: nullable(TEXT) });

const show = route({
  method: 'get',
  path: PAGE,
  access: 'owner',
  state: pageState,
  summary: 'The page of a service for its consumers: who may read it, and its address',
  answer: ANSWER,
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const page = await deps.store.servicePages.find(service.accountId, service.id);
    return { body: showPage(page, service, deps) };
  },
});

const change = route({
  method: 'put',
  path: PAGE,
  access: 'owner',
  state: pageState,
  summary:
    'Choose who may read the page of a service: nobody (`off`), whoever has its link (`link`), or everybody (`public`). A page that was not read by link gets a new link; `newLink` replaces an existing one, which ends at once',
  body: object({ visibility: VISIBILITY }, { newLink: BOOLEAN }),
  answer: ANSWER,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const { visibility, newLink = false } = call.body;
    const { accountId, id: serviceId } = service;
    const before = await deps.store.servicePages.find(accountId, serviceId);
    const isNew = newLink && visibility === 'link';
    if (visibility === (before?.visibility ?? 'off') && !isNew)
      return { body: showPage(before, service, deps) };
    const page = await publishPage(service, visibility, deps);
    await audit(deps, owner, `page.${visibility}`, serviceId);
    return { body: showPage(page, service, deps) };
  },
});

function showPage(
  page: ConsumerPage | undefined,
  { slug }: RegisteredService,
  { baseUrl, secrets }: ManagementDependencies,
): ValueOf<typeof ANSWER> {
  if (page === undefined) return { visibility: 'off', url: null };
  return {
    visibility: page.visibility,
    url: `${baseUrl}/pages${pagePath(secrets.apiKeyPepper, page, slug)}`,
  };
}

export const pageRoutes: readonly Route[] = [show, change];
