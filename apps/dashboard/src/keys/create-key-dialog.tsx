import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Key, useCreateKey } from '../api/keys.js';
import { FormActions } from '../components/forms/form-actions.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { NO_RULES, rulesOf } from './key-rules.js';
import { NewSecret } from './new-secret.js';
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
  const forget = useUnsaved(
    opened && created !== undefined,
    'drawer',
    'The new key is shown only once: copy it first.',
  );
  const { reset } = create;
  const close = () => {
    forget();
    onClose();
  };
  // Back also closes the dialog, so reset it: the next one starts with the form.
  useEffect(() => {
    if (!opened) reset();
  }, [opened, reset]);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created === undefined ? 'Create API key' : 'Copy your API key'}
      centered
      size="lg"
      // A click outside or Escape must not lose an uncopied key.
      closeOnClickOutside={created === undefined}
      closeOnEscape={created === undefined}
      withCloseButton={created === undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 650, fontSize: '1.125rem' } }}
    >
      {created === undefined ? (
        <KeyForm create={create} onCancel={close} />
      ) : (
        <NewSecret value={created.key} onClose={close} />
      )}
    </Modal>
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
