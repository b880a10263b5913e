import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { itemsOf, useSettled } from '../api/requests/pages.js';
import { pages } from '../api/requests/query.js';
import { NextPage } from '../components/forms/next-page.js';
import { readListSearch, SearchInput } from '../components/forms/search-input.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { DataTable } from '../components/show/data-table.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatCount, formatDay } from '../text/format.js';

const route = getRouteApi('/owner/administration/');

/** The accounts of the gateway, with a search by name, ID and email address. The search is in the URL. */
export function AccountsPage() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(
    pages('/api/admin/accounts', { query: { search: search === '' ? undefined : search } }),
  );
  const { shown } = useSettled(
    { ...itemsOf(list.data, (page) => page.accounts), search },
    list.isPlaceholderData,
  );
  const { items: accounts, total } = shown;
  if (accounts === undefined && list.error === null) return <PageLoading />;
  return (
    <Section
      title="Accounts"
      description={`${formatCount(total ?? 0)} ${shown.search === '' ? 'in total' : 'found'}`}
      actions={
        <Button
          component="a"
          variant="default"
          href={`/api/admin/accounts.csv${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`}
          download
        >
          Download CSV
        </Button>
      }
    >
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      <SearchInput
        label="Search accounts"
        placeholder="Name, ID or email address"
        value={search}
        onSearch={(wanted) =>
          void navigate({ search: readListSearch({ search: wanted }), replace: true, resetScroll: false })
        }
      />
      <DataTable minWidth={460} columns={['Account', 'Plan', 'Created']}>
        {accounts?.map(({ accountId, name, users, plan, status, closesAt, createdAt }) => (
          <Table.Tr key={accountId}>
            <Table.Td>
              <Stack gap={0}>
                <Group gap="xs">
                  <TextLink to="/administration/accounts/$accountId" params={{ accountId }}>
                    <span dir="auto">{name}</span>
                  </TextLink>
                  {status === 'suspended' && (
                    <Badge variant="light" color="red" tt="none">
                      {closesAt === null ? 'Suspended' : `Closed, deleted ${formatDay(closesAt)}`}
                    </Badge>
                  )}
                </Group>
                <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                  {users.join(', ')}
                </Text>
                <Text size="xs" c="dimmed">
                  {accountId}
                </Text>
              </Stack>
            </Table.Td>
            <Table.Td>{plan}</Table.Td>
            <Table.Td>{formatDay(createdAt)}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {accounts?.length === 0 && (
        <Text size="sm" role="status">
          No account matches “{shown.search}”.
        </Text>
      )}
      <NextPage key={search} list={list} shown={accounts?.length} total={total} />
    </Section>
  );
}
