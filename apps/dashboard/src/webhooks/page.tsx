import { Button, Stack } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../api/requests/query.js';
import { PageHeader } from '../components/layout/page-header.js';
import { EmptyState } from '../components/notices/empty-state.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { PageLoading } from '../shell/page-loading.js';
import { CreateWebhookDialog } from './create-webhook-dialog.js';
import { WebhookSection } from './webhook-section.js';

/** Where events are sent to, and what became of them. */
export function WebhooksPage() {
  const { data, error, refetch } = useQuery(query('/api/manage/webhooks'));
  const webhooks = data?.webhooks;
  const [creating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      Create webhook
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title="Webhooks"
        description="Events are sent to these URLs, signed as Standard Webhooks. Failed deliveries are retried for 72 hours."
        actions={webhooks !== undefined && webhooks.length > 0 && create}
      />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {webhooks === undefined && error === null && <PageLoading />}
      {webhooks?.length === 0 && (
        <EmptyState icon={<IconWebhook size={28} stroke={1.6} />} title="No webhooks yet" action={create}>
          Let a chat or a pager know when a quota runs out or a service stops responding.
        </EmptyState>
      )}
      {webhooks?.map((webhook) => (
        <WebhookSection key={webhook.id} webhook={webhook} />
      ))}
      {creating && <CreateWebhookDialog onClose={() => setCreating(false)} />}
    </Stack>
  );
}
