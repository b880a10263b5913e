import type { Kysely } from 'kysely';
import type { EventKind } from '../../../domain/accounts/event.js';
import type { Webhook, WebhookSecrets } from '../../../domain/accounts/webhook.js';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** A change of a webhook. Absent members stay; null removes the restriction to kinds of events. */
export interface WebhookChange {
  readonly name?: string;
  readonly url?: string;
  readonly types?: readonly EventKind[] | null;
  readonly enabled?: boolean;
}

/** A sealed secret of a webhook, for key rotation. */
export interface StoredWebhookSecret {
  readonly accountId: string;
  readonly webhookId: string;
  readonly column: 'sealed' | 'previous_sealed';
  readonly sealed: string;
}

/** The webhooks of accounts, with their sealed secrets. */
export interface WebhookRepository {
  /** Stores a webhook. Returns false if the account has `most` already. */
  create(webhook: Webhook, sealed: string, most: number): Promise<boolean>;
  /** Returns the webhooks of an account, oldest first. */
  list(accountId: string): Promise<readonly Webhook[]>;
  find(accountId: string, id: string): Promise<Webhook | undefined>;
  findSecrets(accountId: string, id: string): Promise<WebhookSecrets | undefined>;
  /** Changes a webhook; turning it on forgets why it was off. Returns undefined if there is none. */
  change(accountId: string, id: string, change: WebhookChange, at: number): Promise<Webhook | undefined>;
  /** Turns a webhook off whose receiver says that it is gone, unless it was changed since it was read. */
  turnOff(webhook: Webhook, at: number): Promise<void>;
  /** Replaces the secret. The one before it stays until `previousUntil`; absent if it ends at once. */
  roll(
    accountId: string,
    id: string,
    secret: { readonly sealed: string; readonly at: number; readonly previousUntil?: number },
  ): Promise<Webhook | undefined>;
  delete(accountId: string, id: string): Promise<boolean>;
  /** Returns all secrets, for key rotation. */
  listSecrets(): Promise<readonly StoredWebhookSecret[]>;
  /** Replaces the sealed form of a secret. Returns false if the secret was changed in the meantime. */
  replaceSecret(secret: StoredWebhookSecret, next: string): Promise<boolean>;
}

export function createWebhookRepository(db: Kysely<Tables>, dialect: Dialect['name']): WebhookRepository {
  const one = (accountId: string, id: string) =>
    db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).where('id', '=', id);

  async function set(
    accountId: string,
    id: string,
    values: Partial<Tables['webhooks']>,
  ): Promise<Webhook | undefined> {
    // Without RETURNING, which hides from the guard of a request on SQLite that it changed a row.
    await db
      .updateTable('webhooks')
      .set(values)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    const row = await one(accountId, id).executeTakeFirst();
    return row && read(row);
  }

  return {
    create: (webhook, sealed, most) =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, webhook.accountId);
        const { present } = await transaction
          .selectFrom('webhooks')
          .select(({ fn }) => fn.countAll<number | string>().as('present'))
          .where('account_id', '=', webhook.accountId)
          .executeTakeFirstOrThrow();
        if (Number(present) >= most) return false;
        const { id, accountId, name, url, types, enabled, createdAt, updatedAt } = webhook;
        await transaction
          .insertInto('webhooks')
          .values({
            id,
            account_id: accountId,
            name,
            url,
            types: types === undefined ? null : JSON.stringify(types),
            enabled: Number(enabled),
            disabled_reason: null,
            sealed,
            previous_sealed: null,
            previous_until: null,
            created_at: printInstant(createdAt),
            updated_at: printInstant(updatedAt),
          })
          .execute();
        return true;
      }),
    async list(accountId) {
      const rows = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(read);
    },
    async find(accountId, id) {
      const row = await one(accountId, id).executeTakeFirst();
      return row && read(row);
    },
    async findSecrets(accountId, id) {
      const row = await one(accountId, id).executeTakeFirst();
      if (row === undefined) return undefined;
      const { sealed, previous_sealed: previousSealed } = row;
      return { sealed, ...(previousSealed !== null && { previousSealed }) };
    },
    change: (accountId, id, { name, url, types, enabled }, at) =>
      set(accountId, id, {
        updated_at: printInstant(at),
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(types !== undefined && { types: types === null ? null : JSON.stringify(types) }),
        ...(enabled !== undefined && { enabled: Number(enabled), disabled_reason: null }),
      }),
    async turnOff({ accountId, id, updatedAt }, at) {
      await db
        .updateTable('webhooks')
        .set({ enabled: 0, disabled_reason: 'gone', updated_at: printInstant(at) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('updated_at', '=', printInstant(updatedAt))
        .execute();
    },
    async roll(accountId, id, { sealed, at, previousUntil }) {
      await db
        .updateTable('webhooks')
        .set(({ ref }) => ({
          previous_sealed: previousUntil === undefined ? null : ref('sealed'),
          previous_until: previousUntil === undefined ? null : printInstant(previousUntil),
          sealed,
          updated_at: printInstant(at),
        }))
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .execute();
      const row = await one(accountId, id).executeTakeFirst();
      return row && read(row);
    },
    async delete(accountId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('webhooks')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async listSecrets() {
      const rows = await db
        .selectFrom('webhooks')
        .select(['account_id', 'id', 'sealed', 'previous_sealed'])
        .execute();
      return rows.flatMap((row) => {
        const place = { accountId: row.account_id, webhookId: row.id };
        const previous = row.previous_sealed;
        return [
          { ...place, column: 'sealed' as const, sealed: row.sealed },
          ...(previous === null ? [] : [{ ...place, column: 'previous_sealed' as const, sealed: previous }]),
        ];
      });
    },
    async replaceSecret({ accountId, webhookId, column, sealed }, next) {
      const { numUpdatedRows } = await db
        .updateTable('webhooks')
        .set({ [column]: next })
        .where('account_id', '=', accountId)
        .where('id', '=', webhookId)
        .where(column, '=', sealed)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** Reads a webhook, without its secrets. @internal */
function read(row: Tables['webhooks']): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    url: row.url,
    ...(row.types !== null && { types: JSON.parse(row.types) as EventKind[] }),
    enabled: row.enabled === 1,
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
    createdAt: parseInstant(row.created_at),
    updatedAt: parseInstant(row.updated_at),
    ...(row.previous_until !== null && { previousUntil: parseInstant(row.previous_until) }),
  };
}
