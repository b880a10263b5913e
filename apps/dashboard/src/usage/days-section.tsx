import { Group, Select, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { ERROR_TITLE } from '@soapstone/http-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usageDaysQuery } from '../api/usage.js';
import { ErrorNotice } from '../components/error-notice.js';
import { formatCount, formatPlural } from '../components/format.js';
import { Section } from '../components/section.js';
import { DaysChart } from './days-chart.js';

const SPANS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];
const ALL = 'all';

/** Calls per day, and errors in the same time. `names` are service names by id. */
export function DaysSection({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const [days, setDays] = useState('30');
  const [service, setService] = useState(ALL);
  const { data, error } = useQuery(usageDaysQuery(Number(days), service === ALL ? undefined : service));
  const services = [...names].map(([value, label]) => ({ value, label }));
  return (
    <Section
      title="Calls per day"
      description="Days are in UTC."
      actions={
        <Group gap="sm">
          <Select
            aria-label="Service"
            size="xs"
            w={180}
            allowDeselect={false}
            data={[{ value: ALL, label: 'All services' }, ...services]}
            value={service}
            onChange={(value) => setService(value ?? ALL)}
          />
          <Select
            aria-label="Time span"
            size="xs"
            w={110}
            allowDeselect={false}
            data={SPANS}
            value={days}
            onChange={(value) => setDays(value ?? '30')}
          />
        </Group>
      }
    >
      <ErrorNotice error={error} />
      {data !== undefined && (
        <Stack gap="lg">
          <DaysChart days={data.days} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Totals days={data.days} />
            <Errors errors={data.errors} />
          </SimpleGrid>
        </Stack>
      )}
    </Section>
  );
}

function Totals({
  days,
}: {
  readonly days: readonly { readonly calls: number; readonly failures: number }[];
}) {
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  const failures = days.reduce((sum, day) => sum + day.failures, 0);
  const share = calls === 0 ? 0 : (failures / calls) * 100;
  return (
    <Stack gap={4}>
      <Title order={3}>Total</Title>
      <Text size="sm">
        {formatPlural(calls, 'call')}, of which {formatCount(failures)} failed
        {calls === 0 ? '' : ` (${share.toFixed(share < 10 ? 1 : 0)} %)`}.
      </Text>
    </Stack>
  );
}

/** A newer gateway may know more types than this page. */
const titles: Readonly<Record<string, string>> = ERROR_TITLE;

function Errors({
  errors,
}: {
  readonly errors: readonly { readonly type: string; readonly code: string; readonly calls: number }[];
}) {
  return (
    <Stack gap={4}>
      <Title order={3}>Errors by type</Title>
      {errors.length === 0 ? (
        <Text size="sm">None.</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Error</Table.Th>
              <Table.Th ta="right">Calls</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ type, code, calls }) => (
              <Table.Tr key={`${type} ${code}`}>
                <Table.Td>
                  {titles[type] ?? type}
                  <Text size="xs" c="dimmed" component="div">
                    {code}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{formatCount(calls)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
