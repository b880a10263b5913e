import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, usePostgres } from '@soapstone/testing/postgres-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCallLog } from '../testing/call-log-contract.js';
import { describeEvents } from '../testing/event-contract.js';
import { describeMails } from '../testing/mail-contract.js';
import { runsInMemory } from '../testing/set-ups.js';
import { describeStalls } from '../testing/stall-contract.js';
import { describeStore } from '../testing/store-contract/contract.js';
import { describeWatches } from '../testing/watch-contract.js';
import { describeWebhooks } from '../testing/webhook-contract.js';
import { openStore } from './store.js';

const unexpected = (error: Error): void => {
  throw error;
};

if (runsInMemory) {
  describe('embedded', () => {
    let dataDir: string;
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'soapstone-'));
    });
    afterAll(() => rm(dataDir, { recursive: true }));

    describeStore('the store on SQLite', () => openStore({ dataDir }, unexpected));
    describeCallLog('the call log on SQLite', () => openStore({ dataDir }, unexpected));
    describeStalls('stalls on SQLite', () => openStore({ dataDir }, unexpected));
    describeEvents('events on SQLite', () => openStore({ dataDir }, unexpected));
    describeWebhooks('webhooks on SQLite', () => openStore({ dataDir }, unexpected));
    describeMails('mails on SQLite', () => openStore({ dataDir }, unexpected));
    describeWatches('watches on SQLite', () => openStore({ dataDir }, unexpected));
  });
}

const bin = await findPostgres();
if (bin === undefined) process.stderr.write('PostgreSQL is not installed: its store tests are skipped\n');

describe.skipIf(bin === undefined)('server', () => {
  let server: PostgresServer;
  let databaseUrl: string;
  beforeAll(async () => {
    server = await usePostgres(bin!);
    databaseUrl = await server.createDatabase();
  });
  afterAll(() => server?.stop());

  // The server closes idle connections when it stops, which must not be reported as an error of a call.
  const ignore = (): void => {};
  describeStore('the store on PostgreSQL', () => openStore({ dataDir: '/nowhere', databaseUrl }, ignore));
  describeCallLog('the call log on PostgreSQL', () =>
    openStore({ dataDir: '/nowhere', databaseUrl }, ignore),
  );

  describeStalls('stalls on PostgreSQL', () => openStore({ dataDir: '/nowhere', databaseUrl }, ignore));
  describeEvents('events on PostgreSQL', () => openStore({ dataDir: '/nowhere', databaseUrl }, ignore));
  describeWebhooks('webhooks on PostgreSQL', () => openStore({ dataDir: '/nowhere', databaseUrl }, ignore));
  describeMails('mails on PostgreSQL', () => openStore({ dataDir: '/nowhere', databaseUrl }, ignore));
  describeWatches('watches on PostgreSQL', () => openStore({ dataDir: '/nowhere', databaseUrl }, ignore));

  test('a missing server is an error, not a hang', async () => {
    await expect(
      openStore({ dataDir: '/nowhere', databaseUrl: 'postgresql://x@127.0.0.1:1/x' }, ignore),
    ).rejects.toThrow(/ECONNREFUSED/);
  });
});
