import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type Plan, plansQuery } from '../api/plans.js';
import { useSignUp } from '../api/session.js';
import { CredentialFields } from '../components/forms/credential-fields.js';
import { TextLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { VisitorCard } from '../components/layout/visitor-card.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { formatCount } from '../text/format.js';
import { checkEmail, checkNewPassword, PASSWORD_LENGTH } from './check-credentials.js';
import { ClosedNotice } from './closed-notice.js';
import { readInvitation, signUpRulesQuery } from './sign-up-rules.js';

/** `Free plan: 1,000 calls a month, 3 services.` */
function describePlan({ name, callsPerPeriod, services }: Plan): string {
  const room = services === null ? 'any number of services' : `${formatCount(services)} services`;
  return `${name} plan: ${formatCount(callsPerPeriod)} calls a month, ${room}.`;
}

/** Creates an account on the sign-up plan. */
export function SignUpPage() {
  const signUp = useSignUp();
  const navigate = useNavigate();
  const { data: offer } = useQuery(plansQuery);
  const plan = offer?.plans.find(({ name }) => name === offer.signUp);
  const { hash } = useLocation();
  const invitation = readInvitation(hash);
  const { data: rules } = useQuery(signUpRulesQuery);
  const mode = invitation === undefined ? rules?.mode : undefined;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { accountName: '', email: '', password: '' },
    validate: {
      accountName: (value) => (value.trim() === '' ? 'Enter your company or team name' : null),
      email: checkEmail,
      password: checkNewPassword,
    },
    transformValues: ({ accountName, email, password }) => ({
      accountName: accountName.trim(),
      email: email.trim(),
      password,
    }),
  });
  return (
    <VisitorCard
      header={
        <PageHeader
          title="Create account"
          description={
            invitation === undefined
              ? `${plan === undefined ? '' : describePlan(plan)} Upload a WSDL and get a JSON API.`
              : 'You’re invited. The link works once.'
          }
        />
      }
      footer={
        <Text size="sm">
          Already have an account? <TextLink to="/log-in">Log in</TextLink>
        </Text>
      }
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          signUp.mutate(invitation === undefined ? values : { ...values, invitation }, {
            onSuccess: () => void navigate({ to: '/services' }),
          }),
        )}
      >
        <Stack>
          {(mode === 'closed' || mode === 'invitation') && <ClosedNotice mode={mode} />}
          {mode === 'domain' && <Text size="sm">For email addresses of {rules?.domains.join(' or ')}.</Text>}
          <ErrorNotice error={signUp.error} />
          <TextInput
            label="Account name"
            description="Your company or team; you can change it later"
            autoComplete="organization"
            maxLength={100}
            required
            withAsterisk={false}
            key={form.key('accountName')}
            {...form.getInputProps('accountName')}
          />
          <CredentialFields form={form} newPassword={`At least ${PASSWORD_LENGTH.min} characters`} />
          <Button
            type="submit"
            loading={signUp.isPending}
            disabled={mode === 'closed' || mode === 'invitation'}
            fullWidth
          >
            Create account
          </Button>
        </Stack>
      </form>
    </VisitorCard>
  );
}
