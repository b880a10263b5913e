import type { Kysely } from 'kysely';
import { printInstant, type Tables } from '../../tables/schema.js';

/**
 * Rights that one node has at a time, by name. A right expires unless it is renewed, and has a number that grows, so that a node that
 * was paused notices that another has taken its place. Times are in milliseconds since the Unix epoch.
 */
export interface LeaseRepository {
  /** Takes a right until a time. Returns its number; undefined while another node has it. */
  take(name: string, now: number, until: number): Promise<number | undefined>;
  /** Keeps a right until a later time. Returns false if another node has taken it. */
  renew(name: string, number: number, until: number): Promise<boolean>;
  /** Gives a right back. */
  release(name: string, number: number): Promise<void>;
}

export function createLeaseRepository(db: Kysely<Tables>): LeaseRepository {
  return {
    async take(name, now, until) {
      await db
        .insertInto('leases')
        .values({ name, number: 0, until: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const taken = await db
        .updateTable('leases')
        .set((column) => ({ number: column('number', '+', 1), until: printInstant(until) }))
        .where('name', '=', name)
        .where((is) => is.or([is('until', 'is', null), is('until', '<=', printInstant(now))]))
        .returning('number')
        .executeTakeFirst();
      return taken === undefined ? undefined : Number(taken.number);
    },
    async renew(name, number, until) {
      const { numUpdatedRows } = await db
        .updateTable('leases')
        .set({ until: printInstant(until) })
        .where('name', '=', name)
        .where('number', '=', number)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async release(name, number) {
      await db
        .updateTable('leases')
        .set({ until: null })
        .where('name', '=', name)
        .where('number', '=', number)
        .execute();
    },
  };
}
