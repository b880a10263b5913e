import { Badge, Button, Table, Text } from '@mantine/core';
import type { Call } from '../api/usage.js';
import { DataTable } from '../components/data-table.js';
import { formatSecond } from '../components/format.js';
import { useKeyNames } from './use-key-names.js';

/** One row per call. */
export function CallTable({
  calls,
  names,
  onOpen,
}: {
  readonly calls: readonly Call[];
  readonly names: ReadonlyMap<string, string>;
  readonly onOpen: (requestId: string) => void;
}) {
  const keyName = useKeyNames();
  return (
    <DataTable
      minWidth={820}
      columns={[
        'Time',
        'Operation',
        'Key',
        'Method',
        'Status',
        { name: 'Latency', kind: 'numbers' },
        { name: 'Details', kind: 'hidden' },
      ]}
    >
      {calls.map((call) => (
        <Table.Tr key={call.requestId}>
          <Table.Td>{formatSecond(call.at)}</Table.Td>
          <Table.Td>
            {call.operation ?? call.requested ?? 'None'}
            <Text size="xs" c="dimmed" component="div">
              {placeOf(call, names)}
            </Text>
          </Table.Td>
          <Table.Td>{call.keyId === undefined ? 'None' : keyName(call.keyId)}</Table.Td>
          <Table.Td>{call.method}</Table.Td>
          <Table.Td>
            <Badge variant="light" tt="none" color={call.status < 400 ? 'soap' : 'red'}>
              {call.status}
            </Badge>
            {call.code !== undefined && (
              <Text size="xs" c="dimmed" component="div">
                {call.code}
              </Text>
            )}
          </Table.Td>
          <Table.Td ta="right">{call.cached ? 'cached' : `${call.latencyMs} ms`}</Table.Td>
          <Table.Td ta="right">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onOpen(call.requestId)}
              aria-label={`Details of the call ${call.requestId}`}
            >
              Details
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** The service of a call, or that the gateway has nothing of the requested name. */
function placeOf({ serviceId, requested }: Call, names: ReadonlyMap<string, string>): string {
  if (requested !== undefined) return 'Unknown service or operation';
  return serviceId === undefined ? 'No service' : (names.get(serviceId) ?? 'Deleted service');
}
