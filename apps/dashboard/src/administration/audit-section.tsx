import { Alert, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery, gatewayAuditQuery } from '../api/administration.js';
import { itemsOf } from '../api/requests/pages.js';
import { NextPage } from '../components/forms/next-page.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { AuditTable } from '../components/show/audit-table.js';

/** The audit log of an account, and whether anyone tampered with it; without an account, the log of the gateway. */
export function AuditSection({ accountId }: { readonly accountId?: string }) {
  const list = useInfiniteQuery(accountId === undefined ? gatewayAuditQuery : auditQuery(accountId));
  const { items: entries, total } = itemsOf(list.data, (page) => page.entries);
  const brokenAt = list.data?.pages[0]?.brokenAt;
  return (
    <Section
      title="Audit log"
      description={
        accountId === undefined
          ? 'Invitations and encryption keys, newest first. Each account has its own log.'
          : 'Every change, newest first. Each entry is chained to the one before.'
      }
    >
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {brokenAt != null && <Alert color="red" title={`Entry ${brokenAt} was changed or removed`} />}
      {entries?.length === 0 && <Text size="sm">No changes yet.</Text>}
      <AuditTable entries={entries} />
      <NextPage list={list} shown={entries?.length} total={total} />
    </Section>
  );
}
