import { Stack } from '@mantine/core';
import { useState } from 'react';
import { beyondFields } from '../api/requests/explain-error.js';
import { useChange } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { SecretDialog } from '../components/forms/secret-dialog.js';
import { useInvalidFocus } from '../components/forms/use-invalid-focus.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { newWebhookSecret } from './new-webhook-secret.js';
import { NO_WEBHOOK, WEBHOOK_FIELDS, WebhookFields, webhookOf } from './webhook-fields.js';

/** Asks for the URL of a webhook, then shows its secret, which is never shown again. */
export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useChange('post', '/api/manage/webhooks');
  const [draft, setDraft] = useState(NO_WEBHOOK);
  const form = useInvalidFocus(create.error);
  const webhook = webhookOf(draft);
  return (
    <SecretDialog
      title="Create webhook"
      size="lg"
      secret={newWebhookSecret(create.data?.secret)}
      onClose={onClose}
    >
      {(close) => (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (webhook !== undefined) create.mutate({ body: webhook });
          }}
        >
          <Stack gap="md">
            <WebhookFields value={draft} error={create.error} onChange={setDraft} />
            <ErrorNotice error={beyondFields(create.error, WEBHOOK_FIELDS)} />
            <FormActions
              submit="Create"
              pending={create.isPending}
              disabled={webhook === undefined}
              onCancel={close}
            />
          </Stack>
        </form>
      )}
    </SecretDialog>
  );
}
