import { Input } from '@mantine/core';
import { readAccount } from '../api/account.js';
import { useSave } from '../api/requests/use-change.js';
import { useSession } from '../api/session.js';
import { RenameForm, useNameForm } from '../components/forms/rename-form.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { CopyLine } from '../components/show/copy-line.js';

/** The name of the account, and the id that is part of every URL. */
export function AccountSection() {
  const session = useSession();
  const { account } = session;
  const form = useNameForm(account.name);
  const { mutate, ...rename } = useSave('patch', '/api/manage/account', {
    read: readAccount(useBase(session, form.isEdited)),
    reloads: [['session']],
  });
  return (
    <Section title="Account">
      <RenameForm
        label="Account name"
        form={form}
        rename={{ ...rename, mutate: (name, options) => mutate({ name }, options) }}
      />
      <Input.Wrapper
        component="div"
        labelElement="div"
        label="Account ID"
        description="Part of the URL of your APIs. Not secret; never changes."
        inputWrapperOrder={['label', 'description', 'input']}
      >
        <CopyLine value={account.accountId} what="the account id" />
      </Input.Wrapper>
    </Section>
  );
}
