import type { Kysely } from 'kysely';
import type { SealedPlace } from '../../../domain/seal.js';
import type { Tables } from '../../tables/schema.js';

/** When a certificate in a sealed secret expires. Certificates are public, so this may be stored next to the secret. */
export interface CertificateEnd {
  /** The member of the credentials, such as `signature`. */
  readonly kind: string;
  /** RFC 3339, UTC. */
  readonly validTo: string;
}

/** When the token of a session ends that a program hands in. Times are RFC 3339, UTC. */
export interface TokenEnd {
  readonly since: string;
  readonly until: string;
  /** When the next token is late. */
  readonly lateAt: string;
}

/** The sealed secrets of services. */
export interface SealedSecretRepository {
  /** By field. */
  find(accountId: string, serviceId: string): Promise<ReadonlyMap<string, string>>;
  /** Stores a secret. `ends` are the certificates in it; absent if they are not known yet. */
  set(place: SealedPlace, sealed: string, ends?: readonly CertificateEnd[]): Promise<void>;
  /** Stores a session. `end` is that of a token that a program hands in, `noticeAt` when the owner is first notified of it. */
  setSession(
    place: SealedPlace,
    sealed: string,
    token?: { readonly end: TokenEnd; readonly noticeAt: string },
  ): Promise<void>;
  /**
   * Returns the tokens of which owners may have to be notified at `time` (milliseconds since the Unix epoch), latest first. Uses an index.
   */
  tokensNoticedBefore(
    time: number,
    most: number,
  ): Promise<{ accountId: string; serviceId: string; end: TokenEnd }[]>;
  delete(place: SealedPlace): Promise<void>;
  /** Returns all secrets, for key rotation. */
  list(): Promise<{ place: SealedPlace; sealed: string }[]>;
  /** Replaces `previous` with `next`. Returns false if the secret was changed in the meantime. */
  replace(place: SealedPlace, previous: string, next: string): Promise<boolean>;
  /**
   * Returns the certificates of secrets of which one expires before `time` (milliseconds since the Unix epoch), soonest first. Uses an
   * index.
   */
  endingBefore(
    time: number,
    most: number,
  ): Promise<{ accountId: string; serviceId: string; ends: readonly CertificateEnd[] }[]>;
  /** Returns credentials whose certificates are not known, because an earlier version stored them. */
  listUnnoted(most: number): Promise<{ place: SealedPlace; sealed: string }[]>;
  /** Stores the certificates of a secret, unless the secret was changed in the meantime. */
  note(place: SealedPlace, sealed: string, ends: readonly CertificateEnd[]): Promise<void>;
}

/** Stands for the expiry of a secret without certificates. */
const NEVER = '9999-12-31T23:59:59.999Z';
/** The maximum number of certificates that are stored per secret: those that expire first. */
const MAX_ENDS = 100;

function columnsOf(ends: readonly CertificateEnd[] | undefined) {
  if (ends === undefined) return { certificates: null, first_end: null };
  const soonest = [...ends]
    .sort((left, right) => (left.validTo < right.validTo ? -1 : 1))
    .slice(0, MAX_ENDS)
    .map(({ kind, validTo }) => ({ kind, validTo }));
  return { certificates: JSON.stringify(soonest), first_end: soonest[0]?.validTo ?? NEVER };
}

/** The migration that adds when the certificates in a secret expire. */
export async function addCertificateEnds(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sealed_secrets').addColumn('certificates', 'text').execute();
  await db.schema.alterTable('sealed_secrets').addColumn('first_end', 'text').execute();
  const none = { certificates: '[]', first_end: NEVER };
  await db.updateTable('sealed_secrets').set(none).where('field', '!=', CREDENTIALS).execute();
  await db.schema
    .createIndex('sealed_secrets_first_end')
    .ifNotExists()
    .on('sealed_secrets')
    .column('first_end')
    .execute();
}

/** The field whose secrets contain certificates. */
const CREDENTIALS = 'credentials';
/** The field of the session, which has the end of its token in place of certificates. */
const SESSION = 'session';

export function createSealedSecretRepository(db: Kysely<Tables>): SealedSecretRepository {
  const store = async (
    { accountId, serviceId, field }: SealedPlace,
    columns: { sealed: string; certificates: string | null; first_end: string | null },
  ): Promise<void> => {
    await db
      .insertInto('sealed_secrets')
      .values({ account_id: accountId, service_id: serviceId, field, ...columns })
      .onConflict((conflict) =>
        conflict
          .columns(['service_id', 'field'])
          .doUpdateSet(columns)
          .where('sealed_secrets.account_id', '=', accountId),
      )
      .execute();
  };
  return {
    async find(accountId, serviceId) {
      const rows = await db
        .selectFrom('sealed_secrets')
        .select(['field', 'sealed'])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .execute();
      return new Map(rows.map(({ field, sealed }) => [field, sealed]));
    },
    set: (place, sealed, ends) =>
      store(place, { sealed, ...columnsOf(place.field === CREDENTIALS ? ends : []) }),
    setSession: (place, sealed, token) =>
      store(place, {
        sealed,
        certificates: JSON.stringify(token === undefined ? [] : [token.end]),
        first_end: token?.noticeAt ?? NEVER,
      }),
    async tokensNoticedBefore(time, most) {
      const rows = await db
        .selectFrom('sealed_secrets')
        .select(['account_id', 'service_id', 'certificates'])
        .where('first_end', '<=', new Date(time).toISOString())
        .where('field', '=', SESSION)
        .orderBy('first_end', 'desc')
        .limit(most)
        .execute();
      return rows.flatMap(({ account_id: accountId, service_id: serviceId, certificates }) => {
        const [end] = JSON.parse(certificates ?? '[]') as readonly TokenEnd[];
        return end === undefined ? [] : [{ accountId, serviceId, end }];
      });
    },
    async delete({ accountId, serviceId, field }) {
      await db
        .deleteFrom('sealed_secrets')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('field', '=', field)
        .execute();
    },
    async list() {
      const rows = await db
        .selectFrom('sealed_secrets')
        .select(['account_id', 'service_id', 'field', 'sealed'])
        .execute();
      return rows.map(placed);
    },
    async replace({ accountId, serviceId, field }, previous, next) {
      const { numUpdatedRows } = await db
        .updateTable('sealed_secrets')
        .set({ sealed: next })
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('field', '=', field)
        .where('sealed', '=', previous)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async endingBefore(time, most) {
      const rows = await db
        .selectFrom('sealed_secrets')
        .select(['account_id', 'service_id', 'certificates'])
        .where('first_end', '<', new Date(time).toISOString())
        .where('field', '=', CREDENTIALS)
        .orderBy('first_end')
        .limit(most)
        .execute();
      return rows.map(({ account_id: accountId, service_id: serviceId, certificates }) => ({
        accountId,
        serviceId,
        ends: JSON.parse(certificates ?? '[]') as readonly CertificateEnd[],
      }));
    },
    async listUnnoted(most) {
      const rows = await db
        .selectFrom('sealed_secrets')
        .select(['account_id', 'service_id', 'field', 'sealed'])
        .where('first_end', 'is', null)
        .limit(most)
        .execute();
      return rows.map(placed);
    },
    async note({ accountId, serviceId, field }, sealed, ends) {
      await db
        .updateTable('sealed_secrets')
        .set(columnsOf(ends))
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('field', '=', field)
        .where('sealed', '=', sealed)
        .execute();
    },
  };
}

function placed(row: Pick<Tables['sealed_secrets'], 'account_id' | 'service_id' | 'field' | 'sealed'>) {
  const { account_id: accountId, service_id: serviceId, field, sealed } = row;
  return { place: { accountId, serviceId, field }, sealed };
}
