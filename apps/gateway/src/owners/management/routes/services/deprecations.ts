import { defined } from '@soapstone/options/defined';
import { Type } from 'typebox';
import {
  arrayOf,
  EMPTY_OBJECT,
  INSTANT,
  nullable,
  object,
  TEXT,
  type ValueOf,
} from '../../../../domain/json-schema.js';
import type { Deprecation } from '../../../../domain/services/deprecation.js';
import type { RegisteredService } from '../../../../domain/services/registered-service.js';
import { badRequest } from '../../../../errors/errors.js';
import { notFound } from '../../../../errors/management-errors.js';
import { saveService } from '../../../../services/save-service.js';
import type { DeprecatedPlace } from '../../../../store/repositories/services/deprecations.js';
import { ANNOUNCEMENT } from '../../answers/revisions.js';
import { SENT_INSTANT } from '../../inputs/service-schema.js';
import { audit, findService, hasOperation, SERVICES } from '../../routing/find-service.js';
import {
  type ManagementCall,
  type ManagementDependencies,
  type Owner,
  type Route,
  route,
} from '../../routing/route.js';
import { printAnnouncement, printDeprecation } from '../../views/show-deprecation.js';
import { deprecationState } from '../../views/states.js';

/** The announcement that an owner sends for the end of something. */
export const SENT_DEPRECATION = object(
  {},
  {
    at: SENT_INSTANT,
    sunset: SENT_INSTANT,
    link: Type.String({ maxLength: 2048, pattern: '^https?://[!-~]+$' }),
  },
);
const members = { at: INSTANT, sunset: nullable(INSTANT), link: nullable(TEXT) };
const SHOWN = object(members);

const PATH = `${SERVICES}/:serviceId/deprecation`;
const OPERATION_PATH = `${SERVICES}/:serviceId/operations/:operation/deprecation`;

const show = route({
  method: 'get',
  path: `${SERVICES}/:serviceId/deprecations`,
  access: 'owner',
  summary: 'The deprecations of a service and its operations, and what waiting revisions announce',
  answer: object({
    service: nullable(SHOWN),
    operations: arrayOf(object({ operation: TEXT, ...members })),
    // The announcements of revisions that wait for a decision.
    announced: arrayOf(ANNOUNCEMENT),
  }),
  async handle(call, deps) {
    const { service } = await findService(call, deps);
    const known = await deps.store.deprecations.find(service.accountId, service.id);
    return {
      body: {
        service: known.service === undefined ? null : printDeprecation(known.service),
        operations: [...known.operations].map(([operation, each]) => ({
          operation,
          ...printDeprecation(each),
        })),
        announced: known.announced.map(printAnnouncement),
      },
    };
  },
});

/** The routes that set or remove the deprecation of a service or an operation, which every response and the description announce. */
function routesOf(path: string, what: string): Route[] {
  return [
    route({
      method: 'get',
      path,
      access: 'owner',
      state: deprecationState,
      summary: `The deprecation of ${what}; null if there is none`,
      answer: object({ deprecation: nullable(SHOWN) }),
      async handle(call, deps) {
        await locate(call, deps);
        return { body: (await deprecationState(call, deps.store)).shown };
      },
    }),
    route({
      method: 'put',
      path,
      access: 'owner',
      state: deprecationState,
      summary: `Deprecate ${what}: every response announces it, with the date of removal`,
      body: SENT_DEPRECATION,
      answer: SHOWN,
      async handle(call, deps) {
        const { place, save } = await locate(call, deps);
        const deprecation = readDeprecation(call.body, deps.now());
        await deps.store.deprecations.set(place, deprecation);
        await save('deprecation.set');
        return { body: printDeprecation(deprecation) };
      },
    }),
    route({
      method: 'delete',
      path,
      access: 'owner',
      state: deprecationState,
      summary: `Remove the deprecation of ${what}`,
      answer: EMPTY_OBJECT,
      async handle(call, deps) {
        const { place, save } = await locate(call, deps);
        if (!(await deps.store.deprecations.delete(place))) throw notFound('deprecation');
        await save('deprecation.delete');
        return {};
      },
    }),
  ];
}

/** Returns the object in the path of a call, and a function that completes a change to it. Throws 404 if the account has no such object. */
async function locate(call: ManagementCall, deps: ManagementDependencies) {
  const { service, owner } = await findService(call, deps);
  const operation = call.params['operation'];
  if (operation !== undefined) {
    const { mapper } = await deps.live.compile(service);
    if (!hasOperation(mapper.model, operation)) throw notFound('operation');
  }
  const place: DeprecatedPlace = {
    accountId: service.accountId,
    serviceId: service.id,
    ...defined({ operation }),
  };
  const subject = operation === undefined ? service.id : `${service.id}/${operation}`;
  return {
    place,
    async save(action: string) {
      await saveService(deps, service);
      await audit(deps, owner, action, subject);
    },
  };
}

/** Reads a sent deprecation; without `at`, it begins now. Throws `SCHEMA_VIOLATION` if the times contradict each other. */
export function readDeprecation(sent: ValueOf<typeof SENT_DEPRECATION>, now: number): Deprecation {
  const at = sent.at === undefined ? now : Date.parse(sent.at);
  const sunset = sent.sunset === undefined ? undefined : Date.parse(sent.sunset);
  if (Number.isNaN(at) || Number.isNaN(sunset ?? 0) || (sunset !== undefined && sunset < at)) {
    throw badRequest(
      'SCHEMA_VIOLATION',
      '`at` and `sunset` must be valid times, and `sunset` must not be before `at`',
    );
  }
  if (sent.link !== undefined && !URL.canParse(sent.link)) {
    throw badRequest('SCHEMA_VIOLATION', '`link` must be an absolute URL');
  }
  return {
    at,
    ...defined({ sunset, link: sent.link }),
  };
}

/** Ends the announcement of a revision. Returns false if there was none. */
export async function withdrawAnnouncement(
  service: RegisteredService,
  revision: number,
  owner: Owner,
  deps: ManagementDependencies,
): Promise<boolean> {
  if (!(await deps.store.deprecations.withdraw(service.accountId, service.id, revision))) return false;
  await saveService(deps, service);
  await audit(deps, owner, 'revision.withdraw', `${service.id}/${revision}`);
  return true;
}

export const deprecationRoutes: readonly Route[] = [
  show,
  ...routesOf(PATH, 'a service'),
  ...routesOf(OPERATION_PATH, 'an operation'),
];
