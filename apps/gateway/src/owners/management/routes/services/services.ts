import { defined } from '@soapstone/options/defined';
import { selectOperations } from '@soapstone/wsdl-parser';
import { arrayOf, EMPTY_OBJECT, enumOf, object, TEXT } from '../../../../domain/json-schema.js';
import { countGrades } from '../../../../domain/services/operation-grade.js';
import { SENT_SETTINGS } from '../../../../domain/services/service-settings.js';
import { saveService } from '../../../../services/save-service.js';
import { LISTED_SERVICE, SERVICE, SERVICE_DETAIL } from '../../answers/services.js';
import { applySettings } from '../../inputs/sent-settings.js';
import { NAME } from '../../inputs/service-schema.js';
import { audit, findService, SERVICES } from '../../routing/find-service.js';
import { PAGE_MEMBERS, PLACE_QUERY, readPage, SEARCH, showPage } from '../../routing/paging.js';
import { ownerOf, type Route, route } from '../../routing/route.js';
import { showService, showServiceDetail, summaryOf } from '../../views/show-service.js';
import { showTraffic } from '../../views/show-traffic.js';
import { serviceState } from '../../views/states.js';

const list = route({
  method: 'get',
  path: SERVICES,
  access: 'owner',
  limit: 'queries',
  summary:
    'The services of the account, oldest first, page by page, with their calls of the last 24 hours. `search` finds a part of the name or the slug',
  query: { ...PLACE_QUERY, search: SEARCH },
  answer: object({ services: arrayOf(LISTED_SERVICE), ...PAGE_MEMBERS }),
  async handle(call, { store, baseUrl, now }) {
    const { id } = ownerOf(call).account;
    const { search, ...page } = call.query;
    const found = await store.services.list(id, { ...readPage(page), ...defined({ search }) });
    const ids = found.items.map((service) => service.id);
    const [summaries, traffic] = await Promise.all([
      store.services.summaries(id, ids),
      showTraffic(id, ids, store, now()),
    ]);
    return {
      body: {
        ...showPage(found),
        services: found.items.flatMap((service) => {
          const summary = summaries.get(service.id);
          // The service was deleted between the two reads.
          if (summary === undefined) return [];
          const { grades } = summary;
          return [
            {
              ...showService(service, summary, baseUrl),
              grades: grades === undefined ? null : countGrades(grades),
              traffic: traffic(service.id),
            },
          ];
        }),
      },
    };
  },
});

/** The maximum number of operations that a search returns. */
const MAX_FOUND = 20;

const findOperations = route({
  method: 'get',
  path: '/api/manage/operations',
  access: 'owner',
  limit: 'queries',
  summary: `The operations of all services whose names contain \`search\`, at most ${MAX_FOUND}`,
  query: { search: SEARCH },
  answer: object({
    operations: arrayOf(object({ serviceId: TEXT, serviceName: TEXT, operation: TEXT })),
  }),
  async handle(call, { store }) {
    const { search = '' } = call.query;
    const operations = await store.services.findOperations(ownerOf(call).account.id, search, MAX_FOUND);
    return { body: { operations } };
  },
});

const show = route({
  method: 'get',
  path: `${SERVICES}/:serviceId`,
  access: 'owner',
  state: serviceState,
  limit: 'pages',
  summary: 'A service with its ports, its operations and the findings in its documents',
  answer: SERVICE_DETAIL,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    return { body: await showServiceDetail(service, owner, deps) };
  },
});

const update = route({
  method: 'patch',
  path: `${SERVICES}/:serviceId`,
  access: 'owner',
  state: serviceState,
  limit: 'pages',
  summary: 'Change the name, the state or the settings of a service; absent members stay',
  body: object({}, { name: NAME, status: enumOf(['active', 'paused']), settings: SENT_SETTINGS }),
  answer: SERVICE,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const { settings: sent, ...change } = call.body;
    const settings = applySettings(service.settings, sent, deps);
    if (sent?.select !== undefined && settings.select !== undefined) {
      const { revision } = await deps.live.compile(service);
      // Throws if nothing matches, with the possible choices.
      selectOperations(revision.model, settings.select);
    }
    const changed = await saveService(deps, service, (current) => ({
      ...current,
      ...change,
      settings: applySettings(current.settings, sent, deps),
    }));
    if (changed.settings.captureUntil === undefined) {
      await deps.store.callBodies.deleteOfService(service.accountId, service.id);
    }
    const { answers } = changed.settings;
    const action = answers === service.settings.answers ? 'service.update' : `service.answers-${answers}`;
    await audit(deps, owner, action, service.id);
    return { body: showService(changed, await summaryOf(changed, deps), deps.baseUrl) };
  },
});

const remove = route({
  method: 'delete',
  path: `${SERVICES}/:serviceId`,
  access: 'owner',
  state: serviceState,
  summary: 'Delete a service with everything that belongs to it',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    await deps.store.services.delete(service.accountId, service.id);
    await deps.changes.announce(service.accountId);
    await audit(deps, owner, 'service.delete', service.id);
    return {};
  },
});

export const oneServiceRoutes: readonly Route[] = [list, findOperations, show, update, remove];
