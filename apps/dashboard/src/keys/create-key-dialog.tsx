import { Radio, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Key, useCreateKey } from '../api/keys.js';
import { FormActions } from '../components/forms/form-actions.js';
import { SecretDialog } from '../components/forms/secret-dialog.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { NO_RULES, rulesOf } from './key-rules.js';
import { newKey } from './new-key.js';
import { RulesFields } from './rules-fields.js';

/** Asks for the name and permissions of a key, then shows the key, which is never shown again. */
export function CreateKeyDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const create = useCreateKey();
  const created = create.data;
  const { reset } = create;
  // Back also closes the dialog, so reset it: the next one starts with the form.
  useEffect(() => {
    if (!opened) reset();
  }, [opened, reset]);
  return (
    <SecretDialog
      opened={opened}
      title="Create API key"
      size="lg"
      secret={newKey(created?.key)}
      onClose={onClose}
    >
      {(close) => <KeyForm create={create} onCancel={close} />}
    </SecretDialog>
  );
}

function KeyForm({
  create,
  onCancel,
}: {
  readonly create: ReturnType<typeof useCreateKey>;
  readonly onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [purpose, setPurpose] = useState<Key['purpose']>('live');
  const [rules, setRules] = useState(NO_RULES);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const { expiresAt, ...given } = rulesOf(rules, purpose);
        // Without an end of the owner's choice, the gateway sets the latest one that its operator allows.
        create.mutate({ name: name.trim(), purpose, ...given, ...(expiresAt != null && { expiresAt }) });
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The app that uses it, for example “billing, production”."
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label="Permissions"
          value={purpose}
          onChange={(value) => setPurpose(value as Key['purpose'])}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="live" label="Call services" description="For clients of your API." />
            <Radio
              value="management"
              label="Manage account"
              description="For automation: everything this dashboard can do, except calling services."
            />
          </Stack>
        </Radio.Group>
        <RulesFields purpose={purpose} value={rules} onChange={setRules} />
        <ErrorNotice error={create.error} />
        <FormActions
          submit="Create"
          pending={create.isPending}
          disabled={name.trim() === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
