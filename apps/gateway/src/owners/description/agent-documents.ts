import type { Plan } from '../../domain/accounts/plan.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { GatewayError } from '../../errors/errors.js';
import type { Store } from '../../store/store.js';
import { policiesOf } from './artefact.js';
import type { Artefacts } from './artefacts.js';
import { offerOf } from './offer.js';

/** The maximum number of changes in one comparison. */
const MAX_CHANGES = 500;

/** Creates the source of the documents about services that agents read: see `ServiceDocuments`. */
export function createAgentDocuments(
  artefacts: Artefacts,
  deps: { readonly store: Store; readonly baseUrl: string },
) {
  return {
    async openApi(service: RegisteredService, plan: Plan): Promise<string> {
      const offer = await offerOf(service, plan, deps);
      const { text } = await artefacts.get(service, { kind: 'file', file: 'openapi-3.1.json', offer });
      return text.toString('utf8');
    },
    async changes(service: RegisteredService): Promise<string> {
      const { accountId, id, settings, revision } = service;
      const operations = await deps.store.services.findOperationSettings(accountId, id);
      const request = {
        kind: 'comparison',
        most: MAX_CHANGES,
        policies: policiesOf(settings, operations),
      } as const;
      return artefacts.get(service, request, { revision, before: revision - 1 }).then(
        ({ text }) => text.toString('utf8'),
        (error: unknown) => {
          // The previous revision does not exist or is no longer kept.
          if (error instanceof GatewayError && error.status === 404) return '{"changes":[]}';
          throw error;
        },
      );
    },
  };
}
