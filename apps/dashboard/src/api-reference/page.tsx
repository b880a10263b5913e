import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { descriptionQuery } from '../api/description.js';
import { usePlan } from '../api/plans.js';
import { ErrorNotice } from '../components/error-notice.js';
import { PlanNotice } from '../components/plan-notice.js';
import { Section } from '../components/section.js';
import { useShownService } from '../service/use-shown-service.js';
import { PageLoading } from '../shell/page-loading.js';
import { Downloads } from './downloads.js';

// The viewer is larger than the rest of the dashboard, so it is loaded on demand.
const Viewer = lazy(() => import('./viewer.js'));

/** The OpenAPI document of the service, to read and to download. */
export function ApiReferencePage() {
  const { serviceId } = useShownService('API reference');
  const plan = usePlan();
  if (plan === undefined) return <PageLoading />;
  return (
    <Stack gap="lg">
      <Section title="API reference" description="Every operation with its request, response and errors.">
        {plan.openapi ? (
          <Downloads serviceId={serviceId} />
        ) : (
          <PlanNotice title="OpenAPI is available on Starter and Pro">
            The API itself is the same on every plan: the operations page and “Try it” say how each operation
            is called.
          </PlanNotice>
        )}
      </Section>
      {plan.openapi && <Description serviceId={serviceId} />}
    </Stack>
  );
}

function Description({ serviceId }: { readonly serviceId: string }) {
  const { data, error, refetch } = useQuery(descriptionQuery(serviceId));
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const loading = (
    <Group>
      <Text size="sm">Loading the viewer…</Text>
    </Group>
  );
  if (data === undefined) return loading;
  return (
    <Suspense fallback={loading}>
      <Viewer description={data} />
    </Suspense>
  );
}
