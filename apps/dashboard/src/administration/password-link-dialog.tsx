import { Stack, Text } from '@mantine/core';
import { useChange } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { SecretDialog } from '../components/forms/secret-dialog.js';
import { ErrorNotice } from '../components/notices/error-notice.js';

/** Creates a link with which a user sets a new password, then shows it, which happens once. */
export function PasswordLinkDialog({
  accountId,
  user: { userId, email },
  onClose,
}: {
  readonly accountId: string;
  readonly user: { readonly userId: string; readonly email: string };
  readonly onClose: () => void;
}) {
  const create = useChange('post', '/api/admin/accounts/{accountId}/users/{userId}/password-link', {
    reloads: [],
  });
  return (
    <SecretDialog
      title="Create password link"
      size="lg"
      secret={{
        value: create.data?.url,
        what: 'link',
        title: 'Copy the link',
        note: 'Hand it over safely: whoever opens it within an hour sets the password.',
      }}
      onClose={onClose}
    >
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate({ path: { accountId, userId }, body: {} });
          }}
        >
          <Stack gap="md">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              With the link, {email} sets a new password. It works once, for an hour, and ends every session.
            </Text>
            <ErrorNotice error={create.error} />
            <FormActions submit="Create link" pending={create.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </SecretDialog>
  );
}
