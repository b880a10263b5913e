import type { Kysely } from 'kysely';
import type { SealedPlace } from '../domain/seal.js';
import type { Tables } from './schema.js';

/** The sealed secrets of services. */
export interface SealedSecretRepository {
  /** By field. */
  find(accountId: string, serviceId: string): Promise<ReadonlyMap<string, string>>;
  set(place: SealedPlace, sealed: string): Promise<void>;
  delete(place: SealedPlace): Promise<void>;
  /** All of them, for key rotation. */
  list(): Promise<{ place: SealedPlace; sealed: string }[]>;
  /** Replaces `previous` with `next`; returns false if it was changed meanwhile. */
  replace(place: SealedPlace, previous: string, next: string): Promise<boolean>;
}

export function createSealedSecretRepository(db: Kysely<Tables>): SealedSecretRepository {
  return {
    async find(accountId, serviceId) {
      const rows = await db
        .selectFrom('sealed_secrets')
        .select(['field', 'sealed'])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .execute();
      return new Map(rows.map(({ field, sealed }) => [field, sealed]));
    },
    async set({ accountId, serviceId, field }, sealed) {
      await db
        .insertInto('sealed_secrets')
        .values({ account_id: accountId, service_id: serviceId, field, sealed })
        .onConflict((conflict) =>
          conflict
            .columns(['service_id', 'field'])
            .doUpdateSet({ sealed })
            .where('sealed_secrets.account_id', '=', accountId),
        )
        .execute();
    },
    async delete({ accountId, serviceId, field }) {
      await db
        .deleteFrom('sealed_secrets')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('field', '=', field)
        .execute();
    },
    async list() {
      const rows = await db.selectFrom('sealed_secrets').selectAll().execute();
      return rows.map(({ account_id: accountId, service_id: serviceId, field, sealed }) => ({
        place: { accountId, serviceId, field },
        sealed,
      }));
    },
    async replace({ accountId, serviceId, field }, previous, next) {
      const { numUpdatedRows } = await db
        .updateTable('sealed_secrets')
        .set({ sealed: next })
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('field', '=', field)
        .where('sealed', '=', previous)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
