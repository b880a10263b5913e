import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useChangeWebhook, type Webhook } from '../api/events.js';
import { beyondFields } from '../api/requests/explain-error.js';
import { FormActions } from '../components/forms/form-actions.js';
import { useBase } from '../components/forms/use-base.js';
import { useInvalidFocus } from '../components/forms/use-invalid-focus.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { draftOfWebhook, WEBHOOK_FIELDS, WebhookFields, webhookOf } from './webhook-fields.js';

/** Changes the name, the URL and the events of a webhook. Its secret stays. */
export function EditWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const base = useBase(webhook, true);
  const change = useChangeWebhook(base);
  const [draft, setDraft] = useState(() => draftOfWebhook(base));
  const form = useInvalidFocus(change.error);
  const wanted = webhookOf(draft);
  return (
    <Modal opened onClose={onClose} title={<span dir="auto">{`Edit “${base.name}”`}</span>} size="lg">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === undefined) return;
          const { url, ...others } = wanted;
          const done = () => {
            onClose();
            showDone('Webhook saved');
          };
          // A URL that stays is not checked again: its host may be away for now.
          change.mutate({ ...others, ...(url !== base.url && { url }) }, { onSuccess: done });
        }}
      >
        <Stack gap="md">
          <WebhookFields value={draft} error={change.error} onChange={setDraft} />
          <ErrorNotice error={beyondFields(change.error, WEBHOOK_FIELDS)} />
          <FormActions
            submit="Save"
            pending={change.isPending}
            disabled={wanted === undefined}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
