import type { Kysely } from 'kysely';
import type { SealedPlace } from '../../../domain/seal.js';
import type { Tables } from '../../tables/schema.js';
import { createSealedSecretRepository, type SealedSecretRepository } from './sealed-secrets.js';

/**
 * The right to log in to the SOAP server of a service, which one node has at a time. It expires, and has a number that grows, so
 * that a node that was paused or cut off writes nothing after another has taken its place.
 */
export interface LoginLeaseRepository {
  /**
   * Takes the right until a time. Times are in milliseconds since the Unix epoch.
   *
   * @returns its number; undefined while another node has it
   */
  take(accountId: string, serviceId: string, now: number, until: number): Promise<number | undefined>;
  /** Stores a session and gives the right back. Returns false, and stores nothing, if it belongs to another node by now. */
  complete(
    place: SealedPlace,
    number: number,
    sealed: string,
    token?: Parameters<SealedSecretRepository['setSession']>[2],
  ): Promise<boolean>;
  /** Gives the right back without a change. */
  release(accountId: string, serviceId: string, number: number): Promise<void>;
}

/** The migration that creates the table. */
export async function createLoginLeaseTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('login_leases')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('until', 'text')
    .addPrimaryKeyConstraint('login_leases_key', ['service_id'])
    .execute();
}

export function createLoginLeaseRepository(db: Kysely<Tables>): LoginLeaseRepository {
  return {
    async take(accountId, serviceId, now, until) {
      await db
        .insertInto('login_leases')
        .values({ account_id: accountId, service_id: serviceId, number: 0, until: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const taken = await db
        .updateTable('login_leases')
        .set((column) => ({ number: column('number', '+', 1), until: new Date(until).toISOString() }))
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where((is) => is.or([is('until', 'is', null), is('until', '<=', new Date(now).toISOString())]))
        .returning('number')
        .executeTakeFirst();
      return taken === undefined ? undefined : Number(taken.number);
    },
    complete(place, number, sealed, token) {
      return db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('login_leases')
          .set({ until: null })
          .where('account_id', '=', place.accountId)
          .where('service_id', '=', place.serviceId)
          .where('number', '=', number)
          .where('until', 'is not', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await createSealedSecretRepository(transaction).setSession(place, sealed, token);
        return true;
      });
    },
    async release(accountId, serviceId, number) {
      await db
        .updateTable('login_leases')
        .set({ until: null })
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .execute();
    },
  };
}
