import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';
import { showDone } from '../components/show-done.js';

/** Pauses a service, or resumes it. */
export function StatusSection({ service }: { readonly service: ServiceDetail }) {
  const change = useChangeService(service.serviceId);
  const [asking, setAsking] = useState(false);
  const paused = service.status === 'paused';
  return (
    <Section
      title={paused ? 'Paused' : 'Pause'}
      description="A paused service refuses every call. Nothing is lost, and you can resume it at any time."
    >
      {paused && <ErrorNotice error={change.error} />}
      <Group>
        {paused ? (
          <Button
            loading={change.isPending}
            onClick={() =>
              change.mutate(
                { status: 'active' },
                { onSuccess: () => showDone('The service takes calls again') },
              )
            }
          >
            Resume the service
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            Pause the service
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Pause the service?"
        confirm="Pause it"
        pending={change.isPending}
        error={change.error}
        onConfirm={() =>
          change.mutate(
            { status: 'paused' },
            {
              onSuccess: () => {
                setAsking(false);
                showDone('The service is paused');
              },
            },
          )
        }
      >
        <Text>From now on its clients are refused, until you resume it.</Text>
      </ConfirmDialog>
    </Section>
  );
}
