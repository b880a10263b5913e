import { join } from 'node:path';
import { type Kysely, type LogEvent, sql } from 'kysely';
import type { Config } from '../config/config.js';
import { StartError } from '../config/start-error.js';
import { markActivity, NO_ACTIVITY } from '../log/activity.js';
import { isDamage } from './drivers/damage.js';
import { openPostgres, POSTGRES } from './drivers/postgres.js';
import { explainRefusal } from './drivers/refused-connection.js';
import { DATABASE_FILE, openSqlite, SQLITE } from './drivers/sqlite.js';
import { SqliteError } from './drivers/sqlite-driver.js';
import { type WriteWatch, watchWrites } from './drivers/write-refusal.js';
import { migrate } from './migrations/migrate.js';
import { type AccountRepository, createAccountRepository } from './repositories/accounts/accounts.js';
import { type ApiKeyRepository, createApiKeyRepository } from './repositories/accounts/api-keys.js';
import { type AuditLog, createAuditLog } from './repositories/accounts/audit-log.js';
import {
  type ClosedAccountRepository,
  createClosedAccountRepository,
} from './repositories/accounts/closed-accounts.js';
import { createGatewayAuditLog, type GatewayAuditLog } from './repositories/accounts/gateway-audit.js';
import {
  createIdempotencyRepository,
  type IdempotencyRepository,
} from './repositories/accounts/idempotency.js';
import {
  createInvitationRepository,
  type InvitationRepository,
} from './repositories/accounts/invitations.js';
import {
  createOneTimeLinkRepository,
  type OneTimeLinkRepository,
} from './repositories/accounts/one-time-links.js';
import { createSessionRepository, type SessionRepository } from './repositories/accounts/sessions.js';
import { createUserRepository, type UserRepository } from './repositories/accounts/users.js';
import { type CallBodiesRepository, createCallBodiesRepository } from './repositories/calls/call-bodies.js';
import { type CallDayRepository, createCallDayRepository } from './repositories/calls/call-days.js';
import { type CallLogRepository, createCallLogRepository } from './repositories/calls/call-log.js';
import { createKeyDayRepository, type KeyDayRepository } from './repositories/calls/key-days.js';
import {
  createOperationCallerRepository,
  type OperationCallerRepository,
} from './repositories/calls/operation-callers.js';
import type { QuotaJournal } from './repositories/calls/quota-journal.js';
import type { QuotaLedger } from './repositories/calls/quota-ledger.js';
import { createSubjectJournal, createSubjectLedger } from './repositories/calls/quota-subjects.js';
import { createDeliveryRepository, type DeliveryRepository } from './repositories/events/deliveries.js';
import { createEventRepository, type EventRepository } from './repositories/events/events.js';
import { createLeaseRepository, type LeaseRepository } from './repositories/events/leases.js';
import { createMailRepository, type MailRepository } from './repositories/events/mails.js';
import { createWebhookRepository, type WebhookRepository } from './repositories/events/webhooks.js';
import { type ArtefactRepository, createArtefactRepository } from './repositories/services/artefacts.js';
import {
  createDeprecationRepository,
  type DeprecationRepository,
} from './repositories/services/deprecations.js';
import { createDraftRepository, type DraftRepository } from './repositories/services/drafts.js';
import { createJobRepository, type JobRepository } from './repositories/services/jobs.js';
import {
  createLoginLeaseRepository,
  type LoginLeaseRepository,
} from './repositories/services/login-leases.js';
import {
  createOperationExampleRepository,
  type OperationExampleRepository,
} from './repositories/services/operation-examples.js';
import { createRecordingRepository, type RecordingRepository } from './repositories/services/recordings.js';
import {
  createSealedSecretRepository,
  type SealedSecretRepository,
} from './repositories/services/sealed-secrets.js';
import {
  createServicePageRepository,
  type ServicePageRepository,
} from './repositories/services/service-pages.js';
import { createServiceRepository, type ServiceRepository } from './repositories/services/services.js';
import { createStallRepository, type StallRepository } from './repositories/services/stalls.js';
import { createWatchRepository, type WatchRepository } from './repositories/services/watches.js';
import { guardWrites } from './tables/guard-writes.js';
import { lockAccount } from './tables/lock-account.js';
import type { Tables } from './tables/schema.js';

/** All persistent data. A write is durable when its promise resolves. Every method for tenants takes the account first. */
export interface Store {
  readonly accounts: AccountRepository;
  readonly closedAccounts: ClosedAccountRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly services: ServiceRepository;
  readonly artefacts: ArtefactRepository;
  readonly ledger: QuotaLedger;
  readonly journal: QuotaJournal;
  readonly users: UserRepository;
  readonly invitations: InvitationRepository;
  readonly sessions: SessionRepository;
  readonly links: OneTimeLinkRepository;
  readonly secrets: SealedSecretRepository;
  readonly loginLeases: LoginLeaseRepository;
  readonly deprecations: DeprecationRepository;
  readonly operationExamples: OperationExampleRepository;
  readonly recordings: RecordingRepository;
  readonly stalls: StallRepository;
  readonly audit: AuditLog;
  readonly gatewayAudit: GatewayAuditLog;
  readonly events: EventRepository;
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  readonly mails: MailRepository;
  readonly leases: LeaseRepository;
  readonly calls: CallLogRepository;
  readonly callDays: CallDayRepository;
  readonly keyDays: KeyDayRepository;
  readonly operationCallers: OperationCallerRepository;
  readonly callBodies: CallBodiesRepository;
  readonly jobs: JobRepository;
  readonly idempotency: IdempotencyRepository;
  readonly drafts: DraftRepository;
  readonly servicePages: ServicePageRepository;
  readonly watches: WatchRepository;
  /** Migrations in the database that this version does not know, because a later version ran them. */
  readonly laterMigrations: readonly string[];
  /**
   * Returns this store for the work of one request of an account. Its first change is made only if `check`, which receives the store as the
   * transaction of the change sees it, does not throw. Guarded changes of an account wait for each other.
   */
  guard(accountId: string, check: (store: Store) => Promise<void>): Store;
  /**
   * Rejects if the database does not respond, or accepts no changes: a standby, a server with `default_transaction_read_only`, or, once a change
   * has failed, a full disk.
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the store of the configuration and migrates it. Several processes may do so concurrently. `onError` receives errors of idle
 * connections. Throws if the database cannot be reached or migrated.
 */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onError: (error: Error) => void,
): Promise<Store> {
  const dialect = config.databaseUrl === undefined ? SQLITE : POSTGRES;
  const writes: WriteWatch = watchWrites(() => tryWrite(db, dialect.name));
  const log = (event: LogEvent): void => {
    // Work that waited for the database continues, and no call of the same turn of the event loop is to blame for it.
    markActivity(NO_ACTIVITY);
    writes.log(event);
  };
  const db =
    config.databaseUrl === undefined
      ? await openSqlite(join(config.dataDir, DATABASE_FILE), log)
      : openPostgres(config.databaseUrl, onError, log);
  let laterMigrations: readonly string[];
  try {
    laterMigrations = await migrate(db, dialect);
  } catch (error) {
    await db.destroy();
    throw explain(error, config);
  }
  return createStore(db, dialect.name, laterMigrations, writes);
}

/** Makes a change without effect that the database has to write to its disk. */
async function tryWrite(db: Kysely<Tables>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'postgres') {
    await sql`update accounts set name = name where id = (select id from accounts limit 1)`.execute(db);
    return;
  }
  // The number is the application's, and always 0 here. SQLite writes the first page of the file.
  await sql`pragma user_version = 0`.execute(db);
}

/** Tells the operator that the database file is damaged. The operator has to repair it, because it is never replaced automatically. */
function explain(error: unknown, { dataDir }: Pick<Config, 'dataDir'>): unknown {
  if (error instanceof SqliteError && isDamage(error)) {
    const file = join(dataDir, DATABASE_FILE);
    return new StartError(`${file} is damaged (${error.message}): restore it from a backup`, error);
  }
  return explainRefusal(error);
}

function createStore(
  db: Kysely<Tables>,
  dialect: 'sqlite' | 'postgres',
  laterMigrations: readonly string[],
  writes: WriteWatch,
): Store {
  return {
    laterMigrations,
    accounts: createAccountRepository(db, dialect),
    closedAccounts: createClosedAccountRepository(db, dialect),
    apiKeys: createApiKeyRepository(db, dialect),
    services: createServiceRepository(db, dialect),
    artefacts: createArtefactRepository(db),
    ledger: createSubjectLedger(db, dialect === 'sqlite' ? 'max' : 'greatest'),
    journal: createSubjectJournal(db),
    users: createUserRepository(db),
    invitations: createInvitationRepository(db),
    sessions: createSessionRepository(db),
    links: createOneTimeLinkRepository(db),
    secrets: createSealedSecretRepository(db),
    loginLeases: createLoginLeaseRepository(db),
    deprecations: createDeprecationRepository(db),
    operationExamples: createOperationExampleRepository(db, dialect),
    recordings: createRecordingRepository(db, dialect),
    stalls: createStallRepository(db),
    audit: createAuditLog(db, dialect),
    gatewayAudit: createGatewayAuditLog(db),
    events: createEventRepository(db),
    webhooks: createWebhookRepository(db, dialect),
    deliveries: createDeliveryRepository(db),
    mails: createMailRepository(db),
    leases: createLeaseRepository(db),
    calls: createCallLogRepository(db),
    callDays: createCallDayRepository(db),
    keyDays: createKeyDayRepository(db),
    operationCallers: createOperationCallerRepository(db),
    callBodies: createCallBodiesRepository(db),
    jobs: createJobRepository(db),
    idempotency: createIdempotencyRepository(db),
    drafts: createDraftRepository(db, dialect),
    servicePages: createServicePageRepository(db),
    watches: createWatchRepository(db, dialect),
    guard: (accountId, check) =>
      createStore(
        guardWrites(db, dialect, async (transaction) => {
          await lockAccount(transaction, dialect, accountId);
          await check(createStore(transaction, dialect, laterMigrations, writes));
        }),
        dialect,
        laterMigrations,
        writes,
      ),
    async check() {
      await writes.check();
      if (dialect === 'sqlite') {
        await db.selectFrom('accounts').select('id').limit(1).execute();
        return;
      }
      const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(db);
      if (rows[0]?.transaction_read_only !== 'off') throw new Error('the database is read-only');
    },
    async close() {
      await db.destroy();
    },
  };
}
