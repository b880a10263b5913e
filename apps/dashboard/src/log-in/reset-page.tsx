import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation } from '@tanstack/react-router';
import { useChange } from '../api/requests/use-change.js';
import { ButtonLink, TextLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { VisitorCard } from '../components/layout/visitor-card.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { checkNewPassword, PASSWORD_LENGTH } from '../sign-up/check-credentials.js';
import { readLinkToken } from './link-token.js';

/** Sets a new password with the link of an email or of an administrator. */
export function ResetPasswordPage() {
  const token = readLinkToken(useLocation().hash);
  const reset = useChange('post', '/api/manage/password/reset', { reloads: [] });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: checkNewPassword },
  });
  const again = (
    <Text size="sm">
      <TextLink to="/forgot-password">Get a new link</TextLink>
    </Text>
  );
  if (reset.isSuccess) {
    return (
      <VisitorCard header={<PageHeader title="Password changed" />} footer={null}>
        <Text role="status" style={{ overflowWrap: 'anywhere' }}>
          Every session of {reset.data.email} has ended. Log in with the new password.
        </Text>
        <ButtonLink to="/log-in" reloadDocument fullWidth>
          Log in
        </ButtonLink>
      </VisitorCard>
    );
  }
  return (
    <VisitorCard header={<PageHeader title="Set a new password" />} footer={again}>
      {token === undefined ? (
        <Text>This link is incomplete. Open the whole link from the email.</Text>
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit(({ password }) => reset.mutate({ body: { token, password } }))}
        >
          <Stack>
            <ErrorNotice error={reset.error} />
            <PasswordInput
              label="New password"
              description={`At least ${PASSWORD_LENGTH.min} characters`}
              autoComplete="new-password"
              required
              withAsterisk={false}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={reset.isPending} fullWidth>
              Set password
            </Button>
          </Stack>
        </form>
      )}
    </VisitorCard>
  );
}
