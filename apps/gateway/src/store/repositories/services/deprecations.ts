import type { Kysely, Selectable } from 'kysely';
import type { Announcement, Deprecation, Deprecations } from '../../../domain/services/deprecation.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** A deprecated part of a service: the named operation, or the whole service without a name. */
export interface DeprecatedPlace {
  readonly accountId: string;
  readonly serviceId: string;
  readonly operation?: string;
}

/** Deprecations by owners, and the announcements of revisions. */
export interface DeprecationRepository {
  /** Returns the deprecations of a service, and the announcements of its revisions that wait for a decision. */
  find(accountId: string, serviceId: string): Promise<Deprecations>;
  set(place: DeprecatedPlace, deprecation: Deprecation): Promise<void>;
  /** Sets the announcement of a revision. */
  announce(
    place: Pick<DeprecatedPlace, 'accountId' | 'serviceId'>,
    announcement: Announcement,
  ): Promise<void>;
  /** Removes the announcement of a revision. Returns false if there was none. */
  withdraw(accountId: string, serviceId: string, revision: number): Promise<boolean>;
  /** Removes a deprecation. Returns false if there was none. */
  delete(place: DeprecatedPlace): Promise<boolean>;
}

/** The empty name, which no operation has, stands for the whole service. */
const WHOLE_SERVICE = '';

export function createDeprecationRepository(db: Kysely<Tables>): DeprecationRepository {
  return {
    async find(accountId, serviceId) {
      const [rows, announced] = await Promise.all([
        db
          .selectFrom('deprecations')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('service_id', '=', serviceId)
          .orderBy('operation')
          .execute(),
        // The join also ends the announcement of a revision that an earlier version of the gateway published or rejected.
        db
          .selectFrom('announcements')
          .innerJoin('services', 'services.id', 'announcements.service_id')
          .innerJoin('service_revisions', (join) =>
            join
              .onRef('service_revisions.service_id', '=', 'announcements.service_id')
              .onRef('service_revisions.number', '=', 'announcements.revision'),
          )
          .selectAll('announcements')
          .where('announcements.account_id', '=', accountId)
          .where('announcements.service_id', '=', serviceId)
          .whereRef('announcements.compared_with', '=', 'services.revision')
          .where('service_revisions.live_at', 'is', null)
          .where('service_revisions.rejected_at', 'is', null)
          .orderBy('announcements.revision')
          .execute(),
      ]);
      const service = rows.find((row) => row.operation === WHOLE_SERVICE);
      return {
        ...(service === undefined ? {} : { service: read(service) }),
        operations: new Map(
          rows.filter((row) => row !== service).map((row) => [row.operation, read(row)] as const),
        ),
        announced: announced.map((row) => ({
          ...read(row),
          revision: row.revision,
          from: row.compared_with,
          operations: JSON.parse(row.operations) as string[],
        })),
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
    async announce({ accountId, serviceId }, { revision, from, operations, ...deprecation }) {
      const announced = {
        ...dateColumns(deprecation),
        compared_with: from,
        operations: JSON.stringify(operations),
      };
      await db
        .insertInto('announcements')
        .values({ account_id: accountId, service_id: serviceId, revision, ...announced })
        .onConflict((conflict) =>
          conflict
            .columns(['service_id', 'revision'])
            .doUpdateSet(announced)
            .where('announcements.account_id', '=', accountId),
        )
        .execute();
    },
    async withdraw(accountId, serviceId, revision) {
      const { numDeletedRows } = await db
        .deleteFrom('announcements')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('revision', '=', revision)
        .executeTakeFirst();
      return numDeletedRows > 0n;
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

/** Removes the announcements of a service that were compared with another revision than the live one. */
export async function endAnnouncements(
  db: Kysely<Tables>,
  { accountId, id, revision }: Pick<RegisteredService, 'accountId' | 'id' | 'revision'>,
): Promise<void> {
  await db
    .deleteFrom('announcements')
    .where('account_id', '=', accountId)
    .where('service_id', '=', id)
    .where('compared_with', '<>', revision)
    .execute();
}

function read({
  at,
  sunset,
  link,
}: Pick<Selectable<Tables['deprecations']>, 'at' | 'sunset' | 'link'>): Deprecation {
  return {
    at: parseInstant(at),
    ...(sunset === null ? {} : { sunset: parseInstant(sunset) }),
    ...(link === null ? {} : { link }),
  };
}

function columns(
  { accountId, serviceId, operation = WHOLE_SERVICE }: DeprecatedPlace,
  deprecation: Deprecation,
) {
  return { account_id: accountId, service_id: serviceId, operation, ...dateColumns(deprecation) };
}

function dateColumns({ at, sunset, link }: Deprecation) {
  return {
    at: printInstant(at),
    sunset: sunset === undefined ? null : printInstant(sunset),
    link: link ?? null,
  };
}
