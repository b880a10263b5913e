import type { ContractChange, ContractComparison } from '@soapstone/openapi-generator';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import type { Store } from '../../store/store.js';
import { policiesOf } from '../description/artefact.js';
import type { Artefacts } from '../description/artefacts.js';
import { inWords } from './change-in-words.js';

/** A published revision, as clients see it. */
export interface PublishedChanges {
  readonly revision: number;
  /** When it first went live, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly breaking: boolean;
  /** Undefined for the first revision, and for one that cannot be compared with the revision before it. */
  readonly changes?: readonly {
    readonly operation: string;
    readonly text: string;
    readonly breaking: boolean;
  }[];
  readonly isFirst: boolean;
}

/** The number of revisions that a changelog has at most, and the number of changes of each. */
const MOST = { revisions: 10, changes: 100 };
/** The number of revisions of a service that are looked through: as many as are stored. */
const STORED = 100;

/**
 * Returns the changelog of a service, newest first: the revisions that have been live, each compared with the one that was live before it.
 * Revisions that change nothing for clients are left out, and so is what only the SOAP service sees.
 *
 * @param labelOf what clients call an operation; undefined for one that they do not see
 */
export async function readChangelog(
  service: RegisteredService,
  labelOf: (operation: string) => string | undefined,
  { store, artefacts }: { readonly store: Store; readonly artefacts: Artefacts },
): Promise<readonly PublishedChanges[]> {
  const { accountId, id } = service;
  const [{ items }, operations] = await Promise.all([
    store.services.listRevisions(accountId, id, { limit: STORED }),
    store.services.findOperationSettings(accountId, id),
  ]);
  const live = items
    .flatMap(({ number, liveAt }) => (liveAt === undefined ? [] : [{ number, liveAt }]))
    .sort((one, other) => other.liveAt - one.liveAt || other.number - one.number);
  const policies = policiesOf(service.settings, operations);
  const entries: PublishedChanges[] = [];
  // One after the other: the first visitor after a change waits for each comparison to be generated.
  for (const [index, { number, liveAt: at }] of live.slice(0, MOST.revisions).entries()) {
    const before = live[index + 1];
    if (before === undefined) {
      entries.push({ revision: number, at, breaking: false, isFirst: true });
      continue;
    }
    const request = { kind: 'comparison', most: MOST.changes, policies } as const;
    const found = await artefacts
      .get(service, request, { revision: number, before: before.number })
      .then(({ text }) => JSON.parse(text.toString('utf8')) as ContractComparison)
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code === 'DESCRIPTION_TOO_COMPLEX') return undefined;
        throw error;
      });
    if (found === undefined) {
      entries.push({ revision: number, at, breaking: false, isFirst: false });
      continue;
    }
    const changes = found.changes.flatMap((change: ContractChange) => {
      // A route that is gone has no label, and is named by the change.
      const operation = labelOf(change.operation) ?? (change.message === 'route' ? 'Routes' : undefined);
      if (operation === undefined || change.change === 'soap') return [];
      return [{ operation, text: inWords(change), breaking: change.breaking }];
    });
    const breaking = changes.some((change) => change.breaking);
    if (changes.length > 0) entries.push({ revision: number, at, breaking, changes, isFirst: false });
  }
  return entries;
}
