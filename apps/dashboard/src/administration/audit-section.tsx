import { Alert, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditQuery } from '../api/administration.js';
import { DataTable } from '../components/data-table.js';
import { ErrorNotice } from '../components/error-notice.js';
import { formatMoment } from '../components/format.js';
import { Section } from '../components/section.js';

/** The audit log of an account, and whether anyone tampered with it. */
export function AuditSection({ accountId }: { readonly accountId: string }) {
  const { data, error, refetch } = useQuery(auditQuery(accountId));
  return (
    <Section title="Audit log" description="The latest 200 changes. Each entry is chained to the one before.">
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data?.brokenAt != null && (
        <Alert color="red" title={`Entry ${data.brokenAt} was changed or removed`} />
      )}
      {data?.entries.length === 0 && <Text size="sm">No changes yet.</Text>}
      <DataTable minWidth={560} columns={['Time', 'Action', 'By', 'Subject']}>
        {data?.entries.map(({ number, at, action, actor, subject }) => (
          <Table.Tr key={number}>
            <Table.Td>{formatMoment(at)}</Table.Td>
            <Table.Td>{action}</Table.Td>
            <Table.Td>{actor}</Table.Td>
            <Table.Td>{subject}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
}
