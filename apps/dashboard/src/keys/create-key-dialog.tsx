import { Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Key } from '../api/keys.js';
import { beyondFields, problemOf } from '../api/requests/explain-error.js';
import { query } from '../api/requests/query.js';
import { useChange } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { SecretDialog } from '../components/forms/secret-dialog.js';
import { useInvalidFocus } from '../components/forms/use-invalid-focus.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { KEY_FIELDS, NO_RULES, rulesOf } from './key-rules.js';
import { newKey } from './new-key.js';
import { RulesFields } from './rules-fields.js';
import { NO_TOKEN, TokenFields, tokenOf } from './token-fields.js';

/** Asks for the name and permissions of a key, then shows the key, which is never shown again. */
export function CreateKeyDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const create = useChange('post', '/api/manage/keys');
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
  readonly create: ReturnType<typeof useChange<'post', '/api/manage/keys'>>;
  readonly onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [purpose, setPurpose] = useState<Key['purpose']>('live');
  const [byToken, setByToken] = useState(false);
  const [token, setToken] = useState(NO_TOKEN);
  const [rules, setRules] = useState(NO_RULES);
  const issuers = useQuery(query('/api/manage/token-issuers')).data?.issuers ?? [];
  const chosen = { ...token, issuer: token.issuer === '' ? (issuers[0] ?? '') : token.issuer };
  const form = useInvalidFocus(create.error);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const { expiresAt, ...given } = rulesOf(rules, purpose);
        // Without an end of the owner's choice, the gateway sets the latest one that its operator allows.
        create.mutate(
          {
            body: {
              name: name.trim(),
              purpose,
              ...given,
              ...(expiresAt != null && { expiresAt }),
              ...(byToken && { token: tokenOf(chosen) }),
            },
          },
          {
            onSuccess: ({ key }) => {
              if (key !== null) return;
              onCancel();
              showDone('Key created');
            },
          },
        );
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
          error={problemOf(create.error, '/name')}
        />
        <Radio.Group
          label="Permissions"
          value={byToken ? 'tokens' : purpose}
          onChange={(value) => {
            setByToken(value === 'tokens');
            setPurpose(value === 'management' ? 'management' : 'live');
          }}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="live" label="Call services" description="For clients of your API." />
            {issuers.length > 0 && (
              <Radio
                value="tokens"
                label="Agents that sign in"
                description="For AI agents with access tokens of your company’s authorization server. No secret is created."
              />
            )}
            <Radio
              value="management"
              label="Manage account"
              description="For automation: everything this dashboard can do, except calling services."
            />
          </Stack>
        </Radio.Group>
        {byToken && <TokenFields issuers={issuers} value={chosen} error={create.error} onChange={setToken} />}
        <RulesFields
          purpose={purpose}
          value={rules}
          error={create.error}
          sent={create.variables?.body}
          onChange={setRules}
        />
        <ErrorNotice error={beyondFields(create.error, KEY_FIELDS)} />
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
