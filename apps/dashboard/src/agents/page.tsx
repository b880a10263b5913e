import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { useShownService } from '../service/use-shown-service.js';
import { AccessSection } from './access-section.js';
import { AgentCallsSection } from './agent-calls-section.js';
import { FindingsSection } from './findings-section.js';
import { OperationsSection } from './operations-section.js';
import { SetUpSection } from './set-up-section.js';

/** The page for AI agents: which operations they may call, and how they connect. */
export function AgentsPage() {
  const service = useShownService('Agents');
  const { data, error } = useQuery(
    query('/api/manage/services/{serviceId}/agents', { path: { serviceId: service.serviceId } }),
  );
  const enabled = service.settings.agents !== null;
  return (
    <Stack gap="lg">
      <AccessSection service={service} />
      <ErrorNotice error={error} />
      {enabled && data !== undefined && (
        <>
          <OperationsSection service={service} preview={data} />
          <FindingsSection preview={data} />
          <SetUpSection service={service} preview={data} />
          <AgentCallsSection service={service} />
        </>
      )}
    </Stack>
  );
}
