import type { Changes } from '../catalog/changes.js';
import { saveService } from '../catalog/save-service.js';
import type { Log } from '../log/log.js';
import { isMissingParent } from '../store/missing-parent.js';
import type { Store } from '../store/store.js';
import { takeStallNotes } from './stall-notes.js';

/** What taking up stalls needs. `now` is milliseconds since the Unix epoch. */
export interface StallDependencies {
  readonly store: Store;
  readonly changes: Changes;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly now: () => number;
}

/**
 * Stores the stalls that earlier processes left notes of in `dataDir`, and holds each operation that made a process stand still
 * twice within an hour, on every node.
 */
export function takeUpStalls(dataDir: string, deps: StallDependencies): Promise<void> {
  const { store, log, now } = deps;
  return takeStallNotes(
    dataDir,
    async (stall) => {
      const { accountId, serviceId, operation } = stall;
      try {
        if (!(await store.stalls.record(stall))) return;
      } catch (error) {
        // The service is gone, and its operation with it.
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
      log.warn('an operation is held: a process stood still with it twice within an hour', {
        accountId,
        serviceId,
        operation,
      });
    },
    (error) => log.error('a stall could not be stored: the next start tries again', error),
  );
}
