import { withCode } from '@soapstone/http-contract';
import { type RouteTable, routesOf } from '@soapstone/json-xml-mapper/internal/routes';
import type { Plan } from '../../domain/accounts/plan.js';
import { deprecatedOperations } from '../../domain/services/deprecation.js';
import { readDesign } from '../../domain/services/read-design.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { GatewayError } from '../../errors/errors.js';
import type { Store } from '../../store/store.js';
import { type Offer, policiesOf } from './artefact.js';

/** The maximum number of characters of saved examples in one document. */
const MAX_EXAMPLE_CHARACTERS = 1_048_576;

/** The error for a plan without interface descriptions; only paid plans have them. */
export function planRequired(plan: Plan): GatewayError {
  return new GatewayError({
    ...withCode('PLAN_REQUIRED'),
    message: `The ${plan.name} plan has no interface descriptions; Starter and Pro have`,
  });
}

/** The contract of a service for clients of this plan. */
export async function offerOf(
  service: RegisteredService,
  plan: Plan,
  {
    store,
    baseUrl,
  }: {
    readonly store: Pick<Store, 'services' | 'deprecations' | 'operationExamples'>;
    readonly baseUrl: string;
  },
): Promise<Offer> {
  const { accountId, id, settings } = service;
  const [operations, deprecations, examples] = await Promise.all([
    store.services.findOperationSettings(accountId, id),
    store.deprecations.find(accountId, id),
    store.operationExamples.findAll({ accountId, serviceId: id }, MAX_EXAMPLE_CHARACTERS),
  ]);
  return {
    baseUrl,
    accountId,
    serviceSlug: service.slug,
    title: service.name,
    version: `${service.revision}.0.0`,
    numbers: settings.numbers,
    policies: policiesOf(settings, operations),
    plan: { paid: plan.paid, name: plan.name },
    deprecated: deprecations.service === undefined ? [...deprecatedOperations(deprecations).keys()] : true,
    examples: Object.fromEntries(examples),
  };
}

/** The routes of a service's live revision; undefined if it has none. */
export async function findRoutes(
  { accountId, id, revision }: RegisteredService,
  { store }: { readonly store: Pick<Store, 'services'> },
): Promise<RouteTable | undefined> {
  const found = await store.services.findPackedModel(accountId, id, revision);
  return found?.design === undefined ? undefined : routesOf(readDesign(found.design));
}
