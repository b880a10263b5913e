import type { Activity } from '../log/activity.js';
import type { Log } from '../log/log.js';
import type { Changes } from '../services/changes.js';
import { saveService } from '../services/save-service.js';
import { isMissingParent } from '../store/drivers/missing-parent.js';
import type { Stall } from '../store/repositories/services/stalls.js';
import type { Store } from '../store/store.js';
import { takeStallNotes } from './stall-notes.js';

/** The dependencies of recording stalls. `now` is in milliseconds since the Unix epoch. */
export interface StallDependencies {
  readonly store: Store;
  readonly changes: Changes;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly now: () => number;
}

/**
 * Stores the stalls that earlier processes noted in `dataDir`, and holds every operation that stalled a process twice within an hour, on
 * every node.
 */
export function holdStalledOperations(dataDir: string, deps: StallDependencies): Promise<void> {
  return takeStallNotes(
    dataDir,
    (stall) => storeStall(stall, deps),
    (error) => deps.log.error('a stall could not be stored: the next start tries again', error),
  );
}

/** Stores that the mapping thread of this process was terminated in the middle of a job, which counts as a stall. Never rejects. */
export async function recordStall(
  { accountId, serviceId, operation }: Activity,
  deps: StallDependencies,
): Promise<void> {
  if (operation === undefined) return;
  try {
    await storeStall({ accountId, serviceId, operation, at: deps.now() }, deps);
  } catch (error) {
    deps.log.error('a stall could not be stored', error);
  }
}

async function storeStall(stall: Stall, deps: StallDependencies): Promise<void> {
  const { store, log, now } = deps;
  const { accountId, serviceId, operation } = stall;
  try {
    if (!(await store.stalls.record(stall))) return;
  } catch (error) {
    // The service was deleted together with its operation.
    if (isMissingParent(error)) return;
    throw error;
  }
  await saveService(deps, { accountId, id: serviceId });
  await store.audit.add(accountId, {
    at: now(),
    actor: 'system',
    action: 'operation.hold',
    subject: `${serviceId}/${operation}`,
  });
  log.warn('an operation is held: it stalled a process twice within an hour', {
    accountId,
    serviceId,
    operation,
  });
}
