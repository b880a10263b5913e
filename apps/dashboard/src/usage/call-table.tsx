import { Badge, Button, Table, Text } from '@mantine/core';
import type { Call } from '../api/usage.js';
import { DataTable } from '../components/show/data-table.js';
import { formatSecond } from '../text/format.js';
import { nameOfKey } from './name-of-key.js';

/** One row per call. */
export function CallTable({
  calls,
  onOpen,
}: {
  readonly calls: readonly Call[];
  readonly onOpen: (requestId: string) => void;
}) {
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
            <Text size="xs" c="dimmed" component="div" dir="auto">
              {placeOf(call)}
            </Text>
          </Table.Td>
          <Table.Td>
            <span dir="auto">{nameOfKey(call)}</span>
          </Table.Td>
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

/** The service of a call, or a note that nothing has the requested name. */
function placeOf({ serviceId, serviceName, requested }: Call): string {
  if (requested !== undefined) return 'Unknown service or operation';
  return serviceId === undefined ? 'No service' : (serviceName ?? 'Deleted service');
}
