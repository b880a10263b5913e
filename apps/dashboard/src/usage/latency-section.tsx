import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { latencyQuery } from '../api/usage.js';
import { ErrorNotice } from '../components/error-notice.js';
import { formatCount } from '../components/format.js';
import { Section } from '../components/section.js';

const HOURS = 24;
const PARTS = [
  ['p50', 'p50'],
  ['p95', 'p95'],
  ['p99', 'p99'],
  ['max', 'Max'],
] as const;

/** Latencies by operation. `names` are service names by id. */
export function LatencySection({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const { data: operations, error } = useQuery(latencyQuery(HOURS));
  return (
    <Section
      title="Latency"
      description="In milliseconds, for calls of the last 24 hours that reached a SOAP service."
    >
      <ErrorNotice error={error} />
      {operations?.length === 0 && <Text size="sm">No calls in the last 24 hours.</Text>}
      {operations !== undefined && operations.length > 0 && (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Operation</Table.Th>
                <Table.Th ta="right">Calls</Table.Th>
                {PARTS.map(([, label]) => (
                  <Table.Th key={label} ta="right">
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {operations.map((operation) => (
                <Table.Tr key={`${operation.serviceId} ${operation.operation}`}>
                  <Table.Td>
                    {operation.operation}
                    <Text size="xs" c="dimmed" component="div">
                      {names.get(operation.serviceId) ?? 'A service that is deleted'}
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
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
