import type { DesignReport, FilledPlace } from '@soapstone/json-xml-mapper/design';
import type { ContractComparison } from '@soapstone/openapi-generator';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { notFound } from '../../errors/management-errors.js';
import type { Store } from '../../store/store.js';
import { policiesOf } from './artefact.js';
import type { Artefacts } from './artefacts.js';

/** The dependencies of comparing revisions. */
export interface ComparisonDependencies {
  readonly artefacts: Artefacts;
  readonly store: Pick<Store, 'services'>;
}

/** The maximum number of reported changes of a contract; breaking ones come first. */
export const MAX_CHANGES = 500;

/**
 * Returns the changes for clients from one revision to another, with the settings of the service. Throws 404 if there is no such revision.
 */
export async function compareRevisions(
  service: RegisteredService,
  from: number,
  to: number,
  deps: ComparisonDependencies,
): Promise<RevisionComparison> {
  const { artefacts, store } = deps;
  if ((await store.services.lastRevision(service.accountId, service.id)) < from) throw notFound('revision');
  const operations = await store.services.findOperationSettings(service.accountId, service.id);
  const policies = policiesOf(service.settings, operations);
  const design = await compareDesigns(service, from, to, deps);
  // Operations that a design does not fit cannot be described with it.
  const undesigned = design.some(({ unusable }) => unusable) ? { design: null } : {};
  const { text } = await artefacts.get(
    service,
    { kind: 'comparison', most: MAX_CHANGES, policies },
    { revision: to, before: from, ...undesigned },
  );
  const { changes, breaking } = JSON.parse(text.toString('utf8')) as RevisionComparison;
  return { changes, breaking: breaking || design.length > 0, design };
}

/** The changes for clients from one revision to another, and the lines of the design that break. */
export interface RevisionComparison extends Omit<ContractComparison, 'truncated'> {
  readonly design: readonly BrokenLine[];
}

/** A line of a design that no longer does what it did. */
interface BrokenLine {
  readonly at: readonly string[];
  readonly message: string;
  /** Whether the design cannot be used at all; otherwise it fills other members than before. */
  readonly unusable: boolean;
}

/** The lines of the design of a revision that do not fit it, or that fill something else than the same lines of an earlier revision. */
export async function compareDesigns(
  service: RegisteredService,
  from: number,
  to: number,
  { artefacts, store }: ComparisonDependencies,
): Promise<readonly BrokenLine[]> {
  const { accountId, id } = service;
  const design = (await store.services.findPackedModel(accountId, id, to))?.design;
  if (design === undefined) return [];
  const reportOf = async (revision: number): Promise<DesignReport> => {
    const { text } = await artefacts.get(service, { kind: 'design' }, { revision, design });
    return JSON.parse(text.toString('utf8'));
  };
  const after = await reportOf(to);
  if (after.problems.length > 0)
    return after.problems.map(({ at, message }) => ({ at, message, unusable: true }));
  const before = await reportOf(from);
  if (before.problems.length > 0) return [];
  const now = new Map(after.filled.map((filled) => [placeOf(filled), filled]));
  return before.filled.flatMap((filled) => {
    const place = placeOf(filled);
    const found = now.get(place);
    if (found?.type === filled.type) return [];
    const message =
      found === undefined
        ? `filled ${place}, which the new documents do not have`
        : `fills ${place}, which was ${filled.type} and is ${found.type} now`;
    return [{ at: filled.at, message, unusable: false }];
  });
}

function placeOf({ operation, keys }: FilledPlace): string {
  return [operation, ...keys].join('/');
}
