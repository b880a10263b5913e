import type { UnwrapMode } from '@soapstone/json-xml-mapper';
import type { Kysely } from 'kysely';
import type { MethodPolicy, OperationSettings } from '../domain/service-settings.js';
import type { Tables } from './schema.js';

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
}

export function createOperationSettingsRepository(db: Kysely<Tables>): OperationSettingsRepository {
  return {
    async findOperationSettings(accountId, serviceId) {
      const rows = await db
        .selectFrom('operation_settings')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .execute();
      return new Map(
        rows.map((row) => [
          row.operation,
          {
            methodPolicy: row.method_policy as MethodPolicy,
            cacheSeconds: row.cache_seconds,
            ...(row.unwrap === null ? {} : { unwrap: row.unwrap as UnwrapMode }),
          },
        ]),
      );
    },
    async setOperationSettings(accountId, serviceId, operation, settings) {
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
    },
  };
}
