import { selectOperations } from '@soapstone/wsdl-parser';
import { saveService } from '../../../catalog/save-service.js';
import { countGrades } from '../../../domain/operation-grade.js';
import type { RegisteredService } from '../../../domain/registered-service.js';
import { audit, findService, SERVICES } from '../../find-service.js';
import { component, EMPTY_OBJECT, list as listOf, object } from '../../json-schema.js';
import { ownerOf, type Route } from '../../route.js';
import { changeSettings, type SentSettings } from '../../sent-settings.js';
import { SETTINGS_SCHEMA } from '../../service-schema.js';
import { showService, showServiceDetail, summaryOf } from '../../show-service.js';
import { showTraffic } from '../../show-traffic.js';

const list: Route = {
  method: 'get',
  path: SERVICES,
  access: 'owner',
  summary: 'The services of the account, oldest first, with their calls of the last 24 hours',
  answer: object({ services: listOf(component('ListedService')) }),
  async handle(call, { store, baseUrl, now }) {
    const { id } = ownerOf(call).account;
    const [services, summaries, traffic] = await Promise.all([
      store.services.list(id),
      store.services.summaries(id),
      showTraffic(id, store, now()),
    ]);
    return {
      body: {
        services: services.flatMap((service) => {
          const summary = summaries.get(service.id);
          // Deleted between the two readings.
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
};

const show: Route = {
  method: 'get',
  path: `${SERVICES}/:serviceId`,
  access: 'owner',
  summary: 'A service, its ports, its operations and what its documents gave reason to say',
  answer: component('ServiceDetail'),
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    return { body: await showServiceDetail(service, owner, deps) };
  },
};

const update: Route = {
  method: 'patch',
  path: `${SERVICES}/:serviceId`,
  access: 'owner',
  summary: 'Change the name, the state or the settings of a service; what is not sent stays',
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100 },
      status: { enum: ['active', 'paused'] },
      settings: SETTINGS_SCHEMA,
    },
  },
  answer: component('Service'),
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    const body = call.body as {
      name?: string;
      status?: RegisteredService['status'];
      settings?: SentSettings;
    };
    const settings = changeSettings(service.settings, body.settings ?? {}, deps);
    if (body.settings?.select !== undefined && settings.select !== undefined) {
      const { revision } = await deps.catalog.compile(service);
      // Throws where nothing answers, with what there is to choose from.
      selectOperations(revision.model, settings.select);
    }
    const changed = await saveService(deps, service, (current) => ({
      ...current,
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.status === undefined ? {} : { status: body.status }),
      settings: changeSettings(current.settings, body.settings ?? {}, deps),
    }));
    if (changed.settings.captureUntil === undefined) {
      await deps.store.callBodies.deleteOfService(service.accountId, service.id);
    }
    await audit(deps, owner, 'service.update', service.id);
    return { body: showService(changed, await summaryOf(changed, deps), deps.baseUrl) };
  },
};

const remove: Route = {
  method: 'delete',
  path: `${SERVICES}/:serviceId`,
  access: 'owner',
  summary: 'Delete a service with everything that belongs to it',
  answer: EMPTY_OBJECT,
  async handle(call, deps) {
    const { service, owner } = await findService(call, deps);
    await deps.store.services.delete(service.accountId, service.id);
    await deps.changes.announce(service.accountId);
    await audit(deps, owner, 'service.delete', service.id);
    return {};
  },
};

export const oneServiceRoutes: readonly Route[] = [list, show, update, remove];
