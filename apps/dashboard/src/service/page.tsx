import { Alert, Group, Stack } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { serviceQuery } from '../api/services.js';
import { TextLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { PageLoading } from '../shell/page-loading.js';
import { AnswersNotice } from './answers-notice.js';
import { EndpointNotice } from './endpoint-notice.js';
import { HeldNotice } from './held-notice.js';
import { ServiceTabs } from './service-tabs.js';

const route = getRouteApi('/owner/services/$serviceId');

/** The frame of one service: its heading, notices, tabs, and the page of the current tab. */
export function ServicePage() {
  const { serviceId } = route.useParams();
  const { data: service, error, refetch } = useQuery(serviceQuery(serviceId));
  if (service === undefined) {
    if (error === null) return <PageLoading />;
    return (
      <Stack maw={640}>
        <PageHeader title="Couldn’t load this service" />
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        <Group>
          <TextLink to="/services">Back to your services</TextLink>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <TextLink to="/services" size="sm" underline="hover">
          ← Services
        </TextLink>
        <PageHeader key={serviceId} title={service.name} />
      </Stack>
      {service.status === 'paused' && (
        <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} title="This service is paused">
          All calls fail. Resume it in{' '}
          <TextLink to="/services/$serviceId/settings" params={{ serviceId }}>
            its settings
          </TextLink>
          .
        </Alert>
      )}
      <AnswersNotice service={service} />
      <EndpointNotice service={service} />
      <HeldNotice service={service} />
      <ServiceTabs serviceId={serviceId} />
      <Outlet />
    </Stack>
  );
}
