import { SimpleGrid, Stack, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { formatCount, formatHour, formatTime, timeZone } from '../text/format.js';
import { Chart } from './chart.js';
import { LatencyTable } from './latency-table.js';
import { ServiceBars } from './service-bars.js';
import { SpanSelect } from './span-select.js';
import type { UsagePart } from './usage-search.js';
import { HOURS } from './usage-search.js';

const formatPercent = (value: number) => `${Number(value.toFixed(1))}%`;
const formatMs = (value: number) => `${formatCount(value)} ms`;

/** Calls, error rate and latencies by hour, then calls by service and latencies by operation in the same time. */
export function HoursSection({ view, onView }: UsagePart) {
  const { hours = 24, service } = view;
  const { data, error } = useQuery({
    ...query('/api/manage/usage/hours', { query: { hours, serviceId: service } }),
    placeholderData: keepPreviousData,
  });
  const rows = data?.hours ?? [];
  const points = rows.map(({ at }) => ({
    short: hours > 24 ? formatHour(at) : formatTime(at),
    long: formatHour(at),
  }));
  return (
    <Section
      title="Calls per hour"
      description={`Times are in ${timeZone()}. Percentiles are of calls that reached a SOAP service; those of busy services are of a sample.`}
      actions={
        <SpanSelect spans={HOURS} unit="hours" value={hours} onChange={(value) => onView({ hours: value })} />
      }
    >
      <ErrorNotice error={error} />
      <Stack gap="lg">
        <Chart
          caption="Calls per hour"
          points={points}
          series={[
            { name: 'Calls', shape: 'bar', color: 'calls', values: rows.map(({ calls }) => calls) },
            { name: 'Failed', shape: 'bar', color: 'failed', values: rows.map(({ failures }) => failures) },
          ]}
          format={formatCount}
        />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <div>
            <Title order={3}>Latency</Title>
            <Chart
              caption="Latency per hour"
              points={points}
              series={[
                { name: 'p50', shape: 'line', color: 'first', values: rows.map(({ p50 }) => p50) },
                { name: 'p95', shape: 'line', color: 'second', values: rows.map(({ p95 }) => p95) },
                { name: 'p99', shape: 'line', color: 'third', values: rows.map(({ p99 }) => p99) },
              ]}
              format={formatMs}
            />
          </div>
          <div>
            <Title order={3}>Error rate</Title>
            <Chart
              caption="Error rate per hour"
              points={points}
              series={[
                {
                  name: 'Failed calls',
                  shape: 'line',
                  color: 'failed',
                  values: rows.map(({ calls, failures }) => (calls === 0 ? null : (failures / calls) * 100)),
                },
              ]}
              format={formatPercent}
            />
          </div>
        </SimpleGrid>
        {service === undefined && data !== undefined && (
          <ServiceBars services={data.services} onSelect={(id) => onView({ service: id }, true)} />
        )}
        <LatencyTable hours={hours} service={service} />
      </Stack>
    </Section>
  );
}
