import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { query } from '../api/requests/query.js';
import { PageHeader } from '../components/layout/page-header.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { PageLoading } from '../shell/page-loading.js';
import { CallsSection } from './calls-section.js';
import { DaysSection } from './days-section.js';
import { HoursSection } from './hours-section.js';
import { KeysSection } from './keys-section.js';
import { QuotaSection } from './quota-section.js';
import { ServiceSelect } from './service-select.js';
import { readUsageSearch, type UsagePart } from './usage-search.js';

const route = getRouteApi('/owner/usage');

/** Quota use, calls, errors, latencies and keys. */
export function UsagePage() {
  const { data, error, refetch } = useQuery(query('/api/manage/usage'));
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const onView = useCallback<UsagePart['onView']>(
    (change, opens = false) =>
      void navigate({
        search: (present) => readUsageSearch({ ...present, ...change }),
        replace: !opens,
        resetScroll: false,
      }),
    [navigate],
  );
  const part = { view, onView };
  return (
    <Stack gap="lg">
      <PageHeader
        title="Usage"
        actions={<ServiceSelect value={view.service} onChange={(service) => onView({ service }, true)} />}
      />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <PageLoading />}
      {data !== undefined && (
        <>
          {view.service === undefined && <QuotaSection account={data.account} />}
          <DaysSection {...part} />
          <HoursSection {...part} />
          {view.service === undefined && <KeysSection {...part} />}
          <CallsSection {...part} />
        </>
      )}
    </Stack>
  );
}
