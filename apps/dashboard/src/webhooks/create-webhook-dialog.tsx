import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AccountEvent, useCreateWebhook } from '../api/events.js';
import { beyondFields, problemOf } from '../api/requests/explain-error.js';
import { FormActions } from '../components/forms/form-actions.js';
import { SecretDialog } from '../components/forms/secret-dialog.js';
import { useInvalidFocus } from '../components/forms/use-invalid-focus.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { TypeChoice } from '../events/type-choice.js';
import { newWebhookSecret } from './new-webhook-secret.js';

/** Asks for the URL of a webhook, then shows its secret, which is never shown again. */
export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateWebhook();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [which, setWhich] = useState<'all' | 'some'>('all');
  const [types, setTypes] = useState<AccountEvent['type'][]>([]);
  const form = useInvalidFocus(create.error);
  const isIncomplete = name.trim() === '' || url.trim() === '' || (which === 'some' && types.length === 0);
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
            const chosen = which === 'all' ? null : types;
            create.mutate({ name: name.trim(), url: url.trim(), types: chosen });
          }}
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              description="For example “Chat of the on-call team”."
              required
              maxLength={100}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={problemOf(create.error, '/name')}
            />
            <TextInput
              label="URL"
              description="Receives a POST with JSON. Use HTTPS."
              type="url"
              required
              maxLength={2048}
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              error={problemOf(create.error, '/url')}
            />
            <Radio.Group
              label="Events"
              value={which}
              onChange={(value) => setWhich(value === 'some' ? 'some' : 'all')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="all" label="All events" />
                <Radio value="some" label="Selected events" />
              </Stack>
            </Radio.Group>
            {which === 'some' && <TypeChoice types={types} onChange={setTypes} />}
            <ErrorNotice error={beyondFields(create.error, ['/name', '/url'])} />
            <FormActions
              submit="Create"
              pending={create.isPending}
              disabled={isIncomplete}
              onCancel={close}
            />
          </Stack>
        </form>
      )}
    </SecretDialog>
  );
}
