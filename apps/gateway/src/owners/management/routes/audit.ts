import { TEXT } from '../../../domain/json-schema.js';
import type { AuditFilter } from '../../../store/repositories/accounts/audit-log.js';
import type { Store } from '../../../store/store.js';
import type { PageRequest } from '../../../store/tables/pages.js';
import { ownerOf, type Route, route } from '../routing/route.js';
import {
  AUDIT_FILTER,
  AUDIT_FILTER_SUMMARY,
  AUDIT_PAGE,
  AUDIT_QUERY,
  EXPORT_SUMMARY,
  exportAudit,
  nameEntries,
  showAudit,
} from '../views/show-audit.js';

const logOf = (accountId: string, { audit }: Pick<Store, 'audit'>) => ({
  list: (request: PageRequest<number> & AuditFilter) => audit.list(accountId, request),
});

const list = route({
  method: 'get',
  path: '/api/manage/audit',
  access: 'owner',
  whileClosing: true,
  summary: `The audit log of the account, newest first, page by page. ${AUDIT_FILTER_SUMMARY}`,
  query: AUDIT_QUERY,
  answer: AUDIT_PAGE,
  async handle(call, { store }) {
    const { id } = ownerOf(call).account;
    return { body: await showAudit(logOf(id, store), call.query, nameEntries(id, store)) };
  },
});

const file = route({
  method: 'get',
  path: '/api/manage/audit/export',
  access: 'owner',
  whileClosing: true,
  limit: 'queries',
  summary: `The audit log of the account ${EXPORT_SUMMARY}`,
  query: AUDIT_FILTER,
  media: ['application/x-ndjson'],
  answer: TEXT,
  async handle(call, { store }) {
    const { id } = ownerOf(call).account;
    return { file: await exportAudit(logOf(id, store), call.query, nameEntries(id, store)) };
  },
});

/** The events of the account of an owner. */
export const auditRoutes: readonly Route[] = [list, file];
