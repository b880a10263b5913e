import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { usePlan } from '../api/plans.js';
import { queryClient } from '../api/requests/query-client.js';
import { Section } from '../components/layout/section.js';
import { PlanNotice } from '../components/notices/plan-notice.js';
import { useShownService } from '../service/use-shown-service.js';
import { PageLoading } from '../shell/page-loading.js';
import { descriptionQuery } from './description.js';
import { Downloads } from './downloads.js';
import { LockedOperation } from './locked-operation.js';
import { OperationList } from './operation-list.js';
import { OperationReference } from './operation-reference.js';
import classes from './page.module.css';

const route = getRouteApi('/owner/services/$serviceId/reference');

/**
 * The operations of a service, and one of them in full. The list is part of the service; the OpenAPI document is loaded when the
 * pointer or the focus reaches the list.
 */
export function ApiReferencePage() {
  const service = useShownService('API reference');
  const { operation: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const plan = usePlan();
  if (plan === undefined) return <PageLoading />;
  const operation = service.operations.find(({ name }) => name === wanted);
  return (
    <Stack gap="lg">
      <Section title="API reference" description="Every operation with its request, response and errors.">
        {plan.openapi ? (
          <Downloads serviceId={service.serviceId} />
        ) : (
          <PlanNotice title="OpenAPI is available on Starter and Pro">
            These plans include the reference of each operation and the files. The API itself is the same on
            every plan: “Try it” shows the input of each operation, and sends it.
          </PlanNotice>
        )}
      </Section>
      <div className={classes['columns']} data-open={operation !== undefined}>
        <OperationList
          operations={service.operations}
          selected={operation?.name}
          onSelect={(name) => void navigate({ search: { operation: name }, resetScroll: false })}
          onNear={() => {
            if (plan.openapi) void queryClient.prefetchQuery(descriptionQuery(service.serviceId));
          }}
        />
        <div className={classes['operation']}>
          {operation !== undefined &&
            (plan.openapi ? (
              <OperationReference key={operation.name} service={service} operation={operation} />
            ) : (
              <LockedOperation key={operation.name} service={service} operation={operation} />
            ))}
        </div>
      </div>
    </Stack>
  );
}
