import { Button, Group, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type Plan, plansQuery } from '../api/plans.js';
import { useChange } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CopyLine } from '../components/show/copy-line.js';
import { checkEmail } from '../sign-up/check-credentials.js';
import { signUpRulesQuery } from '../sign-up/sign-up-rules.js';

/** Creates an invitation, then shows its link, which is never shown again. */
export function InviteDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const invite = useChange('post', '/api/admin/invitations');
  const close = () => {
    invite.reset();
    onClose();
  };
  const link = invite.data?.link;
  useUnsaved(opened && link !== undefined, 'page', 'The link is shown only once: copy it first.');
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={link === undefined ? 'Create invitation' : 'Copy the link'}
      size="lg"
      closeOnClickOutside={link === undefined}
      closeOnEscape={link === undefined}
      withCloseButton={link === undefined}
    >
      {link === undefined ? (
        <InviteForm invite={invite} onCancel={close} />
      ) : (
        <Stack>
          <CopyLine value={link} what="the link" />
          <Group justify="flex-end">
            <Button onClick={close}>I’ve copied it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** 1 to 90. */
const DAYS = /^([1-9]|[1-8]\d|90)$/;

function InviteForm({
  invite,
  onCancel,
}: {
  readonly invite: ReturnType<typeof useChange<'post', '/api/admin/invitations'>>;
  readonly onCancel: () => void;
}) {
  const { data: offer } = useQuery(plansQuery);
  const { data: rules } = useQuery(signUpRulesQuery);
  const closed = rules?.mode === 'closed';
  const form = useForm({
    initialValues: {
      role: closed ? 'administrator' : 'owner',
      email: '',
      plan: offer?.signUp ?? 'Free',
      days: 7 as number | string,
    },
    validate: {
      email: (value) => (value.trim() === '' ? null : checkEmail(value)),
      days: (value) => (DAYS.test(String(value)) ? null : 'Enter 1 to 90 days'),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ role, email, plan, days }) =>
        invite.mutate({
          body: {
            role: role === 'administrator' ? 'administrator' : 'owner',
            plan: plan as Plan['name'],
            days: Number(days),
            ...(email.trim() === '' ? {} : { email: email.trim() }),
          },
        }),
      )}
    >
      <Stack>
        <Select
          label="Role"
          description={
            closed
              ? 'Sign-up is closed: only administrators can be invited.'
              : 'Administrators manage every account of this gateway.'
          }
          allowDeselect={false}
          data={[
            ...(closed ? [] : [{ value: 'owner', label: 'Owner' }]),
            { value: 'administrator', label: 'Administrator' },
          ]}
          {...form.getInputProps('role')}
        />
        <TextInput
          label="Email address"
          description="Optional: only this address can use the link."
          type="email"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Select
          label="Plan"
          allowDeselect={false}
          data={offer?.plans.map(({ name }) => name) ?? []}
          {...form.getInputProps('plan')}
        />
        <NumberInput
          label="Valid for"
          suffix=" days"
          min={1}
          max={90}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('days')}
        />
        <ErrorNotice error={invite.error} />
        <FormActions submit="Create" pending={invite.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
