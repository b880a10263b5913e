import { Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRollWebhook, type Webhook } from '../api/events.js';
import { FormActions } from '../components/forms/form-actions.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { NewWebhookSecret } from './new-webhook-secret.js';

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
  const roll = useRollWebhook();
  const rolled = roll.data;
  const [overlap, setOverlap] = useState('86400');
  const forget = useUnsaved(
    rolled !== undefined,
    'drawer',
    'The new secret is shown only once: copy it first.',
  );
  const close = () => {
    forget();
    onClose();
  };
  const isForm = rolled === undefined;
  return (
    <Modal
      opened
      onClose={close}
      title={isForm ? `New secret for “${webhook.name}”` : 'Copy the signing secret'}
      centered
      closeOnClickOutside={isForm}
      closeOnEscape={isForm}
      withCloseButton={isForm}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 650, fontSize: '1.125rem' } }}
    >
      {isForm ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            roll.mutate({ webhookId: webhook.id, overlapSeconds: Number(overlap) });
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
      ) : (
        <NewWebhookSecret value={rolled.secret} onClose={close} />
      )}
    </Modal>
  );
}
