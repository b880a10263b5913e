import { Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { DataTable } from '../components/show/data-table.js';
import { formatCount } from '../text/format.js';

const PARTS = [
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['max', 'Max'],
] as const;

/** Latencies by operation in the last hours, of all services or of one. */
export function LatencyTable({
  hours,
  service,
}: {
  readonly hours: number;
  readonly service: string | undefined;
}) {
  const { data, error } = useQuery({
    ...query('/api/manage/usage/latency', { query: { hours } }),
    placeholderData: keepPreviousData,
  });
  const operations = data?.operations.filter(
    ({ serviceId }) => service === undefined || serviceId === service,
  );
  return (
    <Stack gap={4}>
      <Title order={3}>Latency by operation, in ms</Title>
      <ErrorNotice error={error} />
      {operations?.length === 0 && <Text size="sm">No call reached a SOAP service in this time.</Text>}
      {operations !== undefined && operations.length > 0 && (
        <DataTable
          minWidth={560}
          columns={[
            'Operation',
            { name: 'Calls', kind: 'numbers' },
            ...PARTS.map(([, name]) => ({ name, kind: 'numbers' as const })),
          ]}
        >
          {operations.map((operation) => (
            <Table.Tr key={`${operation.serviceId} ${operation.operation}`}>
              <Table.Td>
                {operation.operation}
                <Text size="xs" c="dimmed" component="div">
                  {operation.serviceName ?? 'Deleted service'}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{formatCount(operation.calls)}</Table.Td>
              {PARTS.map(([part, label]) => (
                <Table.Td key={label} ta="right">
                  {formatCount(operation[part])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Stack>
  );
}
