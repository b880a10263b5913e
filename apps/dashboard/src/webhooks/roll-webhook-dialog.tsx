import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Webhook } from '../api/events.js';
import { useChange } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { SecretDialog } from '../components/forms/secret-dialog.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { newWebhookSecret } from './new-webhook-secret.js';

/** How long events are signed with both secrets, in seconds. */
const OVERLAPS = [
  { value: '0', label: 'Not at all' },
  { value: '3600', label: 'One hour' },
  { value: '86400', label: 'One day' },
  { value: '604800', label: 'A week' },
];

/** Replaces the secret of a webhook, then shows the new one, which is never shown again. */
export function RollWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const roll = useChange('post', '/api/manage/webhooks/{webhookId}/roll');
  const [overlap, setOverlap] = useState('86400');
  return (
    <SecretDialog
      title={`New secret for “${webhook.name}”`}
      secret={newWebhookSecret(roll.data?.secret)}
      onClose={onClose}
    >
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            roll.mutate({ path: { webhookId: webhook.id }, body: { overlapSeconds: Number(overlap) } });
          }}
        >
          <Stack gap="md">
            <Text size="sm">While both secrets overlap, every event has two signatures.</Text>
            <Select
              label="Sign with the old secret too"
              data={OVERLAPS}
              allowDeselect={false}
              value={overlap}
              onChange={(value) => setOverlap(value ?? '0')}
            />
            <ErrorNotice error={roll.error} />
            <FormActions submit="Create secret" pending={roll.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </SecretDialog>
  );
}
