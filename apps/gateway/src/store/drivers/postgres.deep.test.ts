import { findPostgres, startPostgres } from '@soapstone/testing/postgres-server';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgres } from './postgres.js';

const bin = await findPostgres();

test.skipIf(bin === undefined)(
  'PostgreSQL: a connection that breaks between two statements of a transaction fails only the next one',
  async () => {
    const server = await startPostgres(bin!);
    const db = openPostgres(await server.createDatabase(), () => {});
    try {
      const broken = db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
        // Wait until the client has noticed the end of the connection.
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          await sql`select 1`.execute(transaction);
        }
      });
      await expect(broken).rejects.toThrow();
      expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    } finally {
      await db.destroy();
      await server.stop();
    }
  },
);
