import { Alert, Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditQuery } from '../api/administration.js';
import { itemsOf } from '../api/requests/pages.js';
import {
  type AuditChoice,
  AuditFilters,
  auditFileUrl,
  auditFilterOf,
} from '../components/forms/audit-filters.js';
import { NextPage } from '../components/forms/next-page.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { AuditTable } from '../components/show/audit-table.js';

/** The audit log of an account, and whether anyone tampered with it; without an account, the log of the gateway. */
export function AuditSection({ accountId }: { readonly accountId?: string }) {
  const [choice, setChoice] = useState<AuditChoice>({});
  const list = useInfiniteQuery(auditQuery(accountId, auditFilterOf(choice)));
  const { items: entries, total } = itemsOf(list.data, (page) => page.entries);
  const brokenAt = list.data?.pages[0]?.brokenAt;
  const path = accountId === undefined ? '/api/admin/audit' : `/api/admin/accounts/${accountId}/audit`;
  return (
    <Section
      title="Audit log"
      description={
        accountId === undefined
          ? 'Invitations, encryption keys and closed accounts, newest first. Each account has its own log.'
          : 'Every change, newest first. Each entry is chained to the one before.'
      }
      actions={
        <Button component="a" variant="default" href={auditFileUrl(`${path}/export`, choice)} download>
          Download NDJSON
        </Button>
      }
    >
      <AuditFilters value={choice} onChange={setChoice} />
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {brokenAt != null && <Alert color="red" title={`Entry ${brokenAt} was changed or removed`} />}
      {entries?.length === 0 && (
        <Text size="sm" role="status">
          {Object.keys(choice).length === 0 ? 'No changes yet.' : 'No entry matches.'}
        </Text>
      )}
      <AuditTable entries={entries} />
      <NextPage key={JSON.stringify(choice)} list={list} shown={entries?.length} total={total} />
    </Section>
  );
}
