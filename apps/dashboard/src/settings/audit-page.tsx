import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { itemsOf } from '../api/requests/pages.js';
import { pages } from '../api/requests/query.js';
import { AuditFilters, auditFileUrl, auditFilterOf } from '../components/forms/audit-filters.js';
import { NextPage } from '../components/forms/next-page.js';
import { PageHeader } from '../components/layout/page-header.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { AuditTable } from '../components/show/audit-table.js';
import { PageLoading } from '../shell/page-loading.js';

const route = getRouteApi('/owner/settings/audit');

/** Who changed what in the account. The search and the filters are in the URL. */
export function AuditPage() {
  const choice = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(pages('/api/manage/audit', { query: auditFilterOf(choice) }));
  const { items: entries, total } = itemsOf(list.data, (page) => page.entries);
  return (
    <Stack gap="lg">
      <PageHeader
        title="Audit log"
        description="Every change of the account, newest first. Each entry is chained to the one before."
        actions={
          <Button
            component="a"
            variant="default"
            href={auditFileUrl('/api/manage/audit/export', choice)}
            download
          >
            Download NDJSON
          </Button>
        }
      />
      <AuditFilters
        value={choice}
        onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {entries === undefined && list.error === null && <PageLoading />}
      {entries?.length === 0 && (
        <Text size="sm" role="status">
          {Object.keys(choice).length === 0 ? 'No changes yet.' : 'No entry matches.'}
        </Text>
      )}
      {entries !== undefined && entries.length > 0 && <AuditTable entries={entries} />}
      <NextPage key={JSON.stringify(choice)} list={list} shown={entries?.length} total={total} />
    </Stack>
  );
}
