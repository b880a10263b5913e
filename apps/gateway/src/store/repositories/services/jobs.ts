import type { Kysely, Selectable } from 'kysely';
import type { Job, JobProgress, JobState } from '../../../domain/services/job.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** Imports that an owner watches. Stored in the database, because the next request may reach another node. */
export interface JobRepository {
  create(job: Job): Promise<void>;
  /** Replaces the state and the progress of a job. Returns false if the job has ended. */
  update(job: Job): Promise<boolean>;
  find(accountId: string, id: string): Promise<Job | undefined>;
  /** Returns the number of running jobs of the account with a heartbeat since `instant`. */
  countRunning(accountId: string, instant: number): Promise<number>;
  /** Deletes jobs that were started before `instant`. */
  deleteOlder(instant: number): Promise<void>;
  /** Deletes the jobs of an account that have ended, except the `most` that were started last, because each holds its result. */
  deleteEnded(accountId: string, most: number): Promise<void>;
}

export function createJobRepository(db: Kysely<Tables>): JobRepository {
  return {
    async create(job) {
      await db
        .insertInto('jobs')
        .values({
          id: job.id,
          account_id: job.accountId,
          state: job.state,
          progress: JSON.stringify(job.progress),
          created_at: printInstant(job.createdAt),
          updated_at: printInstant(job.updatedAt),
        })
        .execute();
    },
    async update(job) {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({
          state: job.state,
          progress: JSON.stringify(job.progress),
          updated_at: printInstant(job.updatedAt),
        })
        .where('account_id', '=', job.accountId)
        .where('id', '=', job.id)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async find(accountId, id) {
      const row = await db
        .selectFrom('jobs')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && read(row);
    },
    async countRunning(accountId, instant) {
      const { count } = await db
        .selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('state', '=', 'running')
        .where('updated_at', '>=', printInstant(instant))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async deleteOlder(instant) {
      await db.deleteFrom('jobs').where('created_at', '<', printInstant(instant)).execute();
    },
    async deleteEnded(accountId, most) {
      const kept = db
        .selectFrom('jobs')
        .select('id')
        .where('account_id', '=', accountId)
        .where('state', '<>', 'running')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most);
      await db
        .deleteFrom('jobs')
        .where('account_id', '=', accountId)
        .where('state', '<>', 'running')
        .where('id', 'not in', kept)
        .execute();
    },
  };
}

function read(row: Selectable<Tables['jobs']>): Job {
  return {
    id: row.id,
    accountId: row.account_id,
    state: row.state as JobState,
    progress: JSON.parse(row.progress) as JobProgress,
    createdAt: parseInstant(row.created_at),
    updatedAt: parseInstant(row.updated_at),
  };
}
