import { Alert, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Delivery,
  deliveriesQuery,
  useChangeWebhook,
  useDeleteWebhook,
  useTestWebhook,
  type Webhook,
} from '../api/events.js';
import { itemsOf } from '../api/requests/pages.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { NextPage } from '../components/forms/next-page.js';
import { useOnce } from '../components/forms/use-once.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { DataTable } from '../components/show/data-table.js';
import { formatMoment } from '../text/format.js';
import { RollWebhookDialog } from './roll-webhook-dialog.js';

/** A webhook, what can be done with it, and its deliveries. */
export function WebhookSection({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, url, types, enabled, disabledReason, previousSecretUntil } = webhook;
  const [dialog, setDialog] = useState<'roll' | 'delete'>();
  const change = useChangeWebhook(webhook);
  const test = useTestWebhook();
  const remove = useDeleteWebhook();
  const confirm = useOnce(async () => {
    try {
      // The section is gone when the promise resolves, and callbacks of `mutate` would be dropped.
      await remove.mutateAsync(id);
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
            loading={test.isPending}
            onClick={() => test.mutate(id, { onSuccess: () => showDone('Test event sent') })}
          >
            Send test
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
          {types === null ? 'All events' : types.join(', ')}
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
      <Deliveries webhook={webhook} />
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

const STATES: Readonly<Record<Delivery['state'], { readonly label: string; readonly color: string }>> = {
  pending: { label: 'Pending', color: 'gray' },
  delivered: { label: 'Delivered', color: 'soap' },
  failed: { label: 'Failed', color: 'red' },
};

function Deliveries({ webhook: { id, name } }: { readonly webhook: Webhook }) {
  const list = useInfiniteQuery(deliveriesQuery(id));
  const { items, total } = itemsOf(list.data, (page) => page.deliveries);
  return (
    <>
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {items?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          Nothing was sent to {name} yet.
        </Text>
      )}
      {items !== undefined && items.length > 0 && (
        <DataTable minWidth={620} columns={['Event', 'State', 'Last attempt', 'Next attempt']}>
          {items.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }} dir="auto">
                {delivery.title}
              </Table.Td>
              <Table.Td>
                <Badge variant="light" tt="none" color={STATES[delivery.state].color}>
                  {STATES[delivery.state].label}
                </Badge>
              </Table.Td>
              <Table.Td>{describeAttempts(delivery)}</Table.Td>
              <Table.Td>{delivery.nextAt === null ? '–' : formatMoment(delivery.nextAt)}</Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <NextPage key={id} list={list} shown={items?.length} total={total} />
    </>
  );
}

/** Why an attempt got no response, by the code of the gateway. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['UPSTREAM_DNS', 'Host not found'],
  ['UPSTREAM_CONNECT', 'No connection'],
  ['UPSTREAM_TLS', 'TLS failed'],
  ['UPSTREAM_RESET', 'Connection closed'],
  ['UPSTREAM_TIMEOUT', 'Timeout'],
  ['UPSTREAM_ADDRESS_REFUSED', 'Address not allowed'],
  ['SECRET_UNREADABLE', 'Secret unreadable'],
]);

/** `204, 29 Nov 2026, 19:12 (attempt 2)` */
function describeAttempts({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return '–';
  const failure = last.error === null ? null : (FAILURES.get(last.error) ?? last.error);
  const outcome = [last.status, failure].filter((part) => part !== null).join(' ');
  const count = attempts.length === 1 ? '' : ` (attempt ${attempts.length})`;
  return `${outcome}, ${formatMoment(last.at)}${count}`;
}
