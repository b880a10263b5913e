import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ownAuditQuery } from '../api/account.js';
import { itemsOf } from '../api/requests/pages.js';
import { NextPage } from '../components/forms/next-page.js';
import { readListSearch, SearchInput } from '../components/forms/search-input.js';
import { PageHeader } from '../components/layout/page-header.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { AuditTable } from '../components/show/audit-table.js';
import { PageLoading } from '../shell/page-loading.js';

const route = getRouteApi('/owner/settings/audit');

/** Who changed what in the account. The search is in the URL. */
export function AuditPage() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(ownAuditQuery(search));
  const { items: entries, total } = itemsOf(list.data, (page) => page.entries);
  const query = search === '' ? '' : `?search=${encodeURIComponent(search)}`;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Audit log"
        description="Every change of the account, newest first. Each entry is chained to the one before."
        actions={
          <Button component="a" variant="default" href={`/api/manage/audit/export${query}`} download>
            Download NDJSON
          </Button>
        }
      />
      <SearchInput
        label="Search the audit log"
        placeholder="Action, ID or actor"
        value={search}
        onSearch={(wanted) =>
          void navigate({ search: readListSearch({ search: wanted }), replace: true, resetScroll: false })
        }
      />
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {entries === undefined && list.error === null && <PageLoading />}
      {entries?.length === 0 && (
        <Text size="sm" role="status">
          {search === '' ? 'No changes yet.' : `No entry matches “${search}”.`}
        </Text>
      )}
      {entries !== undefined && entries.length > 0 && <AuditTable entries={entries} />}
      <NextPage key={search} list={list} shown={entries?.length} total={total} />
    </Stack>
  );
}
