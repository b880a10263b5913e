import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { operationQuery } from '../api/operations.js';
import type { Operation } from '../api/services.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { callsService } from '../service/answers.js';
import { useShownService } from '../service/use-shown-service.js';
import { PageLoading } from '../shell/page-loading.js';
import { useSetDraft } from './drafts.js';
import { choose, type TriedCall } from './history.js';
import { OperationSelect } from './operation-select.js';
import { TrialForm } from './trial-form.js';

const route = getRouteApi('/owner/services/$serviceId/try-it');

/** Calls an operation from the page, and shows the SOAP messages behind the response. */
export function TryItPage() {
  const service = useShownService('Try it');
  const { operation: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const setDraft = useSetDraft(service.serviceId);
  const { operations } = service;
  const shown =
    operations.find(({ name }) => name === wanted) ??
    operations.find(({ readStyle }) => readStyle) ??
    operations[0];
  if (shown === undefined) return <Text>The published port has no operation to try.</Text>;
  return (
    <Stack gap="lg">
      <Section
        title="Try it"
        description={
          callsService(service.settings.answers)
            ? 'Sends a real request with your login. It counts toward your quota.'
            : 'Sends a request with your login.'
        }
      >
        <OperationSelect
          operations={operations}
          value={shown.name}
          onChange={(operation) => void navigate({ search: { operation }, replace: true })}
        />
        {shown.documentation !== null && (
          <Text size="sm" dir="auto">
            {shown.documentation}
          </Text>
        )}
      </Section>
      <OperationTrial
        key={shown.name}
        service={service}
        operation={shown}
        onShowOther={(call) => {
          const { operation, request } = call;
          setDraft(operation, request);
          choose(service.serviceId, call);
          void navigate({ search: { operation } });
        }}
      />
    </Stack>
  );
}

/** The form needs an example as its initial value. */
function OperationTrial({
  service,
  operation,
  onShowOther,
}: {
  readonly service: ReturnType<typeof useShownService>;
  readonly operation: Operation;
  readonly onShowOther: (call: TriedCall) => void;
}) {
  const { data, error, refetch } = useQuery(operationQuery(service.serviceId, operation.name));
  if (data === undefined) {
    return error === null ? <PageLoading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  }
  return <TrialForm service={service} operation={operation} detail={data} onShowOther={onShowOther} />;
}
