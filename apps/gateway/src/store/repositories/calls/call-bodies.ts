import type { Kysely } from 'kysely';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** The bodies of one call as JSON text, redacted and truncated. */
export interface CallBodies {
  readonly requestId: string;
  readonly accountId: string;
  readonly serviceId: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly request: string;
  readonly response: string;
}

/** The recorded bodies of calls, for services whose owners enabled recording. */
export interface CallBodiesRepository {
  /** Stores bodies and keeps at most the newest `most` of the service. */
  add(bodies: CallBodies, most: number): Promise<void>;
  find(accountId: string, requestId: string): Promise<CallBodies | undefined>;
  /** Deletes the bodies of one service, when its owner disables recording. */
  deleteOfService(accountId: string, serviceId: string): Promise<void>;
  deleteOlder(instant: number): Promise<void>;
}

export function createCallBodiesRepository(db: Kysely<Tables>): CallBodiesRepository {
  return {
    async add(bodies, most) {
      const { accountId, serviceId } = bodies;
      await db
        .insertInto('call_bodies')
        .values({
          request_id: bodies.requestId,
          account_id: accountId,
          service_id: serviceId,
          at: printInstant(bodies.at),
          request: bodies.request,
          response: bodies.response,
        })
        .onConflict((conflict) => conflict.column('request_id').doNothing())
        .execute();
      const first = await db
        .selectFrom('call_bodies')
        .select('at')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .orderBy('at', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      if (first === undefined) return;
      await db
        .deleteFrom('call_bodies')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('at', '<=', first.at)
        .execute();
    },
    async find(accountId, requestId) {
      const row = await db
        .selectFrom('call_bodies')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return (
        row && {
          requestId,
          accountId,
          serviceId: row.service_id,
          at: parseInstant(row.at),
          request: row.request,
          response: row.response,
        }
      );
    },
    async deleteOfService(accountId, serviceId) {
      await db
        .deleteFrom('call_bodies')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .execute();
    },
    async deleteOlder(instant) {
      await db.deleteFrom('call_bodies').where('at', '<', printInstant(instant)).execute();
    },
  };
}
