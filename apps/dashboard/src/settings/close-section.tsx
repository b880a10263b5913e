import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/requests/use-change.js';
import { useSession } from '../api/session.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { Section } from '../components/layout/section.js';

/** Closes the account after a confirmation with the password. */
export function CloseSection() {
  const { account, administrator } = useSession();
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const close = useChange('post', '/api/manage/account/closing', { reloads: [['session']] });
  const end = () => {
    close.reset();
    setPassword('');
    setAsking(false);
  };
  return (
    <Section
      title="Close account"
      description="Calls and API keys stop working at once. Two weeks later, the account is deleted with its services, keys and logs; until then you can log in and keep it."
      tone="danger"
    >
      {administrator ? (
        <Text size="sm">
          You administer this gateway: another administrator has to remove that right first.
        </Text>
      ) : (
        <Group>
          <Button color="red" variant="outline" onClick={() => setAsking(true)}>
            Close account
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={end}
        title={`Close “${account.name}”?`}
        confirm="Close account"
        pending={close.isPending}
        disabled={password === ''}
        error={close.error}
        onConfirm={() => close.mutate({ body: { password } })}
      >
        <Text size="sm">
          All calls fail with 401 from now on. After two weeks, everything in the account is deleted, and
          nobody can restore it.
        </Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </ConfirmDialog>
    </Section>
  );
}
