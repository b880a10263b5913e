import { Badge, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsQuery } from '../api/administration.js';
import { DataTable } from '../components/data-table.js';
import { ErrorNotice } from '../components/error-notice.js';
import { formatCount, formatDay } from '../components/format.js';
import { TextLink } from '../components/links.js';
import { Section } from '../components/section.js';
import { PageLoading } from '../shell/page-loading.js';

/** The maximum number of rows; use the search to find more. */
const ROWS = 100;

/** Every account of the gateway, with a search by name and id. */
export function AccountsPage() {
  const { data: accounts, error, refetch } = useQuery(accountsQuery);
  const [search, setSearch] = useState('');
  if (accounts === undefined && error === null) return <PageLoading />;
  const wanted = search.trim().toLowerCase();
  const found = (accounts ?? []).filter(
    ({ name, accountId }) => name.toLowerCase().includes(wanted) || accountId.toLowerCase().includes(wanted),
  );
  return (
    <Section title="Accounts" description={`${formatCount(accounts?.length ?? 0)} in total`}>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <TextInput
        label="Search"
        placeholder="Account name or ID"
        maw={420}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <DataTable minWidth={460} columns={['Account', 'Plan', 'Created']}>
        {found.slice(0, ROWS).map(({ accountId, name, plan, status, createdAt }) => (
          <Table.Tr key={accountId}>
            <Table.Td>
              <Stack gap={0}>
                <Group gap="xs">
                  <TextLink to="/administration/accounts/$accountId" params={{ accountId }}>
                    {name}
                  </TextLink>
                  {status === 'suspended' && (
                    <Badge variant="light" color="red" tt="none">
                      Suspended
                    </Badge>
                  )}
                </Group>
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
      {found.length === 0 && <Text size="sm">No account matches.</Text>}
      {found.length > ROWS && (
        <Text size="sm" c="dimmed">
          The first {ROWS} of {formatCount(found.length)}. Search to find the others.
        </Text>
      )}
    </Section>
  );
}
