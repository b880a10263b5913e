import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServiceDetail } from '../api/services.js';
import { callsQuery } from '../api/usage.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CallDialog } from '../usage/call-dialog.js';
import { CallTable } from '../usage/call-table.js';

const MAX_SHOWN = 10;

/** The latest calls of agents. */
export function AgentCallsSection({ service: { serviceId } }: { readonly service: ServiceDetail }) {
  const { data, error } = useInfiniteQuery(callsQuery({ serviceId, method: 'MCP' }));
  const [opened, setOpened] = useState<string>();
  const calls = data?.pages[0]?.calls.slice(0, MAX_SHOWN);
  return (
    <Section
      title="Recent calls from agents"
      description={
        <>
          The last {MAX_SHOWN}. <TextLink to="/usage">Usage</TextLink> lists more: filter by method MCP.
        </>
      }
    >
      <ErrorNotice error={error} />
      {calls?.length === 0 && <Text size="sm">No calls from agents in the last seven days.</Text>}
      {calls !== undefined && calls.length > 0 && <CallTable calls={calls} onOpen={setOpened} />}
      <CallDialog
        call={calls?.find(({ requestId }) => requestId === opened)}
        onClose={() => setOpened(undefined)}
      />
    </Section>
  );
}
