import type { RegisteredService } from '../domain/services/registered-service.js';
import { conflict, notFound } from '../errors/management-errors.js';
import type { Store } from '../store/store.js';
import type { Changes } from './changes.js';

/** The dependencies of saving a service. `now` is in milliseconds since the Unix epoch. */
export interface SaveDependencies {
  readonly store: Pick<Store, 'services'>;
  readonly changes: Changes;
  readonly now: () => number;
}

/** How many times another update may come first before this one gives up. */
const ATTEMPTS = 50;

/**
 * Stores the result of `change` applied to the current state of a service, and notifies every node. Concurrent changes are kept.
 * `updatedAt` always changes, so that outdated compiled services are not used.
 */
export async function saveService(
  deps: SaveDependencies,
  { accountId, id }: Pick<RegisteredService, 'accountId' | 'id'>,
  change: (current: RegisteredService) => RegisteredService = (current) => current,
): Promise<RegisteredService> {
  const { services } = deps.store;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const current = await services.find(accountId, id);
    if (current === undefined) throw notFound('service');
    const changed = { ...change(current), updatedAt: Math.max(deps.now(), current.updatedAt + 1) };
    if (await services.update(changed, current.updatedAt)) {
      await deps.changes.announce(accountId);
      return changed;
    }
  }
  throw conflict('BUSY_SERVICE', 'Others change this service all the time; try again');
}
