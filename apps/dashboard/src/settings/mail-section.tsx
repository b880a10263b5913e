import { Badge, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountEvent } from '../api/events.js';
import { query } from '../api/requests/query.js';
import type { AnswerOf } from '../api/requests/send.js';
import { useChange, useSave } from '../api/requests/use-change.js';
import { SettingsForm } from '../components/forms/settings-form.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { TypeChoice } from '../events/type-choice.js';
import { ChangeAddressDialog } from './change-address-dialog.js';

/** The email address of the person, and which events are mailed to it. */
export function MailSection() {
  const { data: mail, error, refetch } = useQuery(query('/api/manage/mail'));
  const [changing, setChanging] = useState(false);
  return (
    <Section
      title="Email"
      description={
        mail?.enabled === false
          ? 'This gateway sends no email. Ask an administrator to change your address.'
          : 'Events are mailed once your address is verified.'
      }
      actions={
        mail?.enabled && (
          <Button variant="default" onClick={() => setChanging(true)}>
            Change address
          </Button>
        )
      }
    >
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {mail !== undefined && <Address mail={mail} />}
      {mail?.enabled && <TypesForm mail={mail} />}
      {changing && <ChangeAddressDialog onClose={() => setChanging(false)} />}
    </Section>
  );
}

type Mail = AnswerOf<'get', '/api/manage/mail'>;

function Address({ mail: { address, verifiedAt, enabled } }: { readonly mail: Mail }) {
  const send = useChange('post', '/api/manage/mail/verify', { reloads: [] });
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
        <Badge variant="light" tt="none" color={verifiedAt === null ? 'gray' : 'soap'}>
          {verifiedAt === null ? 'Not verified' : 'Verified'}
        </Badge>
        {enabled && verifiedAt === null && (
          <Button
            size="xs"
            variant="default"
            loading={send.isPending}
            onClick={() =>
              send.mutate({ body: {} }, { onSuccess: () => showDone(`Verification link sent to ${address}`) })
            }
          >
            Send verification link
          </Button>
        )}
      </Group>
      <ErrorNotice error={send.error} />
    </Stack>
  );
}

/** `important` stands for null, `some` for a list, `none` for an empty one. */
type Which = 'important' | 'some' | 'none';

function whichOf({ types }: Pick<Mail, 'types'>): Which {
  return types === null ? 'important' : types.length === 0 ? 'none' : 'some';
}

function TypesForm({ mail }: { readonly mail: Mail }) {
  const form = useForm({
    initialValues: { which: whichOf(mail), types: (mail.types ?? []) as AccountEvent['type'][] },
    validate: {
      types: (types, { which }) => (which === 'some' && types.length === 0 ? 'Select an event' : null),
    },
  });
  const { etag, types } = useBase(mail, form.isDirty());
  const change = useSave('put', '/api/manage/mail', { read: { etag, members: { types } } });
  const { which } = form.values;
  return (
    <SettingsForm
      form={form}
      change={change}
      changeOf={(values) => ({
        types: values.which === 'important' ? null : values.which === 'none' ? [] : values.types,
      })}
      done="Email settings saved"
    >
      <Radio.Group label="Mailed events" {...form.getInputProps('which')}>
        <Stack gap="xs" mt="xs">
          <Radio value="important" label="Important events" />
          <Radio value="some" label="Selected events" />
          <Radio value="none" label="No events" />
        </Stack>
      </Radio.Group>
      {which === 'some' && (
        <Stack gap="xs">
          <TypeChoice types={form.values.types} onChange={(chosen) => form.setFieldValue('types', chosen)} />
          {form.errors['types'] !== undefined && (
            <Text size="sm" c="red" role="alert">
              {form.errors['types']}
            </Text>
          )}
        </Stack>
      )}
    </SettingsForm>
  );
}
