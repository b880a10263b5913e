import { Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { queryClient } from '../api/requests/query-client.js';
import { csrfToken, endSession, useIsSessionLost } from '../api/requests/session-state.js';
import { sessionQuery, useLogBackIn, useSession } from '../api/session.js';
import { FormActions } from '../components/forms/form-actions.js';
import { ErrorNotice } from '../components/notices/error-notice.js';

/** The login over a page whose session has ended elsewhere; edits on the page are kept. */
export function SessionEnded() {
  const lost = useIsSessionLost();
  // A login in another tab ends this state here too.
  useEffect(() => {
    if (!lost) return undefined;
    const check = () => void queryClient.refetchQueries(sessionQuery);
    window.addEventListener('focus', check);
    return () => {
      window.removeEventListener('focus', check);
      // Reload what failed without a session.
      if (csrfToken() !== undefined) void queryClient.invalidateQueries();
    };
  }, [lost]);
  return (
    <Modal
      opened={lost}
      onClose={() => {}}
      title="Your session has ended"
      zIndex={310}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <LogBackIn />
    </Modal>
  );
}

function LogBackIn() {
  const { email } = useSession();
  const [password, setPassword] = useState('');
  const logIn = useLogBackIn();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        logIn.mutate({ email, password });
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          It expired, or you logged out in another tab. Log in again to continue: the page behind this message
          keeps what you typed.
        </Text>
        {/* Password managers look for the name that belongs to a password. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Text size="sm">
          Account: <b>{email}</b>
        </Text>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <ErrorNotice error={logIn.error} />
        <FormActions
          submit="Log in"
          cancel="Leave the page"
          pending={logIn.isPending}
          disabled={password === ''}
          onCancel={endSession}
        />
      </Stack>
    </form>
  );
}
