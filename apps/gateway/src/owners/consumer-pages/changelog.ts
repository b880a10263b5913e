import { changeInWords } from '@soapstone/http-contract/internal/changes';
import type { ContractChange, ContractComparison } from '@soapstone/openapi-generator';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import type { Store } from '../../store/store.js';
import { policiesOf } from '../description/artefact.js';
import type { Artefacts } from '../description/artefacts.js';

/** A publication of a revision, as clients see it. */
export interface PublishedChanges {
  readonly revision: number;
  /** When it went live, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** Whether it had been live before: a roll-back. */
  readonly isAgain: boolean;
  readonly breaking: boolean;
  /** Undefined for the first revision, and for one that cannot be compared with the revision before it. */
  readonly changes?: readonly {
    readonly operation: string;
    readonly text: string;
    readonly breaking: boolean;
  }[];
  readonly isFirst: boolean;
}

/** The number of publications that a changelog has at most, and the number of changes of each. */
const MOST = { publications: 10, changes: 100 };

/** Returns what clients called an operation while one of these revisions was live; undefined for one that they did not see. */
export type LabelOf = (operation: string, revisions: readonly number[]) => Promise<string | undefined>;

/**
 * Returns the changelog of a service, newest first: every time that a revision went live, compared with the one that was live before it.
 * Publications that change nothing for clients are left out, and so is what only the SOAP service sees.
 */
export async function readChangelog(
  service: RegisteredService,
  labelOf: LabelOf,
  { store, artefacts }: { readonly store: Store; readonly artefacts: Artefacts },
): Promise<readonly PublishedChanges[]> {
  const { accountId, id } = service;
  const [live, operations] = await Promise.all([
    store.services.listPublications(accountId, id),
    store.services.findOperationSettings(accountId, id),
  ]);
  const policies = policiesOf(service.settings, operations);
  const entries: PublishedChanges[] = [];
  // One after the other: the first visitor after a change waits for each comparison to be generated.
  for (const [index, { revision, at }] of live.slice(0, MOST.publications).entries()) {
    const before = live[index + 1];
    const isAgain = live.slice(index + 1).some((earlier) => earlier.revision === revision);
    if (before === undefined) {
      entries.push({ revision, at, breaking: false, isFirst: true, isAgain });
      continue;
    }
    const request = { kind: 'comparison', most: MOST.changes, policies } as const;
    const found = await artefacts
      .get(service, request, { revision, before: before.revision })
      .then(({ text }) => JSON.parse(text.toString('utf8')) as ContractComparison)
      .catch((error: unknown) => {
        const { code } = error as { code?: unknown };
        // The oldest revisions of a service with many are no longer stored.
        if (code === 'DESCRIPTION_TOO_COMPLEX' || code === 'SERVICE_NOT_FOUND') return undefined;
        throw error;
      });
    if (found === undefined) {
      entries.push({ revision, at, breaking: false, isFirst: false, isAgain });
      continue;
    }
    const changes = await labelled(found.changes, async ({ operation, message }) => {
      // The change of a route names the route itself.
      if (message === 'route') return (await labelOf(operation, [service.revision])) ?? 'Routes';
      return labelOf(operation, [service.revision, revision, before.revision]);
    });
    const breaking = changes.some((change) => change.breaking);
    if (changes.length > 0) entries.push({ revision, at, breaking, changes, isFirst: false, isAgain });
  }
  return entries;
}

/** Returns the changes that clients see, in words. */
async function labelled(
  changes: readonly ContractChange[],
  labelOf: (change: ContractChange) => Promise<string | undefined>,
): Promise<NonNullable<PublishedChanges['changes']>> {
  const shown: { operation: string; text: string; breaking: boolean }[] = [];
  for (const change of changes) {
    if (change.change === 'soap') continue;
    const operation = await labelOf(change);
    if (operation === undefined) continue;
    const { member, text } = changeInWords(change);
    const { breaking } = change;
    shown.push({ operation, text: member === undefined ? text : `${member}: ${text}`, breaking });
  }
  return shown;
}
