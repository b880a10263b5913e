import type { Revision } from '../api/revisions.js';

/** The state of a revision as its owner sees it. */
export type RevisionState = 'live' | 'was-live' | 'rejected' | 'pending' | 'skipped';

/**
 * The state of a revision: `pending` ones wait for a decision, `skipped` ones never went live before a later one did.
 *
 * @param live the number of the live revision
 */
export function stateOf(
  { number, inForce, liveAt, rejectedAt }: Pick<Revision, 'number' | 'inForce' | 'liveAt' | 'rejectedAt'>,
  live: number,
): RevisionState {
  if (inForce) return 'live';
  if (liveAt !== null) return 'was-live';
  if (rejectedAt !== null) return 'rejected';
  return number > live ? 'pending' : 'skipped';
}

/**
 * The number of the live revision: as the list says, so that the states in it fit each other while the service reloads.
 *
 * @param known that of the service, for a list whose live revision is on a later page
 */
export function liveNumber(
  revisions: readonly Pick<Revision, 'number' | 'inForce'>[] | undefined,
  known: number,
): number {
  return revisions?.find(({ inForce }) => inForce)?.number ?? known;
}
