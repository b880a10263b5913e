import { Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { beyondFields, problemOf } from '../api/requests/explain-error.js';
import { useChange } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { checkEmail } from '../sign-up/check-credentials.js';

/** Sends a link to another address, which replaces the current one when the link is used. */
export function ChangeAddressDialog({ onClose }: { readonly onClose: () => void }) {
  const change = useChange('post', '/api/manage/mail/address', { reloads: [] });
  const form = useForm({
    initialValues: { address: '', password: '' },
    validate: {
      address: checkEmail,
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  return (
    <Modal opened onClose={onClose} title="Change email address">
      <form
        noValidate
        onSubmit={form.onSubmit(({ address, password }) =>
          change.mutate(
            { body: { address: address.trim(), password } },
            {
              onSuccess: () => {
                showDone('Verification link sent to the new address');
                onClose();
              },
            },
          ),
        )}
      >
        <Stack gap="md">
          <Text size="sm">You log in with the new address once you open the link that is sent to it.</Text>
          <TextInput
            label="New email address"
            type="email"
            autoComplete="email"
            maxLength={254}
            data-autofocus
            {...form.getInputProps('address')}
            error={form.errors['address'] ?? problemOf(change.error, '/address')}
          />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <ErrorNotice error={beyondFields(change.error, ['/address'])} />
          <FormActions submit="Send link" pending={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
