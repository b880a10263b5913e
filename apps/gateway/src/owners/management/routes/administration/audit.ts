import { TEXT } from '../../../../domain/json-schema.js';
import type { AuditFilter } from '../../../../store/repositories/accounts/audit-log.js';
import type { PageRequest } from '../../../../store/tables/pages.js';
import { type ManagementDependencies, type Route, route } from '../../routing/route.js';
import { findAccount } from '../../use-cases/administer-accounts.js';
import {
  AUDIT_FILTER,
  AUDIT_FILTER_SUMMARY,
  AUDIT_QUERY,
  EXPORT_SUMMARY,
  exportAudit,
  nameEntries,
  nameGatewayEntries,
  showAudit,
  VERIFIED_AUDIT_PAGE,
} from '../../views/show-audit.js';

/** The audit log of an account, and what names its entries for an administrator. */
async function logOf(accountId: string, deps: ManagementDependencies) {
  const { id } = await findAccount(accountId, deps);
  const { audit, users } = deps.store;
  return {
    list: (request: PageRequest<number> & AuditFilter) => audit.list(id, request),
    verify: () => audit.verify(id),
    named: nameEntries(id, deps.store, (ids) => users.addresses(ids)),
  };
}

const ofAccount = route({
  method: 'get',
  path: '/api/admin/accounts/:accountId/audit',
  access: 'admin',
  summary: `The audit log of an account, newest first, page by page; the first page names the first entry that was tampered with. ${AUDIT_FILTER_SUMMARY}`,
  query: AUDIT_QUERY,
  answer: VERIFIED_AUDIT_PAGE,
  async handle({ params, query }, deps) {
    const log = await logOf(params['accountId'] ?? '', deps);
    const page = await showAudit(log, query, log.named);
    if (query.after !== undefined) return { body: page };
    return { body: { ...page, brokenAt: (await log.verify()) ?? null } };
  },
});

const fileOfAccount = route({
  method: 'get',
  path: '/api/admin/accounts/:accountId/audit/export',
  access: 'admin',
  limit: 'queries',
  summary: `The audit log of an account ${EXPORT_SUMMARY}`,
  query: AUDIT_FILTER,
  media: ['application/x-ndjson'],
  answer: TEXT,
  async handle({ params, query }, deps) {
    const log = await logOf(params['accountId'] ?? '', deps);
    return { file: await exportAudit(log, query, log.named) };
  },
});

const ofGateway = route({
  method: 'get',
  path: '/api/admin/audit',
  access: 'admin',
  summary:
    'The audit log of the gateway itself (invitations, sealing keys, closed accounts), in the form of the audit log of an account',
  query: AUDIT_QUERY,
  answer: VERIFIED_AUDIT_PAGE,
  async handle({ query }, { store }) {
    const page = await showAudit(store.gatewayAudit, query, nameGatewayEntries(store));
    if (query.after !== undefined) return { body: page };
    return { body: { ...page, brokenAt: (await store.gatewayAudit.verify()) ?? null } };
  },
});

const fileOfGateway = route({
  method: 'get',
  path: '/api/admin/audit/export',
  access: 'admin',
  limit: 'queries',
  summary: `The audit log of the gateway itself ${EXPORT_SUMMARY}`,
  query: AUDIT_FILTER,
  media: ['application/x-ndjson'],
  answer: TEXT,
  handle: async ({ query }, { store }) => ({
    file: await exportAudit(store.gatewayAudit, query, nameGatewayEntries(store)),
  }),
});

/** The audit logs of accounts and of the gateway, for administrators. */
export const administeredAuditRoutes: readonly Route[] = [ofAccount, fileOfAccount, ofGateway, fileOfGateway];
