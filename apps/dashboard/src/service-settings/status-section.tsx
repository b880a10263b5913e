import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';

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
