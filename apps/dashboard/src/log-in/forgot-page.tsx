import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import { useChange } from '../api/requests/use-change.js';
import { TextLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { VisitorCard } from '../components/layout/visitor-card.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { checkEmail } from '../sign-up/check-credentials.js';

/** Asks for a link that resets a password, or says who can create one. */
export function ForgotPasswordPage() {
  const { data, error, refetch } = useQuery({
    ...query('/api/manage/password/forgot'),
    // It changes only when the gateway restarts.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const forgot = useChange('post', '/api/manage/password/forgot', { reloads: [] });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: checkEmail },
  });
  return (
    <VisitorCard
      header={<PageHeader title="Reset password" />}
      footer={
        <Text size="sm">
          Remember it? <TextLink to="/log-in">Log in</TextLink>
        </Text>
      }
    >
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data?.byMail === false && (
        <Text>
          This gateway sends no email. Ask its administrator for a link: <em>Administration</em> › your
          account › <em>Create password link</em>.
        </Text>
      )}
      {data?.byMail &&
        (forgot.isSuccess ? (
          <Text role="status">
            If an account has this address, an email with a link is on its way. The link works once, for an
            hour.
          </Text>
        ) : (
          <form
            noValidate
            onSubmit={form.onSubmit(({ email }) => forgot.mutate({ body: { email: email.trim() } }))}
          >
            <Stack>
              <ErrorNotice error={forgot.error} />
              <TextInput
                label="Email address"
                type="email"
                autoComplete="username"
                maxLength={254}
                required
                withAsterisk={false}
                key={form.key('email')}
                {...form.getInputProps('email')}
              />
              <Button type="submit" loading={forgot.isPending} fullWidth>
                Send link
              </Button>
            </Stack>
          </form>
        ))}
    </VisitorCard>
  );
}
