import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';
import { showDone } from '../components/show-done.js';
import { useBase } from '../components/use-base.js';

/** Pauses or resumes a service. */
export function StatusSection({ service }: { readonly service: ServiceDetail }) {
  const [asking, setAsking] = useState(false);
  const change = useChangeService(useBase(service, asking));
  const paused = service.status === 'paused';
  return (
    <Section
      title={paused ? 'Paused' : 'Pause'}
      description="A paused service rejects every call with 503. You can resume it at any time."
    >
      {paused && <ErrorNotice error={change.error} />}
      <Group>
        {paused ? (
          <Button
            loading={change.isPending}
            onClick={() =>
              change.mutate({ status: 'active' }, { onSuccess: () => showDone('Service resumed') })
            }
          >
            Resume service
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            Pause service
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Pause service?"
        confirm="Pause"
        pending={change.isPending}
        error={change.error}
        onConfirm={() =>
          change.mutate(
            { status: 'paused' },
            {
              onSuccess: () => {
                setAsking(false);
                showDone('Service paused');
              },
            },
          )
        }
      >
        <Text>All calls fail until you resume it.</Text>
      </ConfirmDialog>
    </Section>
  );
}
