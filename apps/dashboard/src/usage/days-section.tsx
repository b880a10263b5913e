import { Button, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { ERROR_TITLE } from '@soapstone/http-contract';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { formatCount, formatPlural, formatShare, formatUtcDay } from '../text/format.js';
import { Chart } from './chart.js';
import { ServiceBars } from './service-bars.js';
import { SpanSelect } from './span-select.js';
import type { UsagePart } from './usage-search.js';
import { DAYS } from './usage-search.js';

/** Calls per day, by service and by error. */
export function DaysSection({ view, onView }: UsagePart) {
  const { days = 30, service } = view;
  const { data, error } = useQuery({
    ...query('/api/manage/usage/days', { query: { days, serviceId: service } }),
    placeholderData: keepPreviousData,
  });
  const file = new URLSearchParams({
    days: String(days),
    ...(service !== undefined && { serviceId: service }),
  });
  return (
    <Section
      title="Calls per day"
      description="Days are in UTC."
      actions={
        <Group gap="sm">
          <Button
            component="a"
            href={`/api/manage/usage/days.csv?${file}`}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Days as CSV
          </Button>
          <SpanSelect spans={DAYS} unit="days" value={days} onChange={(value) => onView({ days: value })} />
        </Group>
      }
    >
      <ErrorNotice error={error} />
      <Stack gap="lg">
        <Chart
          caption="Calls per day"
          points={(data?.days ?? []).map(({ day }) => ({ short: formatUtcDay(day), long: day }))}
          series={[
            {
              name: 'Calls',
              shape: 'bar',
              color: 'calls',
              values: data?.days.map(({ calls }) => calls) ?? [],
            },
            {
              name: 'Failed',
              shape: 'bar',
              color: 'failed',
              values: data?.days.map(({ failures }) => failures) ?? [],
            },
          ]}
          format={formatCount}
        />
        {data !== undefined && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Stack gap="lg">
              <Totals days={data.days} />
              {service === undefined && (
                <ServiceBars services={data.services} onSelect={(id) => onView({ service: id }, true)} />
              )}
            </Stack>
            <Errors errors={data.errors} />
          </SimpleGrid>
        )}
      </Stack>
    </Section>
  );
}

function Totals({
  days,
}: {
  readonly days: readonly {
    readonly calls: number;
    readonly failures: number;
    readonly charged: number | null;
  }[];
}) {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
  const calls = sum(days.map((day) => day.calls));
  const failures = sum(days.map((day) => day.failures));
  const isKnown = days.every(({ charged }) => charged !== null);
  const charged = sum(days.map((day) => day.charged ?? 0));
  return (
    <Stack gap={4}>
      <Title order={3}>Total</Title>
      <Text size="sm">
        {formatPlural(calls, 'call')}. Error rate {formatShare(failures, calls)}: {formatCount(failures)}{' '}
        failed.
      </Text>
      <Text size="sm">
        {isKnown
          ? `${formatPlural(charged, 'call')} used quota, ${formatCount(calls - charged)} did not.`
          : 'Calls that used quota were not counted for all of this time.'}
      </Text>
      <Text size="sm" c="dimmed">
        Requests that are rejected before the SOAP service is called, or that cannot reach it, are free. So
        are dry runs and mock responses. Cached responses and SOAP faults use quota.
      </Text>
    </Stack>
  );
}

/** A newer gateway may know more types than this page. */
const titles: Readonly<Record<string, string>> = ERROR_TITLE;

function Errors({
  errors,
}: {
  readonly errors: readonly {
    readonly type: string;
    readonly code: string;
    readonly calls: number;
    readonly charged: number | null;
  }[];
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
              <Table.Th ta="right">Used quota</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ type, code, calls, charged }) => (
              <Table.Tr key={`${type} ${code}`}>
                <Table.Td>
                  {titles[type] ?? type}
                  <Text size="xs" c="dimmed" component="div">
                    {code}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{formatCount(calls)}</Table.Td>
                <Table.Td ta="right">{charged === null ? 'Unknown' : formatCount(charged)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
