import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { Section } from '../components/layout/section.js';
import { DataTable } from '../components/show/data-table.js';
import { formatSecond } from '../text/format.js';
import { forgetHistory, type TriedCall, useHistory } from './history.js';

const MODES = { call: '', dryRun: 'Dry run', mock: 'Mock' } as const;

/** The calls sent from this page. Selecting one restores its request into the form. */
export function HistorySection({
  serviceId,
  shown,
  onShow,
}: {
  readonly serviceId: string;
  readonly shown: TriedCall | undefined;
  readonly onShow: (call: TriedCall) => void;
}) {
  const calls = useHistory(serviceId);
  if (calls.length === 0) return null;
  return (
    <Section
      title="History"
      description="The last calls from this page. They are kept in this tab until you reload it."
      actions={
        <Button variant="default" size="xs" onClick={() => forgetHistory(serviceId)}>
          Clear history
        </Button>
      }
    >
      <DataTable
        minWidth={480}
        columns={[
          'Time',
          'Operation',
          'Status',
          { name: 'Latency', kind: 'numbers' },
          { name: 'Actions', kind: 'hidden' },
        ]}
      >
        {calls.map((call) => {
          const { id, at, operation, request, trial } = call;
          return (
            <Table.Tr key={id} aria-current={id === shown?.id ? 'true' : undefined}>
              <Table.Td>{formatSecond(at)}</Table.Td>
              <Table.Td>
                {operation}
                <Text size="xs" c="dimmed" component="div">
                  {[request.method, MODES[request.mode]].filter(Boolean).join(', ')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Badge variant="light" tt="none" color={trial.status < 400 ? 'soap' : 'red'}>
                  {trial.status}
                </Badge>
              </Table.Td>
              <Table.Td ta="right">{trial.timings.total} ms</Table.Td>
              <Table.Td>
                <Group justify="flex-end" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onShow(call)}
                    aria-label={`Show call ${id} of ${operation}`}
                  >
                    Show
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </DataTable>
    </Section>
  );
}
