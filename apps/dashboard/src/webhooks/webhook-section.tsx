import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useChangeWebhook, type Webhook } from '../api/events.js';
import { useChange } from '../api/requests/use-change.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useOnce } from '../components/forms/use-once.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { labelOfType } from '../events/event-types.js';
import { formatMoment } from '../text/format.js';
import { DeliveryList } from './delivery-list.js';
import { EditWebhookDialog } from './edit-webhook-dialog.js';
import { RollWebhookDialog } from './roll-webhook-dialog.js';
import { TestOutcome, useTestedDelivery } from './test-outcome.js';

/** A webhook, what can be done with it, and its deliveries. */
export function WebhookSection({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, url, types, enabled, disabledReason, previousSecretUntil } = webhook;
  const [dialog, setDialog] = useState<'edit' | 'roll' | 'delete'>();
  const change = useChangeWebhook(webhook);
  const test = useChange('post', '/api/manage/webhooks/{webhookId}/test', {
    reloads: [['webhooks'], ['events']],
  });
  const tested = useTestedDelivery(webhook, test.data?.eventId);
  const remove = useChange('delete', '/api/manage/webhooks/{webhookId}');
  const confirm = useOnce(async () => {
    try {
      // The section is gone when the promise resolves, and callbacks of `mutate` would be dropped.
      await remove.mutateAsync({ path: { webhookId: id } });
    } catch {
      return; // The dialog shows the error.
    }
    showDone(`“${name}” deleted`);
  });
  const isOverlapping = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now();
  return (
    <Section
      title={name}
      description={<span style={{ overflowWrap: 'anywhere' }}>{url}</span>}
      actions={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={`Send test to ${name}`}
            disabled={!enabled}
            loading={test.isPending || tested.isWaiting}
            onClick={() => test.mutate({ path: { webhookId: id }, body: {} })}
          >
            Send test
          </Button>
          <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={() => setDialog('edit')}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`New secret for ${name}`}
            onClick={() => setDialog('roll')}
          >
            New secret
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Turn ${enabled ? 'off' : 'on'} ${name}`}
            loading={change.isPending}
            onClick={() => change.mutate({ enabled: !enabled })}
          >
            {enabled ? 'Turn off' : 'Turn on'}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Delete ${name}`}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Button>
        </Group>
      }
    >
      <Group gap="xs">
        <Badge variant="light" tt="none" color={enabled ? 'soap' : 'gray'}>
          {enabled ? 'On' : 'Off'}
        </Badge>
        <Text size="sm" c="dimmed">
          {types === null ? 'All events' : types.map(labelOfType).join(', ')}
        </Text>
        {isOverlapping && (
          <Text size="sm" c="dimmed">
            Signed with both secrets until {formatMoment(previousSecretUntil)}
          </Text>
        )}
      </Group>
      {disabledReason === 'gone' && (
        <Alert color="yellow" title="The receiver answered 410 Gone">
          The webhook was turned off. Turn it on when the receiver is back.
        </Alert>
      )}
      <ErrorNotice error={change.error} />
      <ErrorNotice error={test.error} />
      {tested.delivery !== undefined && <TestOutcome delivery={tested.delivery} />}
      <DeliveryList webhook={webhook} />
      {dialog === 'edit' && <EditWebhookDialog webhook={webhook} onClose={() => setDialog(undefined)} />}
      {dialog === 'roll' && <RollWebhookDialog webhook={webhook} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={() => setDialog(undefined)}
        title={`Delete “${name}”?`}
        confirm="Delete webhook"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => confirm()}
      >
        <Text size="sm">Its deliveries are deleted too, and those that wait are not sent.</Text>
      </ConfirmDialog>
    </Section>
  );
}
