import { type Kysely, type Selectable, sql } from 'kysely';
import { isPublished, type OperationGrade } from '../../../domain/services/operation-grade.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../../../domain/services/service-settings.js';
import {
  contains,
  countRows,
  escapePattern,
  type Page,
  type PageRequest,
  readByCreation,
} from '../../tables/pages.js';
import { parseInstant, type Tables } from '../../tables/schema.js';

/** Queries over all services of an account. */
export interface ServiceLists {
  /** Lists services, oldest first: all, or those that contain `search` in their name or slug, or have it as their id. */
  list(
    accountId: string,
    request: PageRequest & { readonly search?: string },
  ): Promise<Page<RegisteredService>>;
  count(accountId: string): Promise<number>;
  /** Returns when each service of the account was last changed, by id. */
  updateTimes(accountId: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the slugs of the account that equal `slug`, or begin with it and a hyphen. */
  takenSlugs(accountId: string, slug: string): Promise<Set<string>>;
  /** Returns the slugs of active services that are offered to agents, oldest first, at most `most`. */
  slugsForAgents(accountId: string, most: number): Promise<string[]>;
  /** Returns the ids of services whose live revision was read from `source` or has a port of this name, oldest first, at most `most`. */
  idsLike(
    accountId: string,
    like: { readonly source: string; readonly port: string },
    most: number,
  ): Promise<string[]>;
  /** Returns the published operations whose names contain `search`, service by service, the oldest first, at most `most`. */
  findOperations(accountId: string, search: string, most: number): Promise<FoundOperation[]>;
  /** Returns names by id, for those of `ids` that are services of the account. */
  names(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** An operation that a search found. */
export interface FoundOperation {
  readonly serviceId: string;
  readonly serviceName: string;
  /** The name by which clients call it. */
  readonly operation: string;
}

/** The number of services whose operations one search reads. */
const MAX_SEARCHED = 500;
/** The number of services that a search reads at once. */
const SEARCHED_AT_ONCE = 50;

/** Services whose settings offer operations to agents. Values cannot match, because quotes inside them are escaped. */
const FOR_AGENTS = sql<boolean>`settings like '%"agents":%'`;
/** The maximum length of a search pattern, in characters. */
const MAX_PATTERN = 300;

export function createServiceLists(db: Kysely<Tables>): ServiceLists {
  const ofAccount = (accountId: string) => db.selectFrom('services').where('account_id', '=', accountId);
  return {
    async list(accountId, { search, ...page }) {
      let found = ofAccount(accountId);
      if (search !== undefined) {
        found = found.where(({ eb, or }) =>
          or([contains('name', search), contains('slug', search), eb('id', '=', search)]),
        );
      }
      return readByCreation(found, 'asc', page, readService);
    },
    count: (accountId) => countRows(ofAccount(accountId)),
    async updateTimes(accountId) {
      const rows = await ofAccount(accountId).select(['id', 'updated_at']).execute();
      return new Map(rows.map((row) => [row.id, parseInstant(row.updated_at)]));
    },
    async takenSlugs(accountId, slug) {
      const rows = await ofAccount(accountId)
        .select('slug')
        .where(({ eb, or }) =>
          or([eb('slug', '=', slug), sql<boolean>`slug like ${`${escapePattern(slug)}-%`} escape '\\'`]),
        )
        .execute();
      return new Set(rows.map((row) => row.slug));
    },
    async slugsForAgents(accountId, most) {
      const rows = await ofAccount(accountId)
        .select('slug')
        .where('status', '=', 'active')
        .where(FOR_AGENTS)
        .orderBy('created_at')
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(({ slug }) => slug);
    },
    async idsLike(accountId, { source, port }, most) {
      // Matches part of the JSON of the grades. The result is a superset, because a port of another service may have the same name.
      const member = `"port":${JSON.stringify(port)}`.slice(0, MAX_PATTERN);
      const rows = await withLiveRevision(db)
        .select('services.id')
        .where('services.account_id', '=', accountId)
        .where(({ eb, or }) =>
          or([
            eb('service_revisions.source', '=', source),
            sql<boolean>`service_revisions.grades like ${`%${escapePattern(member)}%`} escape '\\'`,
          ]),
        )
        .orderBy('services.created_at')
        .orderBy('services.id')
        .limit(most)
        .execute();
      return rows.map(({ id }) => id);
    },
    async findOperations(accountId, search, most) {
      const found: FoundOperation[] = [];
      for (let offset = 0; offset < MAX_SEARCHED && found.length < most; offset += SEARCHED_AT_ONCE) {
        const rows = await withLiveRevision(db)
          .select(['services.id', 'services.name', 'services.settings', 'service_revisions.grades'])
          .where('services.account_id', '=', accountId)
          // The JSON of the grades has these names, and some more text.
          .where(contains('service_revisions.grades', search))
          .orderBy('services.created_at')
          .orderBy('services.id')
          .limit(SEARCHED_AT_ONCE)
          .offset(offset)
          .execute();
        for (const { id, name, settings, grades } of rows) {
          const chosen: ServiceSettings = { ...DEFAULT_SETTINGS, ...JSON.parse(settings) };
          for (const operation of publishedNames(JSON.parse(grades ?? '[]'), chosen)) {
            if (operation.toLowerCase().includes(search.toLowerCase()))
              found.push({ serviceId: id, serviceName: name, operation });
          }
        }
        if (rows.length < SEARCHED_AT_ONCE) break;
      }
      return found.slice(0, most);
    },
    async names(accountId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await ofAccount(accountId).select(['id', 'name']).where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

/** The names of the published operations, as far as the grades tell. */
function publishedNames(grades: readonly OperationGrade[], settings: ServiceSettings): string[] {
  return grades
    .filter((grade) => isPublished(grade, settings))
    .map(({ exposedAs, operation }) => exposedAs ?? operation);
}

/** Joins services with their live revision. @internal */
export function withLiveRevision(db: Kysely<Tables>) {
  return db
    .selectFrom('services')
    .innerJoin('service_revisions', (join) =>
      join
        .onRef('service_revisions.service_id', '=', 'services.id')
        .onRef('service_revisions.number', '=', 'services.revision'),
    );
}

/** Converts a row to a service. @internal */
export function readService(row: Selectable<Tables['services']>): RegisteredService {
  return {
    id: row.id,
    accountId: row.account_id,
    slug: row.slug,
    name: row.name,
    status: row.status,
    revision: row.revision,
    // A setting that was introduced after the row was written has its default.
    settings: { ...DEFAULT_SETTINGS, ...JSON.parse(row.settings) },
    createdAt: parseInstant(row.created_at),
    updatedAt: parseInstant(row.updated_at),
  };
}
