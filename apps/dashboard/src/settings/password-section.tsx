import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChangePassword } from '../api/session.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { checkNewPassword, PASSWORD_LENGTH } from '../sign-up/check-credentials.js';

/** Changes the password of the signed-in person. */
export function PasswordSection() {
  const change = useChangePassword();
  const form = useForm({
    initialValues: { current: '', next: '' },
    validate: {
      current: (value) => (value === '' ? 'Enter your current password' : null),
      next: checkNewPassword,
    },
  });
  useUnsaved(form.isDirty());
  return (
    <Section title="Password" description="Changing it logs out your other sessions.">
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          change.mutate(values, {
            onSuccess: () => {
              form.reset();
              showDone('Password changed');
            },
          }),
        )}
      >
        <Stack maw={420}>
          <ErrorNotice error={change.error} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('current')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_LENGTH.min} characters`}
            autoComplete="new-password"
            {...form.getInputProps('next')}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
