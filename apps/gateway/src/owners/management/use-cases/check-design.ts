import type { DesignProblem } from '@soapstone/json-xml-mapper/design';
import { designNeeds } from '@soapstone/json-xml-mapper/design';
import type { ContractComparison } from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import { designSecretNames } from '../../../credentials/service-secrets.js';
import type { Plan } from '../../../domain/accounts/plan.js';
import { readDesign } from '../../../domain/services/read-design.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { mappingOf } from '../../../domain/services/service-settings.js';
import { notFound } from '../../../errors/management-errors.js';
import { policiesOf } from '../../description/artefact.js';
import { designExampleOf } from '../../description/artefacts.js';
import { MAX_CHANGES } from '../../description/compare-revisions.js';
import type { DesignPreview } from '../../description/mapped-design.js';
import { offerOf } from '../../description/offer.js';
import { assertDesign, RegistrationError } from '../../registration/register.js';
import type { ManagementDependencies } from '../routing/route.js';

/**
 * Returns what clients see of an operation with a design, as JSON, without storing the design. Throws as `checkDesignFor` does, and
 * `DESIGN_REFUSED` for a design that does not fit.
 */
export async function previewDesignFor(
  service: RegisteredService,
  design: string,
  operation: string,
  plan: Plan,
  deps: ManagementDependencies,
): Promise<Buffer> {
  const { store, artefacts, registration } = deps;
  const { accountId, id, revision, settings } = service;
  const [found, operations] = await Promise.all([
    store.services.findRevision(accountId, id, revision),
    store.services.findOperationSettings(accountId, id),
  ]);
  if (found === undefined) throw new Error(`service ${id} has no revision ${revision}`);
  await assertDesign(accountId, found.packed, mappingOf(settings, operations, design), registration);
  const known = await artefacts.get(service, { kind: 'operations' }, { design: null });
  const names = JSON.parse(known.text.toString('utf8')) as readonly { readonly name: string }[];
  if (!names.some(({ name }) => name === operation)) throw notFound('operation');
  const offer = await offerOf(service, plan, deps);
  const { text } = await artefacts.get(service, { kind: 'preview', name: operation, offer }, { design });
  return text;
}

/** The problems of a design or, if it has none, the changes that clients will notice and the secrets that it names. */
export interface CheckedDesign extends Pick<ContractComparison, 'breaking' | 'changes'> {
  readonly problems: readonly DesignProblem[];
  readonly secrets: readonly { readonly name: string; readonly stored: boolean }[];
}

/**
 * Checks a design, as JSON text, against the live revision of a service without storing it. Throws `DESCRIPTION_TOO_COMPLEX` if that takes
 * more time or memory than a registration may use.
 */
export async function checkDesignFor(
  service: RegisteredService,
  design: string,
  deps: ManagementDependencies,
): Promise<CheckedDesign> {
  const { store, artefacts, registration } = deps;
  const { accountId, id, revision, settings } = service;
  const [found, operations, sealed] = await Promise.all([
    store.services.findRevision(accountId, id, revision),
    store.services.findOperationSettings(accountId, id),
    store.secrets.find(accountId, id),
  ]);
  if (found === undefined) throw new Error(`service ${id} has no revision ${revision}`);
  try {
    await assertDesign(accountId, found.packed, mappingOf(settings, operations, design), registration);
  } catch (error) {
    if (!(error instanceof RegistrationError) || error.problems.length === 0) throw error;
    const problems = error.problems.map(({ at, message, nearest }) => ({
      at,
      message,
      ...defined({ nearest }),
    }));
    return { problems, breaking: false, changes: [], secrets: [] };
  }
  const { text } = await artefacts.get(
    service,
    { kind: 'comparison', most: MAX_CHANGES, policies: policiesOf(settings, operations) },
    { revision, before: revision, design },
  );
  const { changes, breaking } = JSON.parse(text.toString('utf8'));
  const stored = new Set(designSecretNames(sealed.keys()));
  const secrets = [...designNeeds(readDesign(design)).secrets]
    .sort()
    .map((name) => ({ name, stored: stored.has(name) }));
  return { problems: [], breaking, changes, secrets };
}

/**
 * Shows one operation of the live revision without and with a design, as JSON text, without storing it. Throws what `checkDesignFor` throws, and
 * `OPERATION_NOT_FOUND`.
 */
export async function exampleOfDesign(
  service: RegisteredService,
  design: string,
  operation: string,
  deps: ManagementDependencies,
): Promise<DesignPreview & { readonly before: object }> {
  const { store, registration } = deps;
  const { accountId, id, revision, settings } = service;
  const [found, operations] = await Promise.all([
    store.services.findPackedModel(accountId, id, revision),
    store.services.findOperationSettings(accountId, id),
  ]);
  if (found === undefined) throw new Error(`service ${id} has no revision ${revision}`);
  const mapping = mappingOf(settings, operations, design);
  const preview = await designExampleOf(accountId, found.packed, mapping, operation, registration);
  const { before } = preview;
  if (before === null) throw notFound('The service has no operation with this name');
  return { ...preview, before };
}
