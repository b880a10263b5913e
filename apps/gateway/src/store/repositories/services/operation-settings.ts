import type { UnwrapMode } from '@soapstone/json-xml-mapper';
import type { Kysely } from 'kysely';
import type { MethodPolicy, OperationSettings } from '../../../domain/services/service-settings.js';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import type { Tables } from '../../tables/schema.js';
import type { OperationPlace } from './operation-examples.js';

/** The settings of the operations of services. */
export interface OperationSettingsRepository {
  /** Returns settings by operation name. An operation without an entry has the defaults. */
  findOperationSettings(
    accountId: string,
    serviceId: string,
  ): Promise<ReadonlyMap<string, OperationSettings>>;
  setOperationSettings(
    accountId: string,
    serviceId: string,
    operation: string,
    settings: OperationSettings,
  ): Promise<void>;
  /**
   * Stores the result of `change` applied to the current settings of an operation, undefined if it has none. Concurrent changes wait for
   * each other.
   */
  changeOperationSettings(
    accountId: string,
    serviceId: string,
    operation: string,
    change: (current: OperationSettings | undefined) => OperationSettings,
  ): Promise<void>;
}

export function createOperationSettingsRepository(
  db: Kysely<Tables>,
  dialect: Dialect['name'],
): OperationSettingsRepository {
  return {
    findOperationSettings: (accountId, serviceId) => readAll(db, accountId, serviceId),
    setOperationSettings: (accountId, serviceId, operation, settings) =>
      write(db, { accountId, serviceId, operation }, settings),
    changeOperationSettings: (accountId, serviceId, operation, change) =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, accountId);
        const current = (await readAll(transaction, accountId, serviceId)).get(operation);
        await write(transaction, { accountId, serviceId, operation }, change(current));
      }),
  };
}

async function readAll(db: Kysely<Tables>, accountId: string, serviceId: string) {
  const rows = await db
    .selectFrom('operation_settings')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('service_id', '=', serviceId)
    .execute();
  return new Map<string, OperationSettings>(
    rows.map((row) => [
      row.operation,
      {
        methodPolicy: row.method_policy as MethodPolicy,
        cacheSeconds: row.cache_seconds,
        ...(row.unwrap === null ? {} : { unwrap: row.unwrap as UnwrapMode }),
      },
    ]),
  );
}

async function write(
  db: Kysely<Tables>,
  { accountId, serviceId, operation }: OperationPlace,
  settings: OperationSettings,
): Promise<void> {
  const values = {
    method_policy: settings.methodPolicy,
    cache_seconds: settings.cacheSeconds,
    unwrap: settings.unwrap ?? null,
  };
  await db
    .insertInto('operation_settings')
    .values({ account_id: accountId, service_id: serviceId, operation, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['service_id', 'operation'])
        .doUpdateSet(values)
        .where('operation_settings.account_id', '=', accountId),
    )
    .execute();
}
