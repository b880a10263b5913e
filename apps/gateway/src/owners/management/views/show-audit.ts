import { defined } from '@soapstone/options/defined';
import { arrayOf, enumOf, INSTANT, INTEGER, nullable, object, TEXT } from '../../../domain/json-schema.js';
import type { AuditActor, AuditEntry, AuditFilter } from '../../../store/repositories/accounts/audit-log.js';
import type { Store } from '../../../store/store.js';
import type { Page, PageRequest } from '../../../store/tables/pages.js';
import { SENT_INSTANT } from '../inputs/service-schema.js';
import { NUMBER_QUERY, PAGE_MEMBERS, readNumberedPage, SEARCH, showPage } from '../routing/paging.js';

/** An audit log that is listed page by page: that of an account, or that of the gateway. */
interface ListedLog {
  list(request: PageRequest<number> & AuditFilter): Promise<Page<AuditEntry, number>>;
}

/** Adds the names of what entries are about. */
type NameEntries = (entries: readonly AuditEntry[]) => Promise<readonly AuditEntry[]>;

/** The query parameters that filter an audit log. */
export const AUDIT_FILTER = {
  search: SEARCH,
  by: enumOf<AuditActor>(['person', 'key', 'operator', 'system']),
  from: SENT_INSTANT,
  to: SENT_INSTANT,
};
/** The query parameters of a list of entries. */
export const AUDIT_QUERY = { ...NUMBER_QUERY, ...AUDIT_FILTER };

/** The effect of the filters, for the summary of a route. */
export const AUDIT_FILTER_SUMMARY =
  '`search` finds a part of the action, of an id or of a name, `by` who did it, `from` and `to` a time';

interface SentFilter {
  readonly search?: string;
  readonly by?: AuditActor;
  readonly from?: string;
  readonly to?: string;
}

/** The entries of an audit log, with the names of what still exists. */
const ENTRIES = arrayOf(
  object(
    { number: INTEGER, at: INSTANT, actor: TEXT, action: TEXT, subject: TEXT },
    { actorName: TEXT, subjectName: TEXT },
  ),
);
/** A page of an audit log. */
export const AUDIT_PAGE = object({ entries: ENTRIES, ...PAGE_MEMBERS });
/** The same, whose first page names the first entry that was tampered with. */
export const VERIFIED_AUDIT_PAGE = object(
  { entries: ENTRIES, ...PAGE_MEMBERS },
  { brokenAt: nullable(INTEGER) },
);

/** The maximum number of entries in an export, and how many are read at once. */
const EXPORTED = { most: 100_000, atOnce: 1_000 };
export const EXPORT_SUMMARY =
  'as NDJSON, one entry a line: the newest 100,000 entries, with the filters of the list';

/** Returns a page of an audit log, newest first. */
export async function showAudit(
  log: ListedLog,
  { after, limit, ...filter }: SentFilter & { readonly after?: string; readonly limit?: number },
  nameAll: NameEntries,
) {
  const page = await log.list({ ...readNumberedPage(defined({ after, limit })), ...readFilter(filter) });
  return { ...showPage(page), entries: (await nameAll(page.items)).map(showEntry) };
}

/** Returns an audit log as a file. */
export async function exportAudit(log: ListedLog, filter: SentFilter, nameAll: NameEntries) {
  const lines: string[] = [];
  let after: number | undefined;
  do {
    const request = { limit: EXPORTED.atOnce, ...defined({ after }), ...readFilter(filter) };
    const page = await log.list(request);
    for (const entry of await nameAll(page.items)) lines.push(JSON.stringify(showEntry(entry)));
    after = page.next;
  } while (after !== undefined && lines.length < EXPORTED.most);
  const text = lines.map((line) => `${line}\n`).join('');
  return { name: 'audit.ndjson', contentType: 'application/x-ndjson', text };
}

function readFilter({ search, by, from, to }: SentFilter): AuditFilter {
  return defined({
    search,
    by,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  });
}

function showEntry(entry: AuditEntry) {
  return { ...entry, at: new Date(entry.at).toISOString() };
}

/**
 * Returns what adds the names of the people, keys, services and webhooks of an account to entries of its audit log.
 *
 * @param people the names of people of other accounts by id, which only administrators see
 */
export function nameEntries(
  accountId: string,
  { users, apiKeys, services, webhooks }: Pick<Store, 'users' | 'apiKeys' | 'services' | 'webhooks'>,
  people?: Store['users']['addresses'],
): NameEntries {
  return async (entries) => {
    const ids = idsOf(entries);
    const [ofAccount, others, keys, owned, hooks] = await Promise.all([
      users.list(accountId),
      people?.(ids) ?? new Map<string, string>(),
      apiKeys.names(accountId, ids),
      services.names(accountId, ids),
      webhooks.list(accountId),
    ]);
    const names = new Map<string, string>([
      ...keys,
      ...owned,
      ...others,
      ...ofAccount.map(({ id, email }) => [id, email] as const),
      ...hooks.map(({ id, name }) => [id, name] as const),
    ]);
    return withNames(entries, names);
  };
}

/** Returns what adds the names of people and accounts to entries of the audit log of the gateway. */
export function nameGatewayEntries({ users, accounts }: Pick<Store, 'users' | 'accounts'>): NameEntries {
  return async (entries) => {
    const ids = idsOf(entries);
    const [people, known] = await Promise.all([users.addresses(ids), accounts.findAll(ids)]);
    return withNames(entries, new Map([...people, ...known.map(({ id, name }) => [id, name] as const)]));
  };
}

function withNames(entries: readonly AuditEntry[], names: ReadonlyMap<string, string>) {
  return entries.map((entry) => {
    const [actorName, subjectName] = [names.get(idOf(entry.actor)), names.get(idOf(entry.subject))];
    return { ...entry, ...defined({ actorName, subjectName }) };
  });
}

function idsOf(entries: readonly AuditEntry[]): string[] {
  return [...new Set(entries.flatMap(({ actor, subject }) => [idOf(actor), idOf(subject)]))];
}

/** Returns the id in `user:ID`, `ID/operation` or `ID`. */
function idOf(text: string): string {
  return text.replace(/^(?:user|key):/, '').split('/')[0] ?? '';
}
