import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { serviceQuery } from '../api/services.js';
import { ErrorNotice } from '../components/error-notice.js';
import { PageHeader } from '../components/page-header.js';
import { PageLoading } from '../shell/page-loading.js';
import { ServiceTabs } from './service-tabs.js';

const route = getRouteApi('/owner/services/$serviceId');

/** The frame of one service: its heading, its tabs, and the tab's page below them. */
export function ServicePage() {
  const { serviceId } = route.useParams();
  const { data: service, error, refetch } = useQuery(serviceQuery(serviceId));
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (service === undefined) return <PageLoading />;
  return (
    <Stack gap="lg">
      <PageHeader key={serviceId} title={service.name} />
      <ServiceTabs serviceId={serviceId} />
      <Outlet />
    </Stack>
  );
}
