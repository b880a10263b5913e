import type { Kysely, Selectable } from 'kysely';
import type { Deprecation, Deprecations } from '../domain/deprecation.js';
import { parseInstant, printInstant, type Tables } from './schema.js';

/** A deprecated part of a service: the named operation, or the whole service without a name. */
export interface DeprecatedPlace {
  readonly accountId: string;
  readonly serviceId: string;
  readonly operation?: string;
}

/** Deprecations by owners and by pending revisions. */
export interface DeprecationRepository {
  find(accountId: string, serviceId: string): Promise<Deprecations>;
  set(place: DeprecatedPlace, deprecation: Deprecation): Promise<void>;
  /** Adds a deprecation unless there is one already. */
  setNew(place: DeprecatedPlace, deprecation: Deprecation): Promise<void>;
  /** Removes a deprecation. Returns false if there was none. */
  delete(place: DeprecatedPlace): Promise<boolean>;
}

/** The empty name, which no operation has, stands for the whole service. */
const WHOLE_SERVICE = '';

export function createDeprecationRepository(db: Kysely<Tables>): DeprecationRepository {
  return {
    async find(accountId, serviceId) {
      const rows = await db
        .selectFrom('deprecations')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .orderBy('operation')
        .execute();
      const service = rows.find((row) => row.operation === WHOLE_SERVICE);
      return {
        ...(service === undefined ? {} : { service: read(service) }),
        operations: new Map(
          rows.filter((row) => row !== service).map((row) => [row.operation, read(row)] as const),
        ),
      };
    },
    async set(place, deprecation) {
      const row = columns(place, deprecation);
      await db
        .insertInto('deprecations')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['service_id', 'operation'])
            .doUpdateSet({ at: row.at, sunset: row.sunset, link: row.link })
            .where('deprecations.account_id', '=', place.accountId),
        )
        .execute();
    },
    async setNew(place, deprecation) {
      await db
        .insertInto('deprecations')
        .values(columns(place, deprecation))
        .onConflict((conflict) => conflict.columns(['service_id', 'operation']).doNothing())
        .execute();
    },
    async delete({ accountId, serviceId, operation = WHOLE_SERVICE }) {
      const { numDeletedRows } = await db
        .deleteFrom('deprecations')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('operation', '=', operation)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function read({ at, sunset, link }: Selectable<Tables['deprecations']>): Deprecation {
  return {
    at: parseInstant(at),
    ...(sunset === null ? {} : { sunset: parseInstant(sunset) }),
    ...(link === null ? {} : { link }),
  };
}

function columns(
  { accountId, serviceId, operation = WHOLE_SERVICE }: DeprecatedPlace,
  { at, sunset, link }: Deprecation,
) {
  return {
    account_id: accountId,
    service_id: serviceId,
    operation,
    at: printInstant(at),
    sunset: sunset === undefined ? null : printInstant(sunset),
    link: link ?? null,
  };
}
