import type { Selectable } from 'kysely';
import {
  type ContractWatch,
  DEFAULT_WATCH,
  type WatchMemory,
} from '../../../domain/services/contract-watch.js';
import { parseInstant, type Tables } from '../../tables/schema.js';

/** The watch of a service whose owner has chosen nothing. */
export function newWatch(accountId: string, serviceId: string): ContractWatch {
  return { accountId, serviceId, ...DEFAULT_WATCH, failures: 0, isTold: false, version: 0 };
}

/** The row of such a watch. */
export function newRow(accountId: string, serviceId: string): Tables['contract_watches'] {
  return {
    account_id: accountId,
    service_id: serviceId,
    ...DEFAULT_WATCH,
    next_at: null,
    checked_at: null,
    result: null,
    reason: null,
    revision: null,
    failing_since: null,
    failures: 0,
    told: 0,
    version: 1,
    memory: null,
  };
}

/** Returns the watch in a row. */
export function read(row: Selectable<Tables['contract_watches']>): ContractWatch {
  const { checked_at: checkedAt, result, reason, revision } = row;
  return {
    accountId: row.account_id,
    serviceId: row.service_id,
    schedule: row.schedule,
    activate: row.activate,
    failures: row.failures,
    isTold: row.told === 1,
    version: row.version,
    ...(row.next_at !== null && { nextAt: parseInstant(row.next_at) }),
    ...(checkedAt !== null &&
      result !== null && {
        last: {
          at: parseInstant(checkedAt),
          result,
          ...(reason !== null && { reason }),
          ...(revision !== null && { revision }),
        },
      }),
    ...(row.failing_since !== null && { failingSince: parseInstant(row.failing_since) }),
    ...(row.memory !== null && { memory: JSON.parse(row.memory) as WatchMemory }),
  };
}
