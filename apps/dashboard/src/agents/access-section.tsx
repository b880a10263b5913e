import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';

/** Turns access for agents on and off. */
export function AccessSection({ service }: { readonly service: ServiceDetail }) {
  const [asking, setAsking] = useState(false);
  const change = useChangeService(useBase(service, asking));
  const enabled = service.settings.agents !== null;
  return (
    <Section
      title="AI agents"
      description="Agents call operations as tools, over the Model Context Protocol (MCP). They need an API key, and their calls count toward your quota."
    >
      {!asking && <ErrorNotice error={change.error} />}
      <Group>
        {enabled ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            Turn off agents
          </Button>
        ) : (
          <Button
            loading={change.isPending}
            onClick={() =>
              change.mutate(
                { settings: { agents: { operations: {} } } },
                { onSuccess: () => showDone('Agents turned on') },
              )
            }
          >
            Turn on agents
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Turn off agents?"
        confirm="Turn off"
        pending={change.isPending}
        error={change.error}
        onConfirm={() =>
          change.mutate(
            { settings: { agents: null } },
            {
              onSuccess: () => {
                setAsking(false);
                showDone('Agents turned off');
              },
            },
          )
        }
      >
        <Text>Agents can no longer call this service. Your choice of operations is removed.</Text>
      </ConfirmDialog>
    </Section>
  );
}
