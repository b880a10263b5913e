import type { Kysely, Selectable } from 'kysely';
import {
  printRules,
  type RecordedMessage,
  type Recording,
  type RecordingRoom,
  type RecordingRules,
} from '../../../domain/calls/recording.js';
import type { Dialect } from '../../tables/dialect.js';
import { inParts } from '../../tables/in-parts.js';
import { lockAccount } from '../../tables/lock-account.js';
import { contains, countRows, isAfter, type Page, type PageRequest, pageOf } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** The columns by which lists are sorted. */
const PLACE = { at: 'at', id: 'id' };

/** A recording in a list. */
export interface RecordingSummary extends Pick<Recording, 'id' | 'operation' | 'name' | 'at'> {
  /** The HTTP status of the response. */
  readonly status: number;
  readonly bytes: number;
}

/** The recorded calls of services. */
export interface RecordingRepository {
  /**
   * Stores recordings of one service, except those whose request and response it already has. If the account has no room for all, stores
   * none and resolves to `full`. A dry run has the same outcome and stores none. Rejects if the service was deleted (`isMissingParent`).
   */
  add(
    recordings: readonly Recording[],
    room: RecordingRoom,
    dryRun?: boolean,
  ): Promise<{ readonly stored: number; readonly known: number } | 'full'>;
  /**
   * Lists recordings, newest first: all, or those that contain `search` in their name or the name of their operation, or have it as their
   * id.
   */
  list(
    accountId: string,
    serviceId: string,
    request: PageRequest & { readonly search?: string },
  ): Promise<Page<RecordingSummary>>;
  /** Returns the room that all services of an account use. */
  used(accountId: string): Promise<RecordingRoom>;
  /** Finds the newest response to a request, which has a different key for each set of rules. */
  findResponse(
    accountId: string,
    serviceId: string,
    keys: readonly string[],
  ): Promise<Recording['response'] | undefined>;
  /** Returns the distinct rules of the recordings of a service; undefined stands for recordings without rules. */
  rules(accountId: string, serviceId: string): Promise<(RecordingRules | undefined)[]>;
  /**
   * Returns the names and contents of requests of an operation, newest first: at most `most`, with messages of at most `bytes` in total,
   * but at least one if there is any.
   */
  contents(
    place: Pick<Recording, 'accountId' | 'serviceId' | 'operation'>,
    room: RecordingRoom,
  ): Promise<(Pick<Recording, 'content' | 'rules'> & { readonly exchange: string })[]>;
  /** Returns all recordings of a service, oldest first. */
  findAll(accountId: string, serviceId: string): Promise<Recording[]>;
  /** Deletes a recording. Returns false if the service has no such recording. */
  delete(accountId: string, serviceId: string, id: string): Promise<boolean>;
  /** Deletes all recordings of a service. Resolves to their number. */
  deleteOfService(accountId: string, serviceId: string): Promise<number>;
}

/** The migration that creates the table. */
export function createRecordingTable({ bytes }: Pick<Dialect, 'bytes'>) {
  return async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable('recordings')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('service_id', 'text', (column) =>
        column.notNull().references('services.id').onDelete('cascade'),
      )
      .addColumn('contract', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('reply', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('request', bytes as 'blob', (column) => column.notNull())
      .addColumn('response', bytes as 'blob', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addUniqueConstraint('recordings_key', ['service_id', 'key', 'reply'])
      .execute();
    await db.schema
      .createIndex('recordings_by_account')
      .ifNotExists()
      .on('recordings')
      .column('account_id')
      .execute();
    await db.schema.alterTable('call_log').addColumn('answers', 'text').execute();
  };
}

/** The migration that adds the rules of uploaded recordings. */
export async function addRecordingRules(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('recordings').addColumn('rules', 'text').execute();
}

export function createRecordingRepository(db: Kysely<Tables>, dialect: Dialect['name']): RecordingRepository {
  const ofService = (accountId: string, serviceId: string) =>
    db.selectFrom('recordings').where('account_id', '=', accountId).where('service_id', '=', serviceId);
  const usedIn = async (connection: Kysely<Tables>, accountId: string): Promise<RecordingRoom> => {
    const { most, bytes } = await connection
      .selectFrom('recordings')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('most'),
        fn.sum<number | string | null>('bytes').as('bytes'),
      ])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { most: Number(most), bytes: Number(bytes ?? 0) };
  };
  return {
    async add(recordings, room, dryRun = false) {
      const [first] = recordings;
      if (first === undefined) return { stored: 0, known: 0 };
      const { accountId, serviceId } = first;
      const rows = new Map<string, ReturnType<typeof columns>>();
      for (const each of recordings)
        if (!rows.has(identityOf(each))) rows.set(identityOf(each), columns(each));
      return db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, accountId);
        const keys = [...new Set(recordings.map(({ key }) => key))];
        for (const part of inParts(keys, ROWS_AT_ONCE)) {
          const known = await transaction
            .selectFrom('recordings')
            .select(['key', 'reply'])
            .where('service_id', '=', serviceId)
            .where('key', 'in', part)
            .execute();
          for (const each of known) rows.delete(identityOf(each));
        }
        const used = await usedIn(transaction, accountId);
        const bytes = [...rows.values()].reduce((sum, row) => sum + row.bytes, used.bytes);
        const isFull = used.most + rows.size > room.most || bytes > room.bytes;
        if (rows.size > 0 && isFull) return 'full';
        for (const part of dryRun ? [] : inParts([...rows.values()], ROWS_AT_ONCE))
          await transaction.insertInto('recordings').values(part).execute();
        return { stored: rows.size, known: recordings.length - rows.size };
      });
    },
    async list(accountId, serviceId, { limit, after, search }) {
      let found = ofService(accountId, serviceId);
      if (search !== undefined) {
        found = found.where(({ eb, or }) =>
          or([contains('operation', search), contains('name', search), eb('id', '=', search)]),
        );
      }
      const rest = after === undefined ? found : found.where(isAfter(PLACE, 'desc', after));
      const [total, rows] = await Promise.all([
        countRows(found),
        rest
          .select(['id', 'operation', 'name', 'status', 'bytes', 'at'])
          .orderBy('at', 'desc')
          .orderBy('id')
          .limit(limit + 1)
          .execute(),
      ]);
      const summaries = rows.map((row) => ({ ...row, at: parseInstant(row.at) }));
      return pageOf(summaries, { limit, total }, ({ at, id }) => ({ at, id }));
    },
    used: (accountId) => usedIn(db, accountId),
    async findResponse(accountId, serviceId, keys) {
      if (keys.length === 0) return undefined;
      const row = await ofService(accountId, serviceId)
        .selectAll()
        .where('key', 'in', keys)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row && read(row).response;
    },
    async rules(accountId, serviceId) {
      const rows = await ofService(accountId, serviceId).select('rules').distinct().execute();
      return rows.map(({ rules }) => readRules(rules).rules);
    },
    async contents({ accountId, serviceId, operation }, { most, bytes }) {
      const sizes = await ofService(accountId, serviceId)
        .select(['id', 'bytes'])
        .where('operation', '=', operation)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(most)
        .execute();
      let left = bytes;
      const ids: string[] = [];
      for (const size of sizes) {
        left -= size.bytes;
        if (left < 0 && ids.length > 0) break;
        ids.push(size.id);
      }
      if (ids.length === 0) return [];
      const rows = await ofService(accountId, serviceId)
        .select(['name as exchange', 'content', 'rules'])
        .where('id', 'in', ids)
        .orderBy('at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(({ rules, ...row }) => ({ ...row, ...readRules(rules) }));
    },
    async findAll(accountId, serviceId) {
      const rows = await ofService(accountId, serviceId).selectAll().orderBy('at').orderBy('id').execute();
      return rows.map(read);
    },
    async delete(accountId, serviceId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('recordings')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async deleteOfService(accountId, serviceId) {
      const { numDeletedRows } = await db
        .deleteFrom('recordings')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** The members of a recording that are stored as JSON. */
interface Details {
  readonly request: Omit<RecordedMessage, 'body'>;
  readonly response: Omit<RecordedMessage, 'body'>;
  readonly redacted: readonly string[];
}

function columns({ request, response, ...recording }: Recording): Selectable<Tables['recordings']> {
  const { body: sent, ...asked } = request;
  const { body: received, status, ...answered } = response;
  const details: Details = { request: asked, response: answered, redacted: recording.redacted };
  return {
    id: recording.id,
    account_id: recording.accountId,
    service_id: recording.serviceId,
    contract: recording.contract,
    operation: recording.operation,
    name: recording.name,
    key: recording.key,
    reply: recording.reply,
    content: recording.content,
    request: Buffer.from(sent),
    response: Buffer.from(received),
    status,
    details: JSON.stringify(details),
    rules: recording.rules === undefined ? null : printRules(recording.rules),
    bytes: sent.length + received.length + Buffer.byteLength(recording.content),
    at: printInstant(recording.at),
  };
}

function read(row: Selectable<Tables['recordings']>): Recording {
  const { request, response, redacted } = JSON.parse(row.details) as Details;
  return {
    id: row.id,
    accountId: row.account_id,
    serviceId: row.service_id,
    contract: row.contract,
    operation: row.operation,
    name: row.name,
    key: row.key,
    reply: row.reply,
    content: row.content,
    request: { ...request, body: row.request },
    response: { ...response, status: row.status, body: row.response },
    redacted,
    ...readRules(row.rules),
    at: parseInstant(row.at),
  };
}

const ROWS_AT_ONCE = 100;

const identityOf = ({ key, reply }: Pick<Recording, 'key' | 'reply'>): string => `${key} ${reply}`;

function readRules(text: string | null): Pick<Recording, 'rules'> {
  return text === null ? {} : { rules: JSON.parse(text) as RecordingRules };
}
