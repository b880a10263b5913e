import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { usageQuery } from '../api/usage.js';
import { ErrorNotice } from '../components/error-notice.js';
import { PageHeader } from '../components/page-header.js';
import { PageLoading } from '../shell/page-loading.js';
import { CallsSection } from './calls-section.js';
import { DaysSection } from './days-section.js';
import { LatencySection } from './latency-section.js';
import { QuotaSection } from './quota-section.js';

/** Quota use, calls, latencies and errors. */
export function UsagePage() {
  const { data, error, refetch } = useQuery(usageQuery);
  const { data: services } = useServices();
  const names = new Map(services?.map(({ serviceId, name }) => [serviceId, name]));
  return (
    <Stack gap="lg">
      <PageHeader title="Usage" />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <PageLoading />}
      {data !== undefined && (
        <>
          <QuotaSection account={data.account} />
          <DaysSection names={names} />
          <LatencySection names={names} />
          <CallsSection names={names} />
        </>
      )}
    </Stack>
  );
}
