import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useLogIn } from '../api/session.js';
import { CredentialFields } from '../components/forms/credential-fields.js';
import { TextLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { VisitorCard } from '../components/layout/visitor-card.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { checkEmail } from '../sign-up/check-credentials.js';

const route = getRouteApi('/visitor/log-in');

/** Logs in owners of an account, and returns to the page that they requested. */
export function LogInPage() {
  const { next } = route.useSearch();
  const logIn = useLogIn();
  const router = useRouter();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: checkEmail,
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  return (
    <VisitorCard
      header={<PageHeader title="Log in" />}
      footer={
        <Text size="sm">
          New here? <TextLink to="/sign-up">Create account</TextLink>
        </Text>
      }
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          logIn.mutate(values, { onSuccess: () => router.history.push(next ?? '/services') }),
        )}
      >
        <Stack>
          <ErrorNotice error={logIn.error} />
          <CredentialFields form={form} />
          <Text size="sm">
            <TextLink to="/forgot-password">Forgot password?</TextLink>
          </Text>
          <Button type="submit" loading={logIn.isPending} fullWidth>
            Log in
          </Button>
        </Stack>
      </form>
    </VisitorCard>
  );
}
