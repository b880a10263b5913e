import { defined } from '@soapstone/options/defined';
import { type Account, subscriptionAt } from '../../../domain/accounts/account.js';
import { limitsOf, type PlanName } from '../../../domain/accounts/plan.js';
import {
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { notFound, planFixed } from '../../../errors/management-errors.js';
import type { AuditEntry } from '../../../store/repositories/accounts/audit-log.js';
import type { Store } from '../../../store/store.js';
import type { Page, PageRequest } from '../../../store/tables/pages.js';
import { NAME } from '../inputs/service-schema.js';
import { NUMBER_QUERY, PAGE_MEMBERS, readNumberedPage, SEARCH, showPage } from '../routing/paging.js';
import { type ManagementDependencies, ownerOf, type Route, route } from '../routing/route.js';
import { changeOwnPlan } from '../use-cases/administer-accounts.js';
import { accountState } from '../views/states.js';

const PLAN_NAME = enumOf<PlanName>(['Free', 'Starter', 'Pro']);

/** The account as its owner sees it: its public id, its plan and the state of the billing period. */
export async function showAccount(
  account: Account,
  { limiter, offer, now }: Pick<ManagementDependencies, 'limiter' | 'offer' | 'now'>,
): Promise<unknown> {
  const { plan, cycle } = subscriptionAt(account, now(), offer.plans);
  const { quota } = await limiter.consume({
    account: account.id,
    limits: limitsOf(plan),
    cycle,
    charge: 'nothing',
  });
  return {
    accountId: account.id,
    name: account.name,
    plan: {
      name: plan.name,
      callsPerPeriod: plan.quota,
      callsPerMinute: plan.perMinute,
      services: Number.isFinite(plan.services) ? plan.services : null,
      next:
        account.nextPlan === undefined || now() >= account.nextPlan.at
          ? null
          : { name: account.nextPlan.plan, at: new Date(account.nextPlan.at).toISOString() },
    },
    period: {
      start: new Date(quota.resetAt - quota.window).toISOString(),
      end: new Date(quota.resetAt).toISOString(),
      used: quota.limit - quota.remaining,
      remaining: quota.remaining,
    },
  };
}

/** The entries of an audit log, with the names of people, keys and services that still exist. */
export const AUDIT_ENTRIES = arrayOf(
  object(
    { number: INTEGER, at: INSTANT, actor: TEXT, action: TEXT, subject: TEXT },
    { actorName: TEXT, subjectName: TEXT },
  ),
);
/** The maximum number of entries in an export, and how many are read at once. */
const EXPORTED = { most: 100_000, atOnce: 1_000 };

/** Returns a page of an audit log, newest first. */
export async function showAudit(
  log: { list(request: PageRequest<number>): Promise<Page<AuditEntry, number>> },
  query: { readonly after?: string; readonly limit?: number },
  nameAll: (entries: readonly AuditEntry[]) => Promise<readonly AuditEntry[]> = async (entries) => entries,
) {
  const page = await log.list(readNumberedPage(query));
  return { ...showPage(page), entries: (await nameAll(page.items)).map(showEntry) };
}

function showEntry(entry: AuditEntry) {
  return { ...entry, at: new Date(entry.at).toISOString() };
}

/** Returns what adds the names of the people, keys, services and webhooks of an account to entries of its audit log. */
export function nameEntries(
  accountId: string,
  { users, apiKeys, services, webhooks }: Pick<Store, 'users' | 'apiKeys' | 'services' | 'webhooks'>,
) {
  return async (entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> => {
    const ids = [...new Set(entries.flatMap(({ actor, subject }) => [idOf(actor), idOf(subject)]))];
    const [people, keys, owned, hooks] = await Promise.all([
      users.list(accountId),
      apiKeys.names(accountId, ids),
      services.names(accountId, ids),
      webhooks.list(accountId),
    ]);
    const names = new Map<string, string>([
      ...keys,
      ...owned,
      ...people.map(({ id, email }) => [id, email] as const),
      ...hooks.map(({ id, name }) => [id, name] as const),
    ]);
    return entries.map((entry) => {
      const [actorName, subjectName] = [names.get(idOf(entry.actor)), names.get(idOf(entry.subject))];
      return { ...entry, ...defined({ actorName, subjectName }) };
    });
  };
}

/** Returns the id in `user:ID`, `ID/operation` or `ID`. */
function idOf(text: string): string {
  return text.replace(/^(?:user|key):/, '').split('/')[0] ?? '';
}

const show = route({
  method: 'get',
  path: '/api/manage/account',
  access: 'owner',
  state: accountState,
  summary: 'The account, its plan and its billing period',
  answer: component('Account'),
  handle: async (call, deps) => ({ body: await showAccount(ownerOf(call).account, deps) }),
});

const rename = route({
  method: 'patch',
  path: '/api/manage/account',
  access: 'owner',
  state: accountState,
  summary: 'Change the name of the account',
  body: object({ name: NAME }),
  answer: component('Account'),
  async handle(call, deps) {
    const { account, actor } = ownerOf(call);
    const { name } = call.body;
    const renamed = await deps.store.accounts.update(account.id, (current) => ({ ...current, name }));
    if (renamed === undefined) throw notFound('account');
    await deps.changes.announce(account.id);
    await deps.store.audit.add(account.id, {
      at: deps.now(),
      actor,
      action: 'account.rename',
      subject: account.id,
    });
    return { body: await showAccount(renamed, deps) };
  },
});

const audit = route({
  method: 'get',
  path: '/api/manage/audit',
  access: 'owner',
  summary:
    'The audit log of the account, newest first, page by page. `search` finds a part of the action, the actor or the subject',
  query: { ...NUMBER_QUERY, search: SEARCH },
  answer: object({ entries: AUDIT_ENTRIES, ...PAGE_MEMBERS }),
  async handle(call, { store }) {
    const { id } = ownerOf(call).account;
    const { search, ...query } = call.query;
    const log = {
      list: (page: PageRequest<number>) => store.audit.list(id, { ...page, ...defined({ search }) }),
    };
    return { body: await showAudit(log, query, nameEntries(id, store)) };
  },
});

const exportAudit = route({
  method: 'get',
  path: '/api/manage/audit/export',
  access: 'owner',
  limit: 'queries',
  summary: 'The newest 100,000 entries of the audit log as NDJSON, one entry a line; `search` as in the list',
  query: { search: SEARCH },
  media: ['application/x-ndjson'],
  answer: TEXT,
  async handle(call, { store }) {
    const { id } = ownerOf(call).account;
    const named = nameEntries(id, store);
    const lines: string[] = [];
    let after: number | undefined;
    do {
      const request = { limit: EXPORTED.atOnce, ...defined({ after, search: call.query.search }) };
      const page = await store.audit.list(id, request);
      for (const entry of await named(page.items)) lines.push(JSON.stringify(showEntry(entry)));
      after = page.next;
    } while (after !== undefined && lines.length < EXPORTED.most);
    const text = lines.map((line) => `${line}\n`).join('');
    return { file: { name: 'audit.ndjson', contentType: 'application/x-ndjson', text } };
  },
});

const plans = route({
  method: 'get',
  path: '/api/manage/plans',
  access: 'public',
  summary: 'What each plan includes',
  answer: object({ plans: arrayOf(component('Plan')), signUp: PLAN_NAME, ownersMayChange: BOOLEAN }),
  handle: async (_call, { offer: { plans, signUp, ownersMayChange } }) => ({
    body: {
      plans: Object.values(plans).map(({ name, quota, perMinute, services, concurrency, paid }) => ({
        name,
        callsPerPeriod: quota,
        callsPerMinute: perMinute,
        services: Number.isFinite(services) ? services : null,
        concurrentCalls: concurrency,
        openapi: paid,
        get: paid,
      })),
      signUp,
      ownersMayChange,
    },
  }),
});

const change = route({
  method: 'put',
  path: '/api/manage/account/plan',
  access: 'owner',
  state: accountState,
  summary:
    'Change the plan, if the operator allows owners to: an upgrade applies immediately, a downgrade with the next period',
  body: object({ plan: PLAN_NAME }),
  answer: component('Account'),
  async handle(call, deps) {
    if (!deps.offer.ownersMayChange) throw planFixed();
    const { account, actor } = ownerOf(call);
    const changed = await changeOwnPlan(account.id, call.body.plan, deps, actor);
    return { body: await showAccount(changed, deps) };
  },
});

export const accountRoutes: readonly Route[] = [show, rename, change, audit, exportAudit, plans];
